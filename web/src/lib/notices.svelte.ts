/** Transient notices: refusals, errors and explanations of pieces. */
import { ApiError } from "./api";

export interface Notice { number: number; text: string; rule: string | null; quiet: boolean }

const DURATION = 12_000;
const SHORT_DURATION = 6_000;

export class Notices {
  all = $state.raw<Notice[]>([]);
  /** Whether the notices are hovered or focused. */
  held = false;
  private count = 0;

  /** Show a notice until it is dismissed or expires. */
  show(text: string, rule: string | null = null): void {
    const number = ++this.count;
    this.all = [...this.all.filter((notice) => notice.text !== text && !notice.quiet), { number, text, rule, quiet: false }].slice(-3);
    this.expire(number);
  }

  /** Expire a notice, but not while it is being read. */
  private expire(number: number, time = DURATION): void {
    setTimeout(() => (this.held ? this.expire(number, time) : this.dismiss(number)), time);
  }

  /** Explain a piece, replacing the previous notices. */
  showInfo(text: string, rule: string | null = null): void {
    const number = ++this.count;
    this.all = [{ number, text, rule, quiet: true }];
    this.expire(number, rule ? DURATION : SHORT_DURATION);
  }

  /** Show why something failed. */
  showError(error: unknown): void {
    if (error instanceof ApiError) this.show(error.message, error.rule);
    else this.show(String(error));
  }

  dismiss(number: number): void {
    this.all = this.all.filter((notice) => notice.number !== number);
    this.held &&= this.all.length > 0;
  }
}
