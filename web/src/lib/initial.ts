/** First grapheme of a name; an emoji or a flag counts as one. */
export function initialOf(name: string): string {
  const first = "Segmenter" in Intl ? [...new Intl.Segmenter().segment(name)][0]?.segment : [...name][0];
  return first?.toUpperCase() ?? "?";
}
