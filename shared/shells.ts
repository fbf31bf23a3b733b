// The HTTP API's types for shells: interactive terminals of the user, with a program of the system behind each. The JSON
// of the routes below `/api/shells`. Types only.

/** POST shells: starts the user's shell in this folder. Answers 201 with the new row. */
export interface NewShell {
  /** Absolute. What commands change there is recorded. */
  workspace: string;
  /** Absolute: where it begins, if that is not the workspace. */
  folder?: string;
  cols: number;
  rows: number;
}

/** POST shells/:id/size. The last request counts, whatever page sent it. */
export type ShellSize = Pick<NewShell, 'cols' | 'rows'>;

/** `type`: with every input shown to the user and confirmed. */
export type ShellAccess = 'none' | 'read' | 'type';

/** POST shells/:id/access. Not stored: it ends with the shell. */
export interface ShellAccessChange {
  access: ShellAccess;
}

/** GET shells: a `ShellList`, oldest first. */
export interface ShellRow extends Omit<NewShell, 'folder'> {
  id: string;
  /** What agents in this folder, or in one around it or in it, may do with the shell. `none` at first. */
  access: ShellAccess;
  /** The name of the program, such as `bash`. */
  program: string;
  /** What it runs, in words for its tab, if that is not a shell of the user but one command. Null for a shell. */
  task: string | null;
  /** What the program called itself (OSC 0 or 2); null if nothing. */
  title: string | null;
  /** What the user called it; null if nothing. */
  name: string | null;
  /** The folder that the program told (OSC 7 or 633), or in which it began; null if that is the workspace. */
  folder: string | null;
  /** The program that has the terminal at this moment, such as `vim`; null if that is the shell itself, or not known. */
  foreground: string | null;
  /** Whether it marks its commands (see `ShellCommand`). */
  hasMarks: boolean;
  /** The TCP ports on which programs below it listen, lowest first. Only looked for while a page shows the shells. */
  ports: number[];
  /** When it was started, in ms since 1970. */
  startedAt: number;
  /** Null while it runs. `signal`: the number of the signal that ended it; 0 if none did. */
  exit: { code: number; signal: number } | null;
}

/** POST shells/:id/name. An empty name takes the given one away. Answers 204. */
export interface ShellName {
  name: string;
}

/** POST shells/:id/images: stores an image that was pasted, until the shell is closed. Answers 201. */
export interface ShellImage {
  /** Absolute, on the machine of the panel. */
  path: string;
}

/** A command that was typed at the prompt of a shell with marks (OSC 133). */
export interface ShellCommand {
  /** 1 for the first of the shell, then one more each. */
  number: number;
  /** As it was typed, of several lines if it had several. Empty if the shell did not tell. */
  text: string;
  /** Whether the text is longer than what is kept of it. */
  isCut: boolean;
  /** Whether the text is what was typed for sure. Otherwise a program could have printed the mark. */
  isSure: boolean;
  /** Where it was started; null if the shell does not tell. */
  folder: string | null;
  /** In ms since 1970. */
  startedAt: number;
  /** Null while it runs. */
  endedAt: number | null;
  /** Its exit status; null while it runs, or if the shell did not tell. */
  status: number | null;
  /** How many bytes the program had printed when the command started. */
  at: number;
}

/** `event: commands`: those that are new or have changed since the last one, oldest first. */
export interface ShellCommands {
  id: string;
  /** The number of the oldest one that is kept. */
  first: number;
  commands: ShellCommand[];
}

/** GET shells/:id/commands/:number/output */
export interface ShellCommandOutput {
  /** As it looks in a terminal, without colors. */
  text: string;
  /** Whether that is all of it. Only the end of what all commands printed is kept. */
  isWhole: boolean;
}

/**
 * GET shells/events, `event: shells`: all shells, first and after each change. The stream also has `event: screen`,
 * `event: output` and `event: commands` of each of them.
 */
export interface ShellList {
  /** Another one after each start of the panel, which ends all shells. */
  panel: string;
  shells: ShellRow[];
}

/** `event: screen`: replaces what a page knows of a shell. Sent first, and to a page that has fallen behind. */
export interface ShellScreen extends ShellSize {
  id: string;
  /** How many bytes the program had printed. */
  at: number;
  /** Text for a fresh terminal of this size: the screen with its scrollback, modes and cursor. */
  screen: string;
  /** The line in which the output of a command begins, by its `at`, for those that are still in the scrollback. */
  lines: [at: number, line: number][];
}

/** `event: output`: what the program printed, without a gap. */
export interface ShellOutput {
  id: string;
  /** How many bytes the program had printed before these. */
  at: number;
  /** Base64. */
  bytes: string;
}
