// The HTTP API's types for shells: interactive terminals of the user, with a program of the system behind each. The JSON
// of the routes below `/api/shells`. Types only.

/** POST shells: starts the user's shell in this folder. Answers 201 with the new row. */
export interface NewShell {
  /** Absolute. */
  workspace: string;
  cols: number;
  rows: number;
}

/** POST shells/:id/size. The last request counts, whatever page sent it. */
export type ShellSize = Pick<NewShell, 'cols' | 'rows'>;

/** GET shells: `{shells}`, oldest first. */
export interface ShellRow extends NewShell {
  id: string;
  /** The name of the program, such as `bash`. */
  program: string;
  /** What the program called itself (OSC 0 or 2); null if nothing. */
  title: string | null;
  /** The folder that the program told (OSC 7); null if none. */
  folder: string | null;
  /** The program that has the terminal at this moment, such as `vim`; null if that is the shell itself, or not known. */
  foreground: string | null;
  /** When it was started, in ms since 1970. */
  startedAt: number;
  /** Null while it runs. `signal`: the number of the signal that ended it; 0 if none did. */
  exit: { code: number; signal: number } | null;
}

/**
 * GET shells/events, `event: shells`: all shells, first and after each change. The stream also has `event: screen` and
 * `event: output` of each of them.
 */
export interface ShellList {
  shells: ShellRow[];
}

/** `event: screen`: replaces what a page knows of a shell. Sent first, and to a page that has fallen behind. */
export interface ShellScreen extends ShellSize {
  id: string;
  /** How many bytes the program had printed. */
  at: number;
  /** Text for a fresh terminal of this size: the screen with its scrollback, modes and cursor. */
  screen: string;
}

/** `event: output`: what the program printed, without a gap. */
export interface ShellOutput {
  id: string;
  /** How many bytes the program had printed before these. */
  at: number;
  /** Base64. */
  bytes: string;
}
