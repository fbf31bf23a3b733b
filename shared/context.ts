// The parts of the next request to the model, with their sizes. The panel's own extension lists
// them inside pi; the page shows them and asks to leave out, shorten or restore a message.

/**
 * `section`: a part of the system prompt. `file`: a prompt file such as AGENTS.md, `skill`: a skill in the list of
 * skills; both are parts of a section. `call`: an answer that only calls tools. `image` is a part of a message.
 */
export type ContextKind =
  | 'system'
  | 'section'
  | 'file'
  | 'skill'
  | 'tools'
  | 'tool'
  | 'user'
  | 'assistant'
  | 'call'
  | 'result'
  | 'bash'
  | 'custom'
  | 'compaction'
  | 'branch'
  | 'image';

/** `omitted`: the model does not get it. `shortened`: it gets other content than the conversation shows. */
export type RowEdit = 'omitted' | 'shortened';

export interface ContextRow {
  /** The id of the session entry, or one that no entry has. */
  id: string;
  /** The row that contains this one, whose tokens contain those of this one. */
  parent?: string;
  kind: ContextKind;
  /** One line: a name, or the beginning of the text. */
  text: string;
  /** The estimated tokens of it in the next request; 0 if it is left out. */
  tokens: number;
  /** The estimated tokens of the original, if it is edited. */
  whole?: number;
  /** ms since 1970 */
  at?: number;
  edit?: RowEdit;
  /**
   * Compared with the last request. `removed`: that request contained it, the next one does not. Absent if nothing
   * changed, and for the first request.
   */
  change?: 'new' | 'changed' | 'removed';
  /** The tokens of it in the last request, if it changed since. */
  before?: number;
  /** Whether pi can leave it out, shorten it and restore it. */
  isEditable?: true;
  /** What pi does with it once its turn has ended. */
  pending?: ContextAct;
  /** How many results are left out with these calls, because a provider refuses one without the other. */
  results?: number;
}

export interface ContextPicture {
  /** In the order of the request: system prompt, tools, messages. A row comes after the row that contains it. */
  rows: ContextRow[];
  /** The tokens of the prompt of the last request, as its provider counted them. Null before the first answer. */
  counted: number | null;
  /** The tokens of the context window; 0 without a model. */
  window: number;
  /** Whether this pi can edit the context (pi >= 0.87). */
  canEdit: boolean;
  /** Dollars for a million tokens of the prompt, outside the cache. Null if not known. */
  price: number | null;
}

/** What can be done with a message. `shorten` keeps the beginning and the end of its texts. */
export type ContextAct = 'omit' | 'shorten' | 'restore';
