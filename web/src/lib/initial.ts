/** The first character of a name as people see it: an emoji or a flag is one, however many code points it has. */
export function initialOf(name: string): string {
  const first = "Segmenter" in Intl ? [...new Intl.Segmenter().segment(name)][0]?.segment : [...name][0];
  return first?.toUpperCase() ?? "?";
}
