// What a page and the language servers of its workspace tell each other, through the panel. Paths are relative to the
// workspace. Positions are those of the Language Server Protocol: lines and UTF-16 units, both from 0.

export interface LanguageServerRow {
  /** As in the table of the server, such as `typescript`. */
  id: string;
  /** The program, such as `typescript-language-server`. */
  name: string;
  /** The languages of its files: see language-of.ts. */
  languages: readonly string[];
  /** `untrusted`: it starts once the user trusts the folder. `failed`: it is not started again by itself. */
  state: 'starting' | 'ready' | 'untrusted' | 'failed';
  /** Whether it says that it does some work, such as reading the project: it may not know everything yet. */
  isLoading: boolean;
  /** Why it failed, for the user. */
  reason: string | null;
  /** Of the program and what it has started, in bytes. Null where the system does not show it. */
  memory: number | null;
  /** How often it was started again because it failed. */
  restarts: number;
  /** What it offers, as in the result of `initialize`. Null until it is ready. */
  capabilities: Record<string, unknown> | null;
}

/** The user's choices about language servers, for all folders. */
export interface LanguageChoices {
  /** By the id of a server in the table. */
  servers: Record<string, ServerChoice>;
  /** Rows that the user has added. They come before those of the table. */
  added: AddedServer[];
  /**
   * When the files of a turn are looked at for new errors: if their servers run already, also if they have to be started
   * for it, or not at all.
   */
  turns: 'running' | 'always' | 'never';
  /** Whether pi has the tool `diagnostics`, which starts servers. */
  hasTool: boolean;
}

export interface ServerChoice {
  isOff?: true;
  /** The program, by its name or absolute path, and its arguments. */
  command?: string[];
}

export interface AddedServer {
  id: string;
  command: string[];
  /** As in language-of.ts. */
  languages: string[];
}

/** GET agents/:agent/languages/servers; POST languages changes the choices. */
export interface ServerTable {
  choices: LanguageChoices;
  servers: ServerEntry[];
}

export interface ServerEntry {
  id: string;
  /** The name of the best program. */
  name: string;
  /** The commands that are looked for, the best first. */
  programs: string[];
  languages: readonly string[];
  /** The absolute path of the program for this folder. Null if there is none. */
  place: string | null;
  isAdded: boolean;
  /** Null if it is not used in this folder now. */
  row: Pick<LanguageServerRow, 'state' | 'reason' | 'memory' | 'restarts'> | null;
}

/** GET agents/:agent/languages/symbols?query= */
export interface FoundSymbols {
  symbols: FoundSymbol[];
  /** Why some may be missing, as a sentence for the user. */
  note?: string;
}

export interface FoundSymbol {
  name: string;
  /** What it belongs to, such as a class; may be empty. */
  container: string;
  path: string;
  /** Both from 1. */
  line: number;
  column: number;
}

/** Replaces `length` UTF-16 units. Edits of one change are applied one after the other. */
export interface DocumentEdit {
  offset: number;
  length: number;
  text: string;
}

export type LanguageMessage =
  | { open: { path: string; text: string } }
  | { change: { path: string; edits: DocumentEdit[] } }
  | { close: { path: string } }
  | { ask: { id: number; server: string; method: string; params: Record<string, unknown> } }
  | { cancel: { id: number } };

export interface LanguageMessages {
  /** A random name of the page. */
  page: string;
  /** 1 for the first of this page, then one more each time. */
  number: number;
  messages: LanguageMessage[];
}

/** The first frame of a connection. */
export interface LanguageGreeting {
  /** Absolute path of the workspace, without links. */
  folder: string;
  /** The number of the last messages of this page that have arrived. */
  last: number;
}

export interface LanguageAnswer {
  id: number;
  result?: unknown;
  /** Why there is no result, for the user. */
  error?: string;
}

export interface LspPosition {
  line: number;
  character: number;
}

export interface LspRange {
  start: LspPosition;
  end: LspPosition;
}

export interface Problem {
  range: LspRange;
  /** 1: error, 2: warning, 3: information, 4: hint. */
  severity: 1 | 2 | 3 | 4;
  message: string;
  /** What has found it, such as `ts`. */
  source: string | null;
  code: string | null;
  /** 1: unnecessary, 2: deprecated. */
  tags: number[];
  /** What the server wants back when it is asked what can be done about it. Absent if that is large. */
  data?: unknown;
}

/** All problems that a server has found in a file. */
export interface FileProblems {
  server: string;
  path: string;
  problems: Problem[];
  /** How many more there are. */
  more: number;
}
