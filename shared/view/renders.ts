// Extension renderers in the conversation: which rows extensions draw, and how a page requests a drawn row.

/** Names of tools, and types of messages and of session entries, that an extension draws itself. */
export interface Renders {
  tools: string[];
  messages: string[];
  entries: string[];
  /**
   * Whether an extension decides for each call if it draws it (`registerToolRenderer`, pi >= 1.x). The page then asks
   * for all of them.
   */
  anyTool: boolean;
  /** The kinds of Markdown that extensions change before it is shown (pi >= 0.87). Absent if there are none. */
  markdown?: string[];
}

/** pi's words for the kinds of Markdown in the conversation. */
export type MarkdownKind = 'user' | 'assistant' | 'assistant-thinking' | 'custom' | 'summary';

/**
 * `at` is the timestamp of the message, `block` the index of its content. A message of the user has one text. `isLive`:
 * whether it is still being written.
 */
export interface MarkdownRow {
  kind: 'markdown';
  of: MarkdownKind;
  at: number;
  block: number;
  isLive?: boolean;
}

export const NO_RENDERS: Renders = { tools: [], messages: [], entries: [], anyTool: false };

/** `at` is the timestamp of the message, because a live row has no id yet. */
export type DrawableRow =
  | { kind: 'tool'; call: string }
  | { kind: 'message'; customType: string; at: number }
  | { kind: 'entry'; id: string }
  | MarkdownRow;

/** `isExpanded`: whether to draw it as the TUI does after Ctrl+O. */
export type RowToDraw = DrawableRow & { isExpanded: boolean };

/**
 * Lines with ANSI colors; `omitted` counts the lines beyond the limit. `markdown`: the text of a `MarkdownRow` as
 * extensions changed it; `of`: how many UTF-16 units of a text that is still being written that stands for. Null if no extension draws or changes the row. `error`: its renderer threw.
 */
export type DrawnRow =
  { lines: string[]; omitted: number } | { markdown: string; of?: number } | { error: string } | null;

/** The most rows in one request. */
export const MAX_ROWS_TO_DRAW = 40;
