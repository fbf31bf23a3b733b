// The JSON schemas that come with pi's package (pi 1.5.2), for the editor of its files.
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FileSchema } from '../../../shared/setup.ts';

const MAX_DEPTH = 6;

/** Resolves to null if pi's package has no such schema. `program`: the script that runs this pi. */
export async function readSchema(name: string, program: string): Promise<FileSchema | null> {
  const pi = await piPackage(program);
  if (!pi) return null;
  const text = await readFile(path.join(pi.folder, 'schemas', `${name}.schema.json`), 'utf8').catch(
    () => null,
  );
  return text === null ? null : { schema: JSON.parse(text) as object, version: pi.version };
}

/** `program`: the script that runs this pi. */
export async function piPackage(program: string): Promise<{ folder: string; version: string } | null> {
  // A global installation starts pi through a link.
  const script = await realpath(program).catch(() => program);
  return findPackage(path.dirname(script));
}

/** Searches upwards, because the script is somewhere below the folder of its package. */
async function findPackage(start: string): Promise<{ folder: string; version: string } | null> {
  let folder = start;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
    const { name, version } = (text === null ? {} : JSON.parse(text)) as { name?: string; version?: string };
    if (name?.endsWith('/pi-coding-agent')) return { folder, version: version ?? '' };
    folder = path.dirname(folder);
  }
  return null;
}
