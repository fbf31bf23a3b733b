// Finds the conversations that go with a folder when it is removed.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Agent } from '../agent/agent.ts';

type Talking = Pick<Agent, 'view'> & { session: Pick<Agent['session'], 'isWritten' | 'path'> };

/** Returns how many conversations of these agents are stored in the folder, or nowhere. Empty ones do not count. */
export async function countLost(agents: readonly Talking[], folder: string): Promise<number> {
  const isLost = await Promise.all(
    agents.map(async ({ view, session }) => {
      if (view.entries.length === 0) return false;
      const { path: file } = session;
      return file === undefined || !(await session.isWritten()) || (await isIn(file, folder));
    }),
  );
  return isLost.filter(Boolean).length;
}

/** Both may be named through links. */
async function isIn(file: string, folder: string): Promise<boolean> {
  const [real, around] = await Promise.all([realpath(file), realpath(folder)]);
  return real.startsWith(`${around}${path.sep}`);
}
