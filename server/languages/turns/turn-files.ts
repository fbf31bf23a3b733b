// The texts of the files of a turn: as they were before it, and as they are now.
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ChangedFile } from '../../../shared/changes.ts';
import { languageOf } from '../../../shared/language-of.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { TurnFile } from './turn-check.ts';

/** As for the documents of pages, in bytes. */
const MAX_TEXT = 2 * 1024 * 1024;

export interface RecordedContents {
  /** Rejects with a Refusal if it is not known. */
  content: (path: string, side: 'before', scope: { turn: string }) => Promise<Uint8Array>;
}

export function isChecked({ path: file, kind, isBinary }: ChangedFile): boolean {
  return (
    kind !== 'deleted' &&
    kind !== 'mode' &&
    !isBinary &&
    !path.isAbsolute(file) &&
    languageOf(file) !== undefined
  );
}

/** Null if one of both texts cannot be had. */
export async function readTurnFile(
  { workspace, changes }: { workspace: string; changes: RecordedContents },
  turn: string,
  file: ChangedFile,
): Promise<TurnFile | null> {
  const text = await readNow(workspace, file.path);
  if (text === null) return null;
  if (file.kind === 'created') return { path: file.path, before: null, text };
  const bytes = await changes.content(file.path, 'before', { turn }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return null;
  });
  const before = bytes && toText(Buffer.from(bytes));
  return before === null
    ? null
    : { path: file.path, before: { path: file.from ?? file.path, text: before }, text };
}

/** Reads a file of the workspace. Null if it is not there, leads out of it, or is not a text of a usual size. */
export async function readNow(workspace: string, file: string): Promise<string | null> {
  try {
    const folder = await realpath(workspace);
    const place = await realpath(path.join(folder, file));
    const found = await stat(place);
    const isInside = place.startsWith(`${folder}${path.sep}`);
    return isInside && found.isFile() && found.size <= MAX_TEXT ? toText(await readFile(place)) : null;
  } catch {
    // It is gone, or may not be read: no server knows it either.
    return null;
  }
}

/** The lines of the protocol end with "\n", as those of pages do. */
function toText(bytes: Buffer): string | null {
  if (bytes.length > MAX_TEXT || bytes.includes(0)) return null;
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}
