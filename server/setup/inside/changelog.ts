// The changelog of pi or of one of its packages: whole, or what is newer than a version. pi's TUI shows it after an
// update and for `/changelog`; RPC mode has neither (pi 0.73.1 to 1.6.0).
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Changelog } from '../../../shared/setup.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import { readRegular } from '../../lib/regular-file.ts';

const MAX_FILE = 8 * 1024 * 1024;
/** UTF-16 units of the text. pi's own changelog has some 700 kB, of which nobody reads the end. */
const MAX_TEXT = 120_000;
const HEADING = /^##\s+\[?v?(\d+)\.(\d+)\.(\d+)/;

/**
 * Resolves to null if the package has no changelog. `since`: only what is newer; pi's packages name their file in
 * `pi.changelogPath` (since 1.5).
 */
export async function readChangelog(folder: string, since?: string): Promise<Changelog | null> {
  const manifest = parse(await read(path.join(folder, 'package.json')));
  const { name, version, pi } = manifest;
  const { changelogPath = 'CHANGELOG.md' } = Object(pi) as { changelogPath?: unknown };
  const file = await fileInside(folder, String(changelogPath));
  const text = file && (await read(file));
  if (text === null) return null;
  const wanted = since === undefined ? text : newerThan(text, since);
  if (wanted.trim() === '') return null;
  return {
    name: typeof name === 'string' ? name : path.basename(folder),
    version: typeof version === 'string' ? version : '',
    text: cutText(wanted.trim(), MAX_TEXT),
  };
}

/** Returns the parts with a newer version. A version that is not of the form 1.2.3 cannot be compared: there are none. */
export function newerThan(text: string, since: string): string {
  const known = versionIn(`## ${since}`);
  if (!known) return '';
  const parts = text.split(/^(?=## )/m);
  return parts.filter((part) => isNewer(versionIn(part), known)).join('');
}

function versionIn(part: string): number[] | null {
  const found = HEADING.exec(part);
  return found && found.slice(1).map(Number);
}

function isNewer(version: number[] | null, known: readonly number[]): boolean {
  const at = version?.findIndex((number, index) => number !== known[index]) ?? -1;
  return at !== -1 && version![at]! > known[at]!;
}

/** A package could name any file of the machine. Null if it is elsewhere or missing. */
async function fileInside(folder: string, name: string): Promise<string | null> {
  const [root, file] = await Promise.all([realPathOf(folder), realPathOf(path.resolve(folder, name))]);
  if (root === null || file === null) return null;
  const inside = path.relative(root, file);
  return inside === '' || inside.startsWith('..') || path.isAbsolute(inside) ? null : file;
}

const realPathOf = (file: string): Promise<string | null> => realpath(file).catch(() => null);

/** A file that cannot be read counts as missing, as for pi. */
const read = (file: string): Promise<string | null> =>
  readRegular(file, MAX_FILE).then(
    (bytes) => bytes.toString('utf8').replace(/^\uFEFF/, ''),
    () => null,
  );

function parse(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
