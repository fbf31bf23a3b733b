// The HTTP API's types for searches: in sessions, in the output of a tool run, in files.

/** GET /api/search?query=TEXT&workspace=&since=&kind=&limit= */
export interface SearchResults {
  /** The most recently used sessions come first, and within each its newest entries. */
  hits: SearchHit[];
  /** Whether there are more matches than `limit`. */
  more: boolean;
  /** How many session files could not be read, if there are any. */
  unread?: number;
}

export interface SearchHit {
  /** Ids of the session and of its entry. */
  session: string;
  entry: string;
  kind: SearchKind;
  /** The tool call that it belongs to. */
  call?: string;
  /** The text around the match. */
  text: string;
  /** ms since 1970 */
  at: number;
}

export const SEARCH_KINDS = ['user', 'assistant', 'tool', 'bash', 'custom'] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Where the conversation shows something: in which row, and for a tool run, in which card. */
export interface Place {
  /** Key of the row (see `Entry.key`). */
  key: string;
  call?: string;
}

export interface FoundPlace extends Place {
  /** The number of matches. The page may show fewer of them, because it leaves out some text, such as Markdown's signs. */
  count: number;
}

/** GET /api/agents/:agent/prompts: the user's messages on the current branch, oldest first. */
export interface StoredPrompt {
  /** Key of the row. */
  key: string;
  /** As typed, on one line, cut short if it is long. */
  text: string;
  /** ms since 1970 */
  at: number;
}

/** GET /api/agents/:agent/entries/:entry/place */
export interface EntryPlace extends Place {
  /** False if the entry is on a branch that the conversation does not show. */
  isOnBranch: boolean;
}

/** GET /api/agents/:agent/matches?query=TEXT: the places on the current branch with this text, oldest first. */
export interface FoundInConversation {
  places: FoundPlace[];
  /** Set if there are more matches than are listed. */
  isCut?: true;
}

/** A match in an output: the first of its bytes, and how many there are. */
export type Hit = [at: number, length: number];

/** One line of GET /api/agents/:agent/calls/:call/output/matches, for each piece of the output that was searched. */
export interface FoundInOutput {
  /** The matches in order, only the first ones if there are very many. */
  hits: Hit[];
  /** The number of matches so far. */
  count: number;
  /** Where the next search has to start to continue this one. It finds the matches in an unfinished line again. */
  next: number;
  /** In the last line: why the search was given up. */
  error?: string;
}

export interface LineMatch {
  /** From 1. */
  line: number;
  /** The line, or the part of a long one around its first match. */
  text: string;
  /** Where the first match begins in the whole line, from 1. */
  column: number;
  /** Where each match in `text` begins, and how long it is. */
  ranges: [start: number, length: number][];
}

export interface FileMatches {
  path: string;
  lines: LineMatch[];
  /** Set if there are more lines than are listed. */
  isCut?: true;
}

/** One line of GET /api/agents/:agent/search, for each group of files that was searched. */
export interface FoundInFiles {
  files: FileMatches[];
  /** The number of files searched so far, and of all files. */
  searched: number;
  total: number;
  /** In the last line: set if there are more matches than are listed. */
  isCut?: true;
  /** In the last line: why the search was given up. */
  error?: string;
  /** The text files that have not been searched, so far. */
  skipped?: SkippedFiles;
}

export interface SkippedFiles {
  count: number;
  /** Why the first of them was not searched. */
  why: string;
}
