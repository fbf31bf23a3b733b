// Which of the panel's own messages pi means: it lists and delivers texts, expanded ones, and no more. A message is told
// from another by its lane, its place in it, and what was sent when (0.73.1 to 1.5.2). Pure.
import type { Lane } from '../../../shared/view/queue.ts';
import type { Item } from './queue-item.ts';

/** Those that are still listed. Of two with the same text pi removes the first. */
export function aligned(known: readonly Item[], texts: readonly string[]): Item[] {
  const kept: Item[] = [];
  const spare = Math.max(known.length - texts.length, 0);
  let at = Math.min(texts.length, known.length) - 1;
  if (spare === 0) return known.filter(({ piText }, i) => piText === texts[i]);
  for (const item of known.toReversed()) {
    if (at < 0 || item.piText !== texts[at]) continue;
    kept.unshift(item);
    at -= 1;
  }
  return kept;
}

/** The message on its way that this is the text of. What begins with a slash may be a template, and expanded. */
export function claimed(items: readonly Item[], lane: Lane, text: string): Item | undefined {
  const sent = items.filter((item) => item.lane === lane && item.place === 'sending');
  return sent.find((item) => item.text === text) ?? sent.find((item) => item.text.startsWith('/'));
}

/** What pi lists for this message after an extension rewrote it: taken for somebody else's at first. */
export function rewritten(items: readonly Item[], { lane, listedAt }: Item): Item | undefined {
  return items.findLast(
    (other) =>
      other.isForeign && other.place === 'listed' && other.lane === lane && other.listedAt > listedAt,
  );
}

/** The message that pi delivers with this text. */
export function delivered(items: readonly Item[], text: string): Item | undefined {
  const leaving = items.filter(({ place }) => place === 'leaving');
  const unsure = items.filter(({ place, mayCome }) => place === 'unsure' || mayCome);
  // An extension may have rewritten the one that has just left.
  return [...leaving, ...unsure].find(({ piText }) => piText === text) ?? leaving[0];
}
