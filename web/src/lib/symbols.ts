/** SVG symbols for `<use href="#…">`, from the files that Python draws its pictures with. */
export function defineSymbols(file: string): void {
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = file;
  // The first definition counts: while developing, that of the changed file.
  document.body.prepend(holder);
}
