// Completes and resolves the path of the folder in which an agent is to work. It reveals the names of folders and
// nothing else.
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { compareNames } from '../../shared/natural-order.ts';

const MAX_FOLDERS = 50;

/**
 * Returns the absolute path of an existing folder, for a path that is absolute or begins with `~`. Rejects with a
 * Refusal 400 that names the field of the request.
 */
export async function resolveFolder(
  given: string,
  field: 'workspace' | 'folder' = 'workspace',
): Promise<string> {
  if (given === '~' || given.startsWith('~/'))
    return resolveFolder(path.join(homedir(), given.slice(1)), field);
  if (!path.isAbsolute(given)) throw new Refusal(400, 'bad_body', `${field}: must be an absolute path.`);
  const stats = await stat(given).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new Refusal(400, 'bad_body', `${field}: ${given} cannot be opened (${error.code}).`);
  });
  if (!stats?.isDirectory()) throw new Refusal(400, 'bad_body', `${field}: there is no folder ${given}.`);
  return path.resolve(given);
}

/** Returns the folders whose paths begin with `text`, ignoring case, sorted. `~` is the home folder. */
export async function completeFolder(text: string, home = homedir()): Promise<string[]> {
  const typed = text === '~' ? `${home}/` : text.startsWith('~/') ? `${home}${text.slice(1)}` : text;
  if (!path.isAbsolute(typed)) throw new Refusal(400, 'bad_query', 'path: must begin with / or ~.');
  const isInside = /[/\\]$/.test(text) || text === '~';
  const parent = isInside ? typed : path.dirname(typed);
  const start = isInside ? '' : path.basename(typed).toLowerCase();
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .filter(
      ({ name }) => name.toLowerCase().startsWith(start) && (start.startsWith('.') || !name.startsWith('.')),
    )
    .map(({ name }) => name)
    .toSorted(compareNames)
    .slice(0, MAX_FOLDERS);
  const folders = await Promise.all(names.map((name) => asFolder(path.join(parent, name))));
  return folders.filter((folder) => folder !== null);
}

/** Returns the path of a folder. A link may lead to a file, or nowhere. */
async function asFolder(folder: string): Promise<string | null> {
  const stats = await stat(folder).catch(() => null);
  return stats?.isDirectory() ? folder : null;
}
