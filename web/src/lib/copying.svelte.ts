/** Something put on the clipboard, and for a moment the word that it is there. */
const MOMENT = 2500;

export class Copying {
  done = $state(false);
  private timer = 0;

  /** Whether it worked: pages that came over plain HTTP may not. */
  async copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    this.tell();
    return true;
  }

  /** Copy what is selected in a field, which is always allowed. */
  copySelected(field: HTMLInputElement): void {
    field.select();
    document.execCommand("copy");
    this.tell();
  }

  private tell(): void {
    this.done = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.done = false), MOMENT);
  }
}
