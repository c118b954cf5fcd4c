/** What somebody is told in passing: why something was refused, that it went wrong, or what a piece is. */
import { Problem } from "./api";

export interface Notice { number: number; text: string; rule: string | null; quiet: boolean }

const LONGEST = 12_000;
const GLANCE = 6_000;

export class Notices {
  all = $state.raw<Notice[]>([]);
  /** Whether somebody points at them or has the focus there. */
  held = false;
  private count = 0;

  /** Say something until it is put away or old. */
  tell(text: string, rule: string | null = null): void {
    const number = ++this.count;
    this.all = [...this.all.filter((notice) => notice.text !== text && !notice.quiet), { number, text, rule, quiet: false }].slice(-3);
    this.age(number);
  }

  /** Old notices go, but not while somebody reads them. */
  private age(number: number, time = LONGEST): void {
    setTimeout(() => (this.held ? this.age(number, time) : this.dismiss(number)), time);
  }

  /** Say what a piece is, in place of the last answer. */
  answer(text: string, rule: string | null = null): void {
    const number = ++this.count;
    this.all = [{ number, text, rule, quiet: true }];
    this.age(number, rule ? LONGEST : GLANCE);
  }

  /** Say why something did not happen. */
  problem(error: unknown): void {
    if (error instanceof Problem) this.tell(error.message, error.rule);
    else this.tell(String(error));
  }

  dismiss(number: number): void {
    this.all = this.all.filter((notice) => notice.number !== number);
    this.held &&= this.all.length > 0;
  }
}
