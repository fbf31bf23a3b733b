// The question before a git that writes: may it run the programs of a folder that was never trusted?
import { existsSync } from 'node:fs';
import type { Context } from 'hono';
import {
  allowPrograms,
  allowReaching,
  requireAllowed,
  requireAllowedToReach,
} from '../git/folder-programs.ts';
import { findCheckouts } from '../git/worktrees.ts';

/**
 * Throws a Refusal 409 `runs_programs`, before anything was changed, unless the user has allowed the programs, or the
 * header `Confirm` of this request does.
 */
export async function checkPrograms(c: Context, ...folders: readonly string[]): Promise<void> {
  if (isConfirmed(c, 'runs_programs')) await allowPrograms(...folders);
  await requireAllowed(...folders);
}

/** Does the same for a fetch, a pull or a push, which also runs what leads to the other repository. */
export async function checkReaching(c: Context, folder: string): Promise<void> {
  if (isConfirmed(c, 'runs_programs')) await allowReaching(folder);
  await requireAllowedToReach(folder);
}

/** Whether the header `Confirm` has this code. */
export function isConfirmed(c: Context, code: string): boolean {
  return (c.req.header('Confirm') ?? '').split(',').some((one) => one.trim() === code);
}

/** Does the same for a request that also writes in other checkouts of the repository, which have settings of their own. */
export async function checkAllPrograms(c: Context, folder: string): Promise<void> {
  const { own, all } = await findCheckouts(folder);
  const others = all.filter((one) => one !== own && existsSync(one.folder));
  await checkPrograms(c, ...[own, ...others].map((one) => one.folder));
}
