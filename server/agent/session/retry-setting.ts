// Whether pi tries again by itself after a provider failed. No version says so over RPC (0.73.1 to 1.5.2): it is read
// where pi reads it, in the settings of the person and, over them, in those of the project. It writes nothing.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findAgentDir } from '../../sessions/agent-dir.ts';
import type { TrustQuestion } from '../process/untrusted.ts';

export interface RetrySetting {
  /** What the person's settings say; pi's default is to try again. */
  person: boolean;
  /** What the project's say, which come first where pi uses them at all. */
  project?: boolean | undefined;
  /** Whether pi uses the project's settings; null: only pi knows. */
  isProjectUsed: boolean | null;
}

export async function readRetrySetting({ workspace, env, flags, can }: TrustQuestion): Promise<RetrySetting> {
  const agentDir = path.resolve(workspace, findAgentDir(env));
  const [person, project] = await Promise.all([agentDir, path.join(workspace, '.pi')].map(enabledIn));
  const isApproved = flags.trust || ['--approve', '-a'].some((option) => flags.extra?.includes(option));
  return {
    person: person ?? true,
    project,
    isProjectUsed: !can.distrust || isApproved ? true : project === undefined ? false : null,
  };
}

/** True or false; null when it cannot be known. */
export function autoRetryOf({ person, project, isProjectUsed }: RetrySetting): boolean | null {
  if (project === undefined || project === person || isProjectUsed === false) return person;
  return isProjectUsed ? project : null;
}

/** Undefined where it is not said. A file that pi cannot read it takes for empty. */
async function enabledIn(folder: string): Promise<boolean | undefined> {
  try {
    const text = await readFile(path.join(folder, 'settings.json'), 'utf8');
    const settings = JSON.parse(text.replace(/^\uFEFF/, '')) as { retry?: { enabled?: unknown } } | null;
    const enabled = settings?.retry?.enabled;
    return typeof enabled === 'boolean' ? enabled : undefined;
  } catch {
    return undefined;
  }
}
