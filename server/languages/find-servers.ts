// Which language servers a file needs, and where their programs are: in node_modules/.bin of the project first, then in
// PATH. Whether they may start is decided elsewhere.
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { languageOf } from '../../shared/language-of.ts';
import { childEnvironment } from '../agent/process/program.ts';
import type { ServerKind } from './server-table.ts';

export interface FoundServer {
  kind: ServerKind;
  /** Absolute path. */
  program: string;
  /** The folder to which it belongs. */
  root: string;
}

/** Finds the servers for a file. `folder`: the workspace, absolute; `file`: relative to it. */
export async function findServers(
  folder: string,
  file: string,
  kinds: readonly ServerKind[],
): Promise<FoundServer[]> {
  const language = languageOf(file);
  if (language === undefined) return [];
  const found: FoundServer[] = [];
  for (const kind of kinds.filter(({ languages }) => languages.includes(language))) {
    const isSpare = found.some(
      (other) => other.kind.id === kind.id || (kind.purpose && kind.purpose === other.kind.purpose),
    );
    if (isSpare) continue;
    const root = await findRoot(folder, file, kind);
    const program = root === null ? null : await findProgram(folder, file, kind);
    if (root !== null && program !== null) found.push({ kind, program, root });
  }
  return found;
}

/** The workspace if it has a marker, otherwise the nearest folder around the file that has one. */
async function findRoot(folder: string, file: string, kind: ServerKind): Promise<string | null> {
  const around = foldersAround(folder, file);
  for (const one of [folder, ...around])
    for (const marker of kind.markers) if (await exists(path.join(one, marker))) return one;
  return kind.needsMarker ? null : folder;
}

/** Returns the absolute path of the program for this file; null if there is none, or if it does not serve the project. */
export async function findProgram(
  folder: string,
  file: string,
  { program, typescript: served }: Pick<ServerKind, 'program' | 'typescript'>,
): Promise<string | null> {
  if (served) {
    const version = await typescriptOf(folder, file);
    if (version < served.from || version > served.to) return null;
  }
  if (path.isAbsolute(program)) return (await isProgram(program)) ? program : null;
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program];
  const own = foldersAround(folder, file).map((one) => path.join(one, 'node_modules', '.bin'));
  const env = childEnvironment(process.env);
  const everywhere = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter((one) => path.isAbsolute(one));
  for (const one of [...own, ...everywhere])
    for (const name of names) if (await isProgram(path.join(one, name))) return path.join(one, name);
  return null;
}

/** The major version of TypeScript for this file; 0 if the project does not have it. */
async function typescriptOf(folder: string, file: string): Promise<number> {
  for (const one of foldersAround(folder, file)) {
    const place = path.join(one, 'node_modules', 'typescript', 'package.json');
    const text = await readFile(place, 'utf8').catch(() => '');
    const [, major] = /"version":\s*"(\d+)\./.exec(text) ?? [];
    if (major !== undefined) return Number(major);
  }
  return 0;
}

/** The folders from that of the file up to the workspace. */
function foldersAround(folder: string, file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.map((_part, at) => path.join(folder, ...parts.slice(0, parts.length - at))), folder];
}

async function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}

async function isProgram(place: string): Promise<boolean> {
  try {
    await access(place, constants.X_OK);
    return (await stat(place)).isFile();
  } catch {
    return false;
  }
}
