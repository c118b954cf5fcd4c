/** Copy to the clipboard and flag success for a moment. */
const FEEDBACK_TIME = 2500;

export class CopyState {
  done = $state(false);
  private timer = 0;

  /** Return whether it worked; the clipboard API is unavailable over plain HTTP. */
  async copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    this.flash();
    return true;
  }

  /** Copy the contents of a field, which is always allowed. */
  copySelected(field: HTMLInputElement): void {
    field.select();
    document.execCommand("copy");
    this.flash();
  }

  private flash(): void {
    this.done = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.done = false), FEEDBACK_TIME);
  }
}
