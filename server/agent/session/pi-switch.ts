// Reads a setting of pi that is on or off, such as whether it retries after a provider failed. No version reports these
// over RPC (pi 0.73.1 to 1.6.0), so this reads them where pi does: in the user's settings, and in the project's
// settings, which override them. It writes nothing.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findAgentDir } from '../../sessions/agent-dir.ts';
import type { TrustQuestion } from '../process/untrusted.ts';

export interface PiSwitch {
  /** The user's setting, or pi's default. */
  user: boolean;
  /** The project's setting, which overrides the user's if pi uses it. */
  project?: boolean | undefined;
  /** Whether pi uses the project's settings. Null if only pi knows. */
  isProjectUsed: boolean | null;
}

/** `key`: with dots between its levels. */
export async function readSwitch(
  { workspace, env, flags, can, isTrusted }: TrustQuestion,
  key: string,
  fallback: boolean,
): Promise<PiSwitch> {
  const agentDir = path.resolve(workspace, findAgentDir(env));
  const folders = [agentDir, path.join(workspace, '.pi')];
  const [user, project] = await Promise.all(folders.map((folder) => readIn(folder, key)));
  const isApproved = flags.trust || ['--approve', '-a'].some((option) => flags.extra?.includes(option));
  return {
    user: user ?? fallback,
    project,
    isProjectUsed: isTrusted ?? (!can.distrust || isApproved ? true : project === undefined ? false : null),
  };
}

/** Returns null if it cannot be known. */
export function stateOf({ user, project, isProjectUsed }: PiSwitch): boolean | null {
  if (project === undefined || project === user || isProjectUsed === false) return user;
  return isProjectUsed ? project : null;
}

/** Returns undefined if the file does not say. pi treats a file that it cannot read as empty. */
async function readIn(folder: string, key: string): Promise<boolean | undefined> {
  try {
    const text = await readFile(path.join(folder, 'settings.json'), 'utf8');
    const settings = JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
    const value = key
      .split('.')
      .reduce((level, part) => (Object(level) as Record<string, unknown>)[part], settings);
    return typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}
