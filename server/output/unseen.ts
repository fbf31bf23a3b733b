// Compares two successive texts of one output.

/** How many places are compared. Without a limit, a text of many equal lines would be compared at each of them. */
const MAX_TRIES = 1000;

/**
 * Returns what a tool's new text adds to its previous text, for a log that can only grow. pi's own tools repeat the
 * whole text; other tools send a rolling part, or rewrite it:
 *
 * - If the new text begins with the old text, returns the rest.
 * - If the new text is the beginning of the old text (the tool cleared something), returns an empty text.
 * - If both begin with the same lines, returns everything from the first different line on.
 * - If the old text ends with lines that the new text begins with, returns what follows these lines.
 * - Otherwise, returns the new text.
 *
 * In the third and the last case, the returned text begins on a new line.
 */
export function unseen(previous: string, next: string): { text: string; onNewLine: boolean } {
  if (next.startsWith(previous)) return { text: next.slice(previous.length), onNewLine: false };
  if (previous.startsWith(next)) return { text: '', onNewLine: false };
  const same = sameLines(previous, next);
  if (same > 0) return { text: next.slice(same), onNewLine: true };
  const rolled = overlap(previous, next);
  return rolled > 0 ? { text: next.slice(rolled), onNewLine: false } : { text: next, onNewLine: true };
}

/** Returns the length of the lines that both texts begin with. */
function sameLines(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return a.lastIndexOf('\n', same - 1) + 1;
}

/** Returns the length of the longest beginning of `next` that also ends `previous`, from the start of a line there. */
export function overlap(previous: string, next: string): number {
  const firstLine = next.slice(0, next.indexOf('\n') + 1 || next.length);
  let at = previous.length > next.length ? previous.indexOf('\n', previous.length - next.length - 1) + 1 : 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    at = previous.indexOf(firstLine, at);
    if (at === -1) return 0;
    const startsLine = at === 0 || previous[at - 1] === '\n';
    if (startsLine && next.startsWith(previous.slice(at))) return previous.length - at;
    at++;
  }
  return 0;
}
