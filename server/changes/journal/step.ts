// One change of one file, and the call of a tool that made it.
import type { FileState } from '../contents/file-state.ts';
import type { Doubt, Turn } from './journal.ts';

/** One change of one file by one call of a tool. */
export interface Step {
  id: string;
  at: number;
  call: Call;
  path: string;
  before: FileState;
  after: FileState;
  isFound: boolean;
  isReplaced?: true;
  /** Whether something else wrote at the same time, or may have. */
  isShared: boolean;
  doubt?: Doubt;
  /** When it was written at the earliest and at the latest, if that is known. */
  written?: { first: number; last: number };
}

export interface Call {
  id: string;
  session: string;
  turn: Turn;
  tool: string;
  /** When its beginning was recorded. */
  at: number;
  /** What is written from this moment on may not be known as the content before the call. */
  from: number;
  /** Null while it runs, and when its process was killed. */
  endedAt: number | null;
  /** The earlier state of each declared path. */
  before: ReadonlyMap<string, FileState>;
  /** The reason why changes are not recorded, as a sentence for the user. */
  gaps: readonly string[];
  /** Set if it is not a call of a tool, but a command of the user in a shell. Its line is null if it is not known. */
  shell?: { command: string | null };
}

/** The name of a command in a shell, in the place of the key of a user's entry. */
export function shellKey({ id, at }: Turn): string {
  return `shell-${at}-${id}`;
}

export function isShellKey(key: string): boolean {
  return key.startsWith('shell-');
}

/** Whether the step made, removed or changed a folder, and no file or link. */
export function isFolderStep({ before, after }: Pick<Step, 'before' | 'after'>): boolean {
  const isFile = ({ kind }: FileState): boolean => kind !== 'folder' && kind !== 'absent';
  return !isFile(before) && !isFile(after);
}

export function hasTurn(turns: readonly Turn[], turn: Turn): boolean {
  return turns.some((known) => isSameTurn(known, turn));
}

export function isSameTurn(a: Turn, b: Turn): boolean {
  return a.id === b.id && a.at === b.at;
}
