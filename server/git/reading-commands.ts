// The git commands that only read, each with the options that keep it from starting a program that the folder names.

export interface ReadingCommand {
  /** The options that it always gets. */
  options?: readonly string[];
  /** It may convert or merge files, or write a copy of the index, with drivers and hooks of any name. */
  usesNames?: true;
  /** It lists what is on disk. */
  listsFiles?: true;
  /** It runs no filter in a folder that the user trusts, either. */
  runsNoDriver?: true;
}

const NO_DIFF_PROGRAMS = ['--no-ext-diff', '--no-textconv'];
const COMPARES: ReadingCommand = {
  options: [...NO_DIFF_PROGRAMS, '--ignore-submodules=dirty'],
  usesNames: true,
};

/** The commands that only read, and that no setting makes start a program with these options. */
export const READING_COMMANDS: Readonly<Record<string, ReadingCommand>> = {
  'cat-file --batch': {},
  'cat-file --batch-check': {},
  // git-lfs could fetch the content of a file from a server.
  'cat-file --filters': { usesNames: true, runsNoDriver: true },
  'cat-file -e': {},
  'cat-file blob': {},
  'check-attr': {},
  'check-ref-format': {},
  config: {},
  diff: COMPARES,
  'diff-index': COMPARES,
  'for-each-ref': {},
  'hash-object': { usesNames: true },
  log: { options: NO_DIFF_PROGRAMS },
  'ls-files': { listsFiles: true },
  'ls-tree': {},
  'merge-tree': { usesNames: true },
  'rev-list': {},
  'rev-parse': {},
  status: { options: ['--ignore-submodules=dirty'], usesNames: true },
  'worktree list': {},
};

/** Options that would undo what a command always gets. */
const UNDOING =
  /^--(?:ext-diff|textconv|ignore-submodules|submodule|show-signature|paginate|exec-path|config-env)\b/;

/** Splits the settings before a command from it, and adds the options that it always gets. Throws for other commands. */
export function parseArgs(args: readonly string[]): {
  command: ReadingCommand;
  settings: readonly string[];
  rest: readonly string[];
} {
  let at = 0;
  while (args[at] === '-c') at += 2;
  const [settings, rest] = [args.slice(0, at), args.slice(at)];
  const name = [rest.slice(0, 2).join(' '), rest[0] ?? ''].find((one) =>
    Object.hasOwn(READING_COMMANDS, one),
  );
  if (name === undefined) throw new Error(`git ${rest[0] ?? ''} is not a command that only reads.`);
  const command = READING_COMMANDS[name]!;
  const undone = optionsOf(rest).find((one) => UNDOING.test(one));
  if (undone !== undefined) throw new Error(`${undone} could make git ${name} start a program.`);
  const words = name.split(' ').length;
  return {
    command,
    settings,
    rest: [...rest.slice(0, words), ...(command.options ?? []), ...rest.slice(words)],
  };
}

/** Returns the arguments before the paths. */
function optionsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}
