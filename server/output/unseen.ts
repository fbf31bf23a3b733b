/**
 * What a new text of a tool adds to the one it sent before, for a log that can only grow. Tools as pi makes
 * them send all of it again; others roll, or write anew:
 *
 * - the new text begins with the old one: what follows it;
 * - the new text is the beginning of the old one (something was cleared): nothing;
 * - both begin with the same lines: the lines from the first that differs on;
 * - the new text begins with whole lines that the old one ends with: what follows them;
 * - else: all of it.
 *
 * In the third and the last case it begins on a line of its own.
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

/** Length of the longest beginning of `next` that is the end of `previous`, from the start of a line on. */
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

/** Texts of equal lines would be compared at every one of them otherwise. */
const MAX_TRIES = 1000;
