// Prints the notes of a release: the part of CHANGELOG.md for the version in package.json, or for the one given.
//   node scripts/release-notes.ts [VERSION] > notes.md
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Returns the notes. Throws an error with a message for the user if the version has no part, or no date and so is not
 * ready for release.
 */
export function releaseNotes(changelog: string, version: string): string {
  const part = changelog.split(/^## /m).find((one) => /^\S+?(?=[,\s])/.exec(one)?.[0] === version);
  if (!part) throw new Error(`CHANGELOG.md has no part for ${version}.`);
  const [head = '', ...lines] = part.split('\n');
  if (!/^\S+, \d{4}-\d{2}-\d{2}$/.test(head))
    throw new Error(`CHANGELOG.md: write the date of the release after "${version}, " instead of "${head}".`);
  return `${lines.join('\n').trim()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  try {
    process.stdout.write(releaseNotes(read('CHANGELOG.md'), process.argv[2] ?? version));
  } catch (error) {
    console.error(`pi-panel: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
