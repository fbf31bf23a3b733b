// The panel's own state folder, and where each thing is in it. The panel stores nothing in pi's folders.
import { homedir } from 'node:os';
import path from 'node:path';

export function stateFolder({ XDG_STATE_HOME: xdg }: NodeJS.ProcessEnv): string {
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.local', 'state'), 'pi-panel');
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
  /** The running agents, for the next panel. */
  agents: string;
  /** The devices that get notifications, and the key that signs them. */
  push: string;
  /** The budgets of a session and of a day. */
  budget: string;
  /** The user's choices for worktrees, and how each began. */
  worktrees: string;
}

export function statePlaces(folder: string): StatePlaces {
  return {
    changes: path.join(folder, 'changes'),
    queues: path.join(folder, 'queues'),
    rows: path.join(folder, 'rows.jsonl'),
    outputs: path.join(folder, 'outputs'),
    trash: path.join(folder, 'trash'),
    agents: path.join(folder, 'agents'),
    push: path.join(folder, 'push'),
    budget: path.join(folder, 'budget.json'),
    worktrees: path.join(folder, 'worktrees.json'),
  };
}
