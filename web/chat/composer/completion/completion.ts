// Finds the text at the caret that the composer can complete, and inserts a choice. Pure.

import type { ExtensionCompletion } from '../../../../shared/view/completions.ts';

export interface Wanted {
  /** `text`: what extensions complete. */
  kind: 'command' | 'file' | 'text';
  query: string;
  /** The range of the text that a choice replaces, including the `/` or `@`. */
  from: number;
  to: number;
}

/** A command is completed only at the start of the text, a file after any white space. */
export function wantedAt(text: string, caret: number): Wanted | null {
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
  wanted: Wanted,
  { value: choice, whole }: Pick<Choice, 'value' | 'whole'>,
): { text: string; caret: number } {
  if (whole) return whole;
  const word =
    wanted.kind === 'command' ? `/${choice}` : choice.includes(' ') ? `@"${choice}"` : `@${choice}`;
  const rest = text.slice(wanted.to);
  const put = rest.startsWith(' ') ? word : `${word} `;
  const start = text.slice(0, wanted.from) + put;
  return { text: start + rest, caret: start.length + (put === word ? 1 : 0) };
}

export interface Choice {
  /** Inserted into the text. */
  value: string;
  label: string;
  /** Its arguments, such as `<name>`. */
  hint: string;
  detail: string;
  /** Who offers it, such as an extension. */
  source: string;
  /** The composer with it inserted, by the extension that offers it. */
  whole?: { text: string; caret: number };
}

export interface Command {
  name: string;
  description?: string | undefined;
  hint?: string;
  source: string;
}

/** How often each slash command was sent, by its name. */
export function countUses(sent: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const text of sent) {
    const name = /^\/(\S+)/.exec(text)?.[1];
    if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

/**
 * Names that begin with the query come first, then names that contain it, then descriptions that do; among those the
 * most used.
 */
export function matchingCommands(
  commands: readonly Command[],
  query: string,
  uses: ReadonlyMap<string, number> = new Map(),
): Choice[] {
  const usesOf = ({ name }: Command): number => uses.get(name) ?? 0;
  const wanted = query.toLowerCase();
  const rank = ({ name, description = '' }: Command): number => {
    const lower = name.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    if (lower.includes(wanted)) return 1;
    return description.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((found) => found.rank < 3)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        usesOf(b.command) - usesOf(a.command) ||
        a.command.name.localeCompare(b.command.name),
    )
    .map(({ command: { name, description = '', hint = '', source } }) => ({
      value: name,
      label: `/${name}`,
      hint,
      detail: description,
      source,
    }));
}

/** In place of the whole text. The labels need not differ. */
export function extensionChoices(found: readonly ExtensionCompletion[]): Choice[] {
  return found.map(({ label, description, text, caret }, index) => ({
    value: `${index} ${label}`,
    label,
    hint: '',
    detail: description,
    source: '',
    whole: { text, caret },
  }));
}

export function fileChoices(files: readonly string[]): Choice[] {
  return files.map((path) => ({ value: path, label: path, hint: '', detail: '', source: '' }));
}
