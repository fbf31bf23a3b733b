// The changelog as a text to read.

/** The number in the first heading of a version. */
export function newestVersion(changelog: string): string {
  return /^## ([^\s,]+)/m.exec(changelog)?.[1] ?? '';
}

/** From the first version on, a line for each item: the file wraps them. */
export function readable(changelog: string): string {
  return changelog
    .slice(Math.max(0, changelog.search(/^## /m)))
    .replace(/\n +/g, ' ')
    .replace(/^## /gm, '')
    .replaceAll('`', '')
    .trim();
}
