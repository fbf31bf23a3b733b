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
