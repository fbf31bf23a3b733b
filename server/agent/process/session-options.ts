// Separates pi's options that choose or name a session from those that apply to every start. Repeated at a restart, the
// former would take pi to a session other than the one that its page shows, overwrite a name, or keep pi from starting
// (in pi 0.87.1: "--session-id cannot be combined with --session").

const WITH_VALUE = new Set(['--session', '--session-id', '--fork', '--name', '-n']);
const ALONE = new Set(['--continue', '-c', '--resume', '-r']);

export interface SplitOptions {
  /** For the first start of the first agent only. */
  session: string[];
  lasting: string[];
}

export function splitSessionOptions(options: readonly string[]): SplitOptions {
  const split: SplitOptions = { session: [], lasting: [] };
  let isValue = false;
  for (const option of options) {
    const isChoice = isValue || WITH_VALUE.has(option) || ALONE.has(option);
    (isChoice ? split.session : split.lasting).push(option);
    isValue = !isValue && WITH_VALUE.has(option);
  }
  return split;
}

/**
 * Returns the file after the last `--session`, which is the one that pi uses, and the other options. Null if that is an
 * id, or missing.
 */
export function namedFile(options: readonly string[]): { file: string; others: string[] } | null {
  const at = options.lastIndexOf('--session');
  const file = at === -1 ? undefined : options[at + 1];
  // pi 0.87.1 tells a path from an id like this.
  return file !== undefined && /[/\\]|\.jsonl$/.test(file)
    ? { file, others: options.toSpliced(at, 2) }
    : null;
}
