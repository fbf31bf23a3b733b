// Reads whether pi retries after a provider failed. No version reports that over RPC (pi 0.73.1 to 1.5.2), so this
// reads it where pi does: in the user's settings, and in the project's settings, which override them. It writes
// nothing.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findAgentDir } from '../../sessions/agent-dir.ts';
import type { TrustQuestion } from '../process/untrusted.ts';

export interface RetrySetting {
  /** The user's setting. pi's default is to retry. */
  user: boolean;
  /** The project's setting, which overrides the user's if pi uses it. */
  project?: boolean | undefined;
  /** Whether pi uses the project's settings. Null if only pi knows. */
  isProjectUsed: boolean | null;
}

export async function readRetrySetting({
  workspace,
  env,
  flags,
  can,
  isTrusted,
}: TrustQuestion): Promise<RetrySetting> {
  const agentDir = path.resolve(workspace, findAgentDir(env));
  const [user, project] = await Promise.all([agentDir, path.join(workspace, '.pi')].map(readEnabled));
  const isApproved = flags.trust || ['--approve', '-a'].some((option) => flags.extra?.includes(option));
  return {
    user: user ?? true,
    project,
    isProjectUsed: isTrusted ?? (!can.distrust || isApproved ? true : project === undefined ? false : null),
  };
}

/** Returns null if it cannot be known. */
export function autoRetryOf({ user, project, isProjectUsed }: RetrySetting): boolean | null {
  if (project === undefined || project === user || isProjectUsed === false) return user;
  return isProjectUsed ? project : null;
}

/** Returns undefined if the file does not say. pi treats a file that it cannot read as empty. */
async function readEnabled(folder: string): Promise<boolean | undefined> {
  try {
    const text = await readFile(path.join(folder, 'settings.json'), 'utf8');
    const settings = JSON.parse(text.replace(/^\uFEFF/, '')) as { retry?: { enabled?: unknown } } | null;
    const enabled = settings?.retry?.enabled;
    return typeof enabled === 'boolean' ? enabled : undefined;
  } catch {
    return undefined;
  }
}
