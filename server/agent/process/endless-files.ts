// Files of a project that pi reads when it starts, and that have no end: a named pipe waits for somebody who writes, and
// a device may go on for ever. pi would not answer (0.73.1 to 1.6.0), so it is not started there.
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import { foldersUpFrom } from '../../sessions/project-trust.ts';

/** Relative to the workspace. pi 1.6.0 reads the first one also in a folder that the user does not trust. */
const OF_PROJECT = ['settings.json', 'SYSTEM.md', 'APPEND_SYSTEM.md', 'mcp.json'].map(
  (name) => `.pi/${name}`,
);
const CONTEXTS = ['AGENTS.override.md', 'AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'];
/** pi looks at the rules for skills in each folder below these. */
const SKILLS = ['.pi/skills', '.agents/skills'];
const OF_SKILLS = ['.gitignore', '.ignore', '.fdignore'];
const MAX_FOLDERS = 200;

/** Resolves to why this version of pi cannot start in the folder, for the user; null if it can. */
export async function findEndlessFile(folder: string, version: string | null): Promise<Error | null> {
  const found = (await Promise.all((await listPlaces(folder, version)).map(isEndless))).find(Boolean);
  if (!found) return null;
  return new Error(
    `pi cannot be started in ${folder}: it would wait without an end for ${found}, which is not a file.`,
  );
}

async function listPlaces(folder: string, version: string | null): Promise<string[]> {
  const above = abilitiesOf(version).skipOddContexts ? [] : foldersUpFrom(folder);
  const [extensions, ...skills] = await Promise.all([
    listFolders(path.join(folder, '.pi', 'extensions')),
    ...SKILLS.map((name) => listFolders(path.join(folder, name))),
  ]);
  return [
    ...OF_PROJECT.map((name) => path.join(folder, name)),
    ...above.flatMap((one) => CONTEXTS.map((name) => path.join(one, name))),
    ...extensions.map((one) => path.join(one, 'package.json')),
    ...skills.flat().flatMap((one) => OF_SKILLS.map((name) => path.join(one, name))),
  ];
}

/** Returns the folder and its entries. Entries that are not folders do no harm here. */
async function listFolders(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return [folder, ...names.slice(0, MAX_FOLDERS).map((name) => path.join(folder, name))];
}

/** Resolves to the file if it has no end, also through a link. People mask files by a link to /dev/null. */
async function isEndless(file: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  if (!stats || !(stats.isFIFO() || stats.isCharacterDevice() || stats.isBlockDevice())) return null;
  return (await realpath(file).catch(() => file)) === '/dev/null' ? null : file;
}
