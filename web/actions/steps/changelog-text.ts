// Turns the Markdown of the changelog into plain text.

/** Returns the version number in the first version heading. */
export function newestVersion(changelog: string): string {
  return /^## ([^\s,]+)/m.exec(changelog)?.[1] ?? '';
}

/** Returns the text from the first version on, with each item on one line, because the file wraps its items. */
export function changelogText(changelog: string): string {
  return changelog
    .slice(Math.max(0, changelog.search(/^## /m)))
    .replace(/\n +/g, ' ')
    .replace(/^## /gm, '')
    .replaceAll('`', '')
    .trim();
}
