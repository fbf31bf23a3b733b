// Finds the Firefox of the system.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The program named by FIREFOX_PATH, or the Firefox in PATH. Throws with advice if there is none.
 * @returns {string}
 */
export function findFirefox() {
  const asked = process.env.FIREFOX_PATH;
  if (asked) return asked;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(
      'Firefox was not found. Install it (Debian: apt install firefox-esr), or name it in FIREFOX_PATH.',
    );
  return found;
}
