// Files that are overwritten in place. Until that is done, the old and the new content are kept in the panel's state
// folder, so that a crash in the middle loses nothing: the next panel finishes the write.
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import { ifThere } from '../lib/if-there.ts';
import { openFolder, type OpenFolder, type Root } from './inside.ts';
import { parentOf } from './workspace-path.ts';
import { setContent } from './write-in-place.ts';

interface Unfinished {
  /** Relative to the workspace. */
  path: string;
  /** The process that writes. */
  pid: number;
}

/** Another panel that lives needs less than this to write a file. */
const WRITE_MS = 60_000;

/**
 * Keeps both contents until `remove` is called. `folder`: where the file is. If it is of a root without an `unfinished`
 * folder, nothing is kept.
 */
export async function keepContents(
  folder: OpenFolder,
  { name, old, bytes }: { name: string; old: Uint8Array; bytes: Uint8Array },
): Promise<{ remove: () => Promise<void> }> {
  if (folder.unfinished === undefined) return { remove: () => Promise.resolve() };
  const kept = join(folder.unfinished, randomUUID());
  const path = folder.path === '' ? name : `${folder.path}/${name}`;
  const about = JSON.stringify({ path, pid: process.pid } satisfies Unfinished);
  try {
    await mkdir(`${kept}.new`, { recursive: true, mode: 0o700 });
    const contents = { old, new: bytes, 'about.json': Buffer.from(about) };
    for (const [place, content] of Object.entries(contents))
      await writeFile(join(`${kept}.new`, place), content, { mode: 0o600, flush: true });
    await rename(`${kept}.new`, kept);
    await flushFolder(folder.unfinished);
  } catch (error) {
    await rm(`${kept}.new`, { recursive: true, force: true });
    throw error;
  }
  return { remove: () => rm(kept, { recursive: true, force: true }) };
}

/** Windows has no descriptors of folders. */
async function flushFolder(place: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(place, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Finishes the writes that a crash cut short. Returns sentences for the user about those that cannot be finished, whose
 * contents stay where they are.
 */
export async function finishWrites(root: Root): Promise<string[]> {
  const { unfinished } = root;
  if (unfinished === undefined) return [];
  const problems: string[] = [];
  for (const name of (await ifThere(readdir(unfinished))) ?? []) {
    const place = join(unfinished, name);
    try {
      const problem = await finish(root, place);
      if (problem === null) await rm(place, { recursive: true, force: true });
      else problems.push(problem);
    } catch (error) {
      problems.push(`A save that a crash cut short could not be finished (${place}): ${errorText(error)}`);
    }
  }
  return problems.filter((problem) => problem !== '');
}

/** Returns null if the write is finished or was never begun, '' if it may be running, or a problem. */
async function finish(root: Root, place: string): Promise<string | null> {
  if (await isRunning(place)) return '';
  // The contents were still being kept, so the file was not touched.
  if (place.endsWith('.new')) return null;
  const { path } = JSON.parse(await readFile(join(place, 'about.json'), 'utf8')) as Unfinished;
  const [old, bytes] = [await readFile(join(place, 'old')), await readFile(join(place, 'new'))];
  const folder = await openFolder(root, parentOf(path));
  try {
    const file = await open(join(folder.base, basename(path)), constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      const now = await file.readFile();
      if (now.equals(bytes) || now.equals(old)) return null;
      if (!isMixture(now, old, bytes))
        return `A crash cut short a save of ${JSON.stringify(path)}, which was changed again since. The old and the new content are in ${place}.`;
      await setContent(file, bytes);
      return null;
    } finally {
      await file.close();
    }
  } finally {
    await folder.close();
  }
}

/** Names the workspace in a folder for all of them. */
export function workspaceKey(real: string): string {
  return createHash('sha256').update(real).digest('hex').slice(0, 24);
}

/** Whether another living panel has begun the write a moment ago. */
async function isRunning(place: string): Promise<boolean> {
  const about = await ifThere(readFile(join(place, 'about.json'), 'utf8'));
  const { mtimeMs } = await stat(place);
  const { pid } = about ? (JSON.parse(about) as Unfinished) : { pid: 0 };
  return Date.now() - mtimeMs < WRITE_MS && (pid === 0 || isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether each byte is that of one of both contents, or 0 where the file grew and the disk has not written yet. */
function isMixture(now: Buffer, old: Buffer, bytes: Buffer): boolean {
  const [least, most] = [Math.min(old.length, bytes.length), Math.max(old.length, bytes.length)];
  if (now.length < least || now.length > most) return false;
  return now.every((byte, at) => byte === bytes[at] || byte === old[at] || (byte === 0 && at >= old.length));
}
