// Finds lines that occur once on each side, in the same order. They cut a large comparison into small ones.

/** Returns the longest series of pairs in which both indexes rise, in O(n log n). */
export function uniqueAnchors(before: readonly string[], after: readonly string[]): [number, number][] {
  const now = uniquePlaces(after);
  const pairs: [number, number][] = [];
  for (const [line, at] of uniquePlaces(before)) {
    const to = now.get(line);
    if (to !== undefined) pairs.push([at, to]);
  }
  return longestRise(pairs);
}

/** Returns the lines that occur once, in order, with their indexes. */
function uniquePlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, at) => {
    if (places.has(line)) repeated.add(line);
    else places.set(line, at);
  });
  for (const line of repeated) places.delete(line);
  return places;
}

/**
 * Patience sorting. The pairs are sorted by their first index; this picks the longest rising series of second indexes.
 */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  /** For each length of a series, the pair with the lowest end. */
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, to], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < to) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = at;
  });
  const rise: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) rise.push(pairs[at]!);
  return rise.reverse();
}
