// Discarding what is not committed: files get the content of git's last commit, or of its index. This is planned as the
// undo of a change that nobody has to have recorded. The journal keeps both contents, so that it can be redone.
import type { Discard, HunkUndo } from '../../shared/changes.ts';
import { hunksOf, linesOf } from '../../shared/hunks.ts';
import { Refusal } from '../../shared/refusal.ts';
import { comparedWithHead } from '../git/compared-content.ts';
import { readWord } from '../git/git.ts';
import { pathInHead } from '../git/head-changes.ts';
import { readCheckedOut } from '../git/stored-content.ts';
import { losslessText } from '../lib/lossless-text.ts';
import { parsePath } from '../workspace/workspace-path.ts';
import type { Changes } from './changes.ts';
import { ABSENT, fileState, unknown, type FileState, type ReadState } from './contents/file-state.ts';
import { findHunk, linesIn, withoutEdit } from './hunk-edits.ts';
import type { ScopedFile } from './journal/scoped-file.ts';

/** Returns the differences from the last commit, or from the index, as changes to undo. Stores both contents. */
export async function discardScope(changes: Changes, { paths, to }: Discard): Promise<ScopedFile[]> {
  const commit = to === 'index' ? '' : 'HEAD';
  const files: ScopedFile[] = [];
  for (const path of (await Promise.all(paths.map((one) => filesAt(changes.workspace, one)))).flat()) {
    const origin = commit === '' ? null : await pathInHead(changes.workspace, path);
    const old = await checkedOut(changes.workspace, commit, path);
    files.push(await scoped(changes, path, { old, after: await changes.read(path) }));
    // The other half of a rename.
    if (origin !== null && origin !== path && !paths.includes(origin)) {
      const moved = {
        old: await checkedOut(changes.workspace, commit, origin),
        after: await changes.read(origin),
      };
      files.push(await scoped(changes, origin, moved));
    }
  }
  return files;
}

/** git names a folder without tracked files, with a `/` at its end, instead of its files. */
async function filesAt(root: string, path: string): Promise<string[]> {
  const name = parsePath(path);
  if (!path.endsWith('/')) return [name];
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', `:(literal)${name}/`];
  return ((await readWord(root, args)) ?? '').split('\0').filter((file) => file !== '');
}

/** Returns one hunk of a file's difference from the last commit as a change to undo. Rejects with a Refusal 404 or 409. */
export async function discardHunkScope(
  changes: Changes,
  { path: name, id, lines }: HunkUndo,
): Promise<ScopedFile[]> {
  const { workspace } = changes;
  const path = parsePath(name);
  const after = await changes.read(path);
  const origin = (await pathInHead(workspace, path)) ?? path;
  const old = await checkedOut(workspace, 'HEAD', origin);
  const now = after.bytes ?? Buffer.of();
  const found = await comparedWithHead(workspace, { path, origin, now });
  const [was, is] = [found.before ?? Buffer.of(), found.after].map(losslessText) as [string, string];
  const hunk = findHunk(hunksOf(path, was, is), path, id);
  const edit = lines ? linesIn(hunk, lines) : hunk;
  // Lines are compared as git stores them, and their numbers are those of the files unless a filter changes them.
  const counts = (one: Buffer | undefined): number => linesOf((one ?? Buffer.of()).toString('latin1')).length;
  if (counts(old.bytes) !== linesOf(was).length || counts(after.bytes) !== linesOf(is).length) {
    const message = `git changes the lines of ${JSON.stringify(path)} when it stores them. Discard the whole file.`;
    throw new Refusal(409, 'filtered', message);
  }
  const target = old.state.kind === 'absent' ? old : withoutEdit(edit, old, after);
  const file = await scoped(changes, path, { old: target, after });
  const range = {
    before: [edit.beforeStart, edit.beforeEnd],
    after: [edit.afterStart, edit.afterEnd],
  } as const;
  return [{ ...file, lines: { before: [...range.before], after: [...range.after] } }];
}

async function scoped(
  { store }: Changes,
  path: string,
  { old, after }: { old: ReadState; after: ReadState },
): Promise<ScopedFile> {
  for (const { bytes } of [old, after]) if (bytes) await store.put(bytes);
  const change = { before: withModeOf(old.state, after.state), after: after.state };
  return { path, changes: [change], steps: [], isShared: false };
}

/** git knows only whether a file can be executed. The other permissions stay. */
function withModeOf(state: FileState, now: FileState): FileState {
  if (state.kind !== 'file' || now.kind !== 'file') return state;
  return (state.mode & 0o100) === (now.mode & 0o100) ? { ...state, mode: now.mode } : state;
}

/** The file as git would write it. `commit`: '' for the index. */
async function checkedOut(root: string, commit: string, path: string): Promise<ReadState> {
  const mode = await modeOf(root, commit, path);
  if (mode === null) return { state: ABSENT };
  if (mode === '160000') return { state: unknown('It is a repository of its own.') };
  const bytes = await readCheckedOut(root, commit, path);
  if (bytes === null) return { state: ABSENT };
  if (mode === '120000') return { state: { kind: 'link', target: bytes.toString('utf8') } };
  return { state: fileState(bytes, mode === '100755' ? 0o755 : 0o644), bytes };
}

async function modeOf(root: string, commit: string, path: string): Promise<string | null> {
  const literal = `:(literal)${path}`;
  const args =
    commit === '' ? ['ls-files', '--stage', '-z', '--', literal] : ['ls-tree', '-z', commit, '--', path];
  const output = (await readWord(root, args)) ?? '';
  return /^(\d{6}) /.exec(output)?.[1] ?? null;
}
