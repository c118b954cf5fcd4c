/** Translations by file name, which is the first segment of their keys. */
export const byName = <Part>(files: Record<string, Part>): Record<string, Part> =>
  Object.fromEntries(Object.entries(files).map(([path, part]) => [path.slice(path.lastIndexOf("/") + 1, -".json".length), part]));
