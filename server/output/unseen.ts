// Compares two texts of one output, of which the second replaces the first.

/** Without a limit, texts of equal lines would be compared at every one of them. */
const MAX_TRIES = 1000;

/**
 * Returns what a new text of a tool adds to the previous one, for a log that can only grow. pi's own tools send the
 * whole text again; others send a rolling part, or rewrite it:
 *
 * - the new text begins with the old one: what follows it;
 * - the new text is the beginning of the old one (something was cleared): nothing;
 * - both begin with the same lines: everything from the first different line on;
 * - the new text begins with whole lines that the old one ends with: what follows them;
 * - otherwise: all of it.
 *
 * In the third and the last case it begins on a new line.
 */
export function unseen(previous: string, next: string): { text: string; onNewLine: boolean } {
  if (next.startsWith(previous)) return { text: next.slice(previous.length), onNewLine: false };
  if (previous.startsWith(next)) return { text: '', onNewLine: false };
  const same = sameLines(previous, next);
  if (same > 0) return { text: next.slice(same), onNewLine: true };
  const rolled = overlap(previous, next);
  return rolled > 0 ? { text: next.slice(rolled), onNewLine: false } : { text: next, onNewLine: true };
}

/** Length of the whole lines that both begin with. */
function sameLines(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return a.lastIndexOf('\n', same - 1) + 1;
}

/** Length of the longest beginning of `next` that is the end of `previous` and starts a line there. */
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
