// Finds the text at the caret that the composer can complete, and inserts a choice. These functions are pure.

export interface Target {
  /** `text` is any other text, which extensions may complete. */
  kind: 'command' | 'file' | 'text';
  query: string;
  /** The range of the text that a choice replaces, including the `/` or `@`. */
  from: number;
  to: number;
}

/** Finds the text to complete. Commands are completed only at the start of the text, files after any white space. */
export function targetAt(text: string, caret: number): Target | null {
  const before = text.slice(0, caret);
  const command = /^\/([\w:-]*)$/.exec(before);
  if (command) return { kind: 'command', query: command[1]!, from: 0, to: caret };
  const file = /(?:^|[\s(])@("[^"\n]*|[^\s"@]*)$/.exec(before);
  if (!file) return null;
  const query = file[1]!;
  return { kind: 'file', query: query.replace(/^"/, ''), from: caret - query.length - 1, to: caret };
}

export function complete(
  text: string,
  target: Target,
  { value: choice, whole }: Pick<Choice, 'value' | 'whole'>,
): { text: string; caret: number } {
  if (whole) return whole;
  const word =
    target.kind === 'command' ? `/${choice}` : choice.includes(' ') ? `@"${choice}"` : `@${choice}`;
  const rest = text.slice(target.to);
  // After a folder, the user may continue with something inside it, so no space is added.
  const inserted = rest.startsWith(' ') || choice.endsWith('/') ? word : `${word} `;
  const start = text.slice(0, target.from) + inserted;
  return { text: start + rest, caret: start.length + (rest.startsWith(' ') ? 1 : 0) };
}

export interface Choice {
  /** The text that is inserted. */
  value: string;
  label: string;
  /** The arguments of a command, such as `<name>`. */
  hint: string;
  detail: string;
  /** Where the choice comes from, such as an extension. */
  source: string;
  /** The whole content of the composer after the insertion, as an extension computed it. */
  whole?: { text: string; caret: number };
}

export interface Command {
  name: string;
  description?: string | undefined;
  hint?: string;
  source: string;
}

/** Counts how often each slash command was sent, by its name. */
export function countUses(sent: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const text of sent) {
    const name = /^\/(\S+)/.exec(text)?.[1];
    if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

/**
 * Removes commands that cannot be reached. If several have the same name, an extension's runs, and otherwise the first
 * one, because the page's come before pi's.
 */
function withoutUnreachable(commands: readonly Command[]): Command[] {
  const byName = new Map<string, Command>();
  for (const command of commands)
    if (command.source === 'extension' || !byName.has(command.name)) byName.set(command.name, command);
  return [...byName.values()];
}

/**
 * Ranks commands: names that begin with the query come first, then names that contain it, then descriptions that
 * contain it. Within each group, the most used commands come first.
 */
export function matchingCommands(
  commands: readonly Command[],
  query: string,
  uses: ReadonlyMap<string, number> = new Map(),
): Choice[] {
  const usesOf = ({ name }: Command): number => uses.get(name) ?? 0;
  const target = query.toLowerCase();
  const rank = ({ name, description = '' }: Command): number => {
    const lower = name.toLowerCase();
    if (lower.startsWith(target)) return 0;
    if (lower.includes(target)) return 1;
    const words = description.toLowerCase();
    return words.includes(target) ? 2 : 3;
  };
  return withoutUnreachable(commands)
    .map((command) => ({ command, rank: rank(command) }))
    .filter((found) => found.rank < 3)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        usesOf(b.command) - usesOf(a.command) ||
        a.command.name.localeCompare(b.command.name, 'en', { numeric: true }),
    )
    .map(({ command: { name, description = '', hint = '', source } }) => ({
      value: name,
      label: `/${name}`,
      hint,
      detail: description,
      source,
    }));
}

export function fileChoices(files: readonly string[]): Choice[] {
  return files.map((path) => ({ value: path, label: path, hint: '', detail: '', source: '' }));
}
