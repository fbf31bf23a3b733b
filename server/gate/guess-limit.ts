/** Wrong tokens that are answered one by one within the window. */
const GUESSES = 100;
const WINDOW_MS = 60_000;

/**
 * Counts wrong tokens: a function that gives the seconds to wait for those past 100 within a minute, undefined
 * before. 256 random bits need no such limit; it keeps the noise down and tells whoever watches. It is asked for
 * wrong tokens only, so the right one is never locked out, whoever shares its address.
 */
export function guessLimit(onLimit: () => void = () => undefined): () => number | undefined {
  let since = -Infinity;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since >= WINDOW_MS) [since, count] = [now, 0];
    count += 1;
    if (count <= GUESSES) return undefined;
    if (count === GUESSES + 1) onLimit();
    return Math.ceil((since + WINDOW_MS - now) / 1000);
  };
}
