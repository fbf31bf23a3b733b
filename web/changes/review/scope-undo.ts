// What the undo of everything in a review, or of some of its files, asks for. Against git's last commit it discards what is
// not committed.
import type { HunkUndo, Undo } from '../../../shared/changes.ts';
import type { Part } from './review.svelte.ts';

type Listed = readonly { path: string; from?: string | undefined }[];

/** The part of a request for one hunk that names the scope. */
export function partOf(part: Part): Pick<HunkUndo, 'turn' | 'from' | 'isHead'> {
  if ('commit' in part) return {};
  if (!('scope' in part)) return part;
  return part.scope === 'head' ? { isHead: true } : {};
}

/** Null for a commit, which is not undone file by file. */
export function undoOf(part: Part, files: Listed): Undo | null {
  if ('commit' in part) return null;
  if (!('scope' in part)) return part;
  return part.scope === 'session' ? { session: true } : discard(files);
}

export function undoOfFiles(part: Part, of: { path: string } | { folder: string }, files: Listed): Undo {
  if (!('scope' in part) || part.scope !== 'head')
    return { ...of, ...('turn' in part && { turn: part.turn }) };
  if ('path' in of) return discard([of]);
  return discard(files.filter(({ path }) => path.startsWith(`${of.folder.replace(/\/$/, '')}/`)));
}

const discard = (files: Listed): Undo => ({
  discard: { paths: files.map(({ path }) => path), to: 'head' },
});
