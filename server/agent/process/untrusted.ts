// Finds the extensions, settings and other resources of a project that pi ignores silently because the user has not
// trusted the folder (pi >= 0.79).
import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Abilities } from '../../../shared/pi/abilities.ts';
import { findAgentDir } from '../../sessions/agent-dir.ts';
import { defaultTrust, foldersUpFrom, trustDecision } from '../../sessions/project-trust.ts';
import type { Flags } from './program.ts';

export interface TrustQuestion {
  /** Absolute. */
  workspace: string;
  /** pi's environment. */
  env: NodeJS.ProcessEnv;
  flags: Flags;
  can: Abilities;
  /** pi's decision, if it is known. One of the user's extensions can decide for one session. */
  isTrusted?: boolean | null;
}

/** Folders below `.pi`, which pi uses only if the workspace is trusted. */
const FOLDERS = ['extensions', 'skills', 'prompts', 'themes'];
const FILES = ['settings.json', 'SYSTEM.md', 'APPEND_SYSTEM.md'];
const MAX_PATHS = 50;

/** Returns paths relative to the workspace. Empty if pi loads everything, or if the user has decided. */
export async function findUntrusted(question: TrustQuestion): Promise<string[]> {
  const { workspace, env, flags, can, isTrusted } = question;
  if (isTrusted) return [];
  // A user who passed one of these options has decided and needs no notice.
  const isDecidedByOption = ['--approve', '-a', '--no-approve', '-na'].some((option) =>
    flags.extra?.includes(option),
  );
  if (!can.distrust || flags.trust || isDecidedByOption) return [];
  const agentDir = path.resolve(workspace, findAgentDir(env));
  const folder = await realpath(workspace).catch(() => workspace);
  const decision = (await trustDecision(agentDir, folder)) ?? (await defaultTrust(agentDir));
  if (decision !== null) return [];
  const files = can.connectMcp ? [...FILES, 'mcp.json'] : FILES;
  const found = await Promise.all([
    ...files.map((name) => fileIn(folder, path.join('.pi', name))),
    ...FOLDERS.map((name) => namesIn(folder, path.join('.pi', name))),
    ...sharedSkillFolders(folder, env.HOME || homedir()).map((name) => namesIn(folder, name)),
  ]);
  return found.flat().slice(0, MAX_PATHS);
}

/** Returns `.agents/skills` in this folder and every one above it, except the user's own in the home folder. */
function sharedSkillFolders(folder: string, home: string): string[] {
  return foldersUpFrom(folder)
    .filter((name) => path.resolve(name) !== path.resolve(home))
    .map((name) => path.relative(folder, path.join(name, '.agents', 'skills')));
}

async function fileIn(folder: string, name: string): Promise<string[]> {
  const found = await stat(path.join(folder, name)).catch(() => null);
  return found?.isFile() ? [name] : [];
}

async function namesIn(folder: string, name: string): Promise<string[]> {
  const names = await readdir(path.join(folder, name)).catch(() => []);
  return names.filter((child) => !child.startsWith('.')).map((child) => path.join(name, child));
}
