// The question before a git that writes: may it run the programs of a folder that was never trusted?
import type { Context } from 'hono';
import { allowPrograms, requireAllowed } from '../git/folder-programs.ts';

/**
 * Throws a Refusal 409 `runs_programs`, before anything was changed, unless the user has allowed the programs, or the
 * header `Confirm` of this request does.
 */
export async function checkPrograms(c: Context, folder: string): Promise<void> {
  const confirmed = (c.req.header('Confirm') ?? '').split(',').map((code) => code.trim());
  if (confirmed.includes('runs_programs')) await allowPrograms(folder);
  await requireAllowed(folder);
}
