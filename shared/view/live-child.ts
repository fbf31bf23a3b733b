// A sub-agent as its package knows it inside pi. Details of results tell about it when they end; this is there from its
// start, also for one in the background, and until pi ends.
import type { ToolRunState } from './conversation.ts';

/** `stop` ends it; `steer` gives it a message while it works. */
export type ChildAct = 'stop' | 'steer';

export interface LiveChild {
  /** Of its package, whose reports about it have the same. */
  id: string;
  /** Names those that were started together, as the details of the tool that started them do. */
  group?: string;
  name: string;
  task: string;
  model: string;
  state: ToolRunState;
  /** How many answers its model gave. */
  turns: number;
  /** All tokens of its requests. Null if unknown. */
  tokens: number | null;
  /** In dollars; 0 if unknown. */
  cost: number;
  /** What it does now, or said last. */
  last: string;
  /** Why it failed, or empty. */
  failure: string;
  /** What it asks, and waits for. */
  question?: string;
  /** The file with its conversation, absolute. */
  file?: string;
  /** What its package offers to do with it now. */
  acts: ChildAct[];
}
