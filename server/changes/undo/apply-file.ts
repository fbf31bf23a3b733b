// Changes one file from one known state to another. A file in any other state is left untouched.
import { constants } from 'node:fs';
import { lstat, open, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OpenFolder, Root } from '../../workspace/inside.ts';
import { isOverwritable, overwriteFile, putNew, replaceFile } from '../../workspace/replace-file.ts';
import { openRealFolder } from '../../workspace/real-folder.ts';
import { temporaryName } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import {
  isSameContent,
  isSameState,
  readState,
  type FileState,
  type ReadState,
} from '../contents/file-state.ts';

export class ChangedMeanwhile extends Error {
  constructor() {
    super('It was changed in the meantime.');
  }
}

export interface Application {
  /** Relative to the workspace. */
  path: string;
  expected: FileState;
  target: ReadState;
  /** Whether the file is replaced even if it has other names, which then keep their content. */
  isReplaced?: true | undefined;
}

/**
 * Writes the target if the file is in the expected state. Its folder must exist. Otherwise leaves it unchanged and throws `ChangedMeanwhile`,
 * a Refusal, or the error of the disk.
 */
export async function applyFile(
  root: Root,
  { path, expected, target, isReplaced }: Application,
): Promise<void> {
  const folder = await openRealFolder(root, parentOf(path));
  try {
    const name = basename(path);
    if (target.state.kind === 'absent') await removeFile(folder, name, expected);
    else if (target.state.kind === 'link')
      await putLink(folder, { name, expected, target: target.state.target });
    else await putFile(folder, { name, expected, target, isReplaced });
    const now = await readState(join(folder.base, name));
    if (!isSameState(now.state, target.state))
      throw new Error('The file does not have the expected content after the write.');
  } finally {
    await folder.close();
  }
}

/** Moves the file away before checking it, because something could write to it between a check and the removal. */
async function removeFile(folder: OpenFolder, name: string, expected: FileState): Promise<void> {
  const [place, away] = [join(folder.base, name), join(folder.base, temporaryName())];
  await confirm(place, expected);
  await rename(place, away);
  const { state } = await readState(away);
  if (!isSameState(state, expected)) {
    // This fails if another file has taken the name. Both files then stay.
    await putNew(away, place);
    throw new ChangedMeanwhile();
  }
  await rm(away);
  await folder.sync();
}

async function putFile(
  folder: OpenFolder,
  { name, expected, target, isReplaced }: Omit<Application, 'path'> & { name: string },
): Promise<void> {
  const place = join(folder.base, name);
  if (!isSameContent(expected, target.state) && target.bytes) {
    const file = { name, bytes: target.bytes, confirm: () => confirm(place, expected) };
    const isNew = expected.kind === 'absent';
    // A link is replaced once the user has confirmed it; the undo has stored its target.
    if (expected.kind === 'link') await removeFile(folder, name, expected);
    if (isNew || expected.kind === 'link') await replaceFile(folder, { ...file, isNew: true, confirm: done });
    else if (!isReplaced && (await lstat(place)).nlink > 1) await overwriteFile(folder, file);
    else
      await replaceFile(folder, { ...file, isNew }).catch(async (error: unknown) => {
        if (!(await isOverwritable(folder, name, error))) throw error;
        await overwriteFile(folder, file);
      });
  } else await confirm(place, expected);
  if (target.state.kind === 'file') await setMode(place, target.state.mode);
}

async function putLink(
  folder: OpenFolder,
  { name, expected, target }: { name: string; expected: FileState; target: string },
): Promise<void> {
  if (expected.kind !== 'absent') await removeFile(folder, name, expected);
  await symlink(target, join(folder.base, name));
}

async function setMode(place: string, mode: number): Promise<void> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if ((stats.mode & 0o777) !== mode) await file.chmod((stats.mode & 0o7000) | mode);
  } finally {
    await file.close();
  }
}

async function confirm(place: string, expected: FileState): Promise<void> {
  const { state } = await readState(place);
  if (!isSameState(state, expected)) throw new ChangedMeanwhile();
}

function done(): Promise<void> {
  return Promise.resolve();
}
