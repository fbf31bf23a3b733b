// The panel's own state folder, and where each thing is in it. The panel stores nothing in pi's folders.
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { canWrite } from './lib/can-write.ts';

export function stateFolder({ XDG_STATE_HOME: xdg }: NodeJS.ProcessEnv): string {
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.local', 'state'), 'pi-panel');
}

export interface OpenState {
  folder: string;
  /** Why the folder lasts only until `close`; null if it stays. */
  problem: string | null;
  close: () => Promise<void>;
}

/**
 * Resolves to the state folder, or to a temporary one if the user may not write there, so that everything works until the
 * panel ends.
 */
export async function openStateFolder(env: NodeJS.ProcessEnv): Promise<OpenState> {
  const wanted = stateFolder(env);
  if (await canWrite(wanted)) return { folder: wanted, problem: null, close: () => Promise.resolve() };
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-state-'));
  const problem =
    `you may not write to ${wanted}: undo, deleted files, unsent messages and the list of agents last only until this ` +
    'panel ends (XDG_STATE_HOME names another folder).';
  return { folder, problem, close: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

export interface StatePlaces {
  /** Recorded file changes, for each workspace. */
  changes: string;
  /** Messages that pi has not received. */
  queues: string;
  /** How messages were typed, and other facts about entries. */
  rows: string;
  /** The output of commands. */
  outputs: string;
  /** Files that the user deleted. */
  trash: string;
  /** Both contents of files that are being overwritten in place. */
  unfinished: string;
  /** The running agents, for the next panel. */
  agents: string;
  /** The devices that get notifications, and the key that signs them. */
  push: string;
  /** The budgets of a session and of a day. */
  budget: string;
  /** The user's choices for worktrees, and how each began. */
  worktrees: string;
  /** The user's choices about language servers. */
  languages: string;
}

export function statePlaces(folder: string): StatePlaces {
  return {
    changes: path.join(folder, 'changes'),
    queues: path.join(folder, 'queues'),
    rows: path.join(folder, 'rows.jsonl'),
    outputs: path.join(folder, 'outputs'),
    trash: path.join(folder, 'trash'),
    unfinished: path.join(folder, 'unfinished'),
    agents: path.join(folder, 'agents'),
    push: path.join(folder, 'push'),
    budget: path.join(folder, 'budget.json'),
    worktrees: path.join(folder, 'worktrees.json'),
    languages: path.join(folder, 'languages.json'),
  };
}
