// A command as one line, as the user types it.

/** Splits a command line at spaces outside quotes. No shell is involved. */
export function splitCommand(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/** The reverse. A word with both kinds of quotes is not kept as it is. */
export function joinCommand(words: readonly string[]): string {
  return words.map((word) => (/[\s'"]/.test(word) || word === '' ? quoted(word) : word)).join(' ');
}

const quoted = (word: string): string => (word.includes('"') ? `'${word}'` : `"${word}"`);
