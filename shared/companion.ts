// What the panel and its extension say to each other. The panel asks by a command of the extension, which pi runs at
// once, also during a run, and keeps out of the conversation; the extension speaks by a status of a key of its own.
// Types and one name: it is read on both sides, and runs in both processes.

/** Of the command, of the status, and of what it keeps in the session. */
export const CHANNEL = 'pi-panel';

/**
 * An entry of its own in the session, of the custom type `CHANNEL`: pi stores a call that an extension did not let run
 * like one that failed (0.73.1 to 1.5.2).
 */
export interface CompanionEntry {
  blocked: string;
}

export type CompanionRequest =
  | { ask: 'tree' }
  /** `summarize`: the model sums up what is left behind, which takes as long as an answer. */
  | { ask: 'navigate'; entryId: string; summarize: boolean; instructions?: string }
  /** An empty label removes it. */
  | { ask: 'label'; entryId: string; label: string }
  | { ask: 'tools' }
  | { ask: 'use_tools'; names: string[] }
  | { ask: 'reload' };

/** Some code of an extension, as far as a stack shows it. */
export interface Caller {
  /** For a person: the name of its file, or of its folder. */
  name: string;
  path: string;
}

export type CompanionWord =
  /** First of all handlers at the start of a session and after a reload; `command` is what the panel asks by. */
  | { say: 'here'; session: string; isReload: boolean; command: string }
  /** `n` is that of the request. */
  | { say: 'answer'; n: string; data: unknown }
  | { say: 'answer'; n: string; error: string }
  /**
   * The record after this is a dialog of this caller, which has these commands and tools. `n` names one that can be
   * withdrawn, by an AbortSignal.
   */
  | { say: 'asks'; by?: Caller; commands: string[]; tools: string[]; n?: string }
  /** The dialog of this name has ended in pi; where it was withdrawn, pi says nothing of that (0.73.1 to 1.5.2). */
  | { say: 'over'; n: string; isWithdrawn: boolean }
  /** It called these, of which RPC mode carries nothing. */
  | { say: 'wants'; by: Caller; calls: string[] }
  /** An extension did not let this tool call run. */
  | { say: 'blocked'; call: string }
  /** `row` is how the entry stands in the conversation, if it does; without a label it was taken away. */
  | { say: 'label'; entryId: string; label?: string; row?: { role: string; timestamp: number } };

export interface SessionNode {
  id: string;
  /** The nearest one before it that is in the list. */
  parentId: string | null;
  kind: 'user' | 'assistant' | 'bash' | 'custom' | 'compaction' | 'summary' | 'other';
  /** One line, cut. */
  text: string;
  label?: string;
  /** ms since 1970 */
  at: number;
}

export interface SessionTree {
  /** Where the conversation stands: a node, or null before the first. */
  leafId: string | null;
  /** In the order they were written. */
  nodes: SessionNode[];
  /** How many older ones were left out. */
  omitted: number;
}

export interface Navigated {
  isCancelled: boolean;
  /** The last entry of the conversation now. */
  leafId: string | null;
  /** What the person had typed there, to be written anew. */
  text?: string;
}

export interface ToolChoice {
  tools: { name: string; description: string; isActive: boolean }[];
}
