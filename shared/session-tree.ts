// The tree of a session, as the extension inside pi reports it, and the move to another point of it.

export interface SessionNode {
  id: string;
  /** May name one of the omitted nodes, which the list does not contain. */
  parentId: string | null;
  /** `calls`: an answer that only calls tools. `other`: not part of the conversation, such as a change of the model. */
  kind: 'user' | 'assistant' | 'calls' | 'tool' | 'bash' | 'custom' | 'compaction' | 'summary' | 'other';
  /** A summary in one short line. */
  text: string;
  label?: string;
  /** ms since 1970 */
  at: number;
}

export interface SessionTree {
  /** The current node; null before the first one. */
  leafId: string | null;
  /** All entries of the session, oldest first. */
  nodes: SessionNode[];
  /** The number of older nodes that are not listed. */
  omitted: number;
}

export interface Navigated {
  isCancelled: boolean;
  /** The new last entry of the conversation. */
  leafId: string | null;
  /** The end of the branch that pi left, to offer a way back. Absent if that branch was empty. */
  cameFrom?: string;
  /** The user's message there, to be edited in the composer. */
  text?: string;
}
