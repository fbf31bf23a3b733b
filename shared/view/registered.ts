// The features of extensions that the page offers as its own: shortcuts, and commands that complete their arguments.

export interface ExtensionShortcut {
  /** Path of the extension. */
  path: string;
  /** The extension, for display. */
  name: string;
  /** As pi writes it, such as `ctrl+shift+u`. */
  key: string;
  description: string;
}

/** What a tool of an extension or of an MCP server says about itself, besides its name. */
export interface ToolFacts {
  name: string;
  /** Its name for the user. */
  label: string;
  /** The MCP server or another group that it belongs to (pi >= 1.0). */
  group?: string;
  /** Hints of its author, which nobody has verified (pi >= 1.0). */
  isReadOnly?: boolean;
  isDestructive?: boolean;
}

export interface Registered {
  /** The tools that say more about themselves than their name. Absent before the first report. */
  tools?: ToolFacts[];
  /** If two have the same key, the later one wins, as in pi 0.73.1 to 1.5.2. */
  shortcuts: ExtensionShortcut[];
  /** The commands that complete their arguments, by the names that the user types. */
  completes: string[];
  /** Whether extensions also complete other text. */
  hasProviders: boolean;
  /** Whether extensions listen to the keys of the terminal. */
  hearsKeys?: boolean;
}

export const NOTHING_REGISTERED: Registered = { shortcuts: [], completes: [], hasProviders: false };
