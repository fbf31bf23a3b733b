// Medians and percentiles.

/** Returns the middle value, or for an even number of values the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] as number;
  return ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Returns the smallest value that at least `percent` of all values do not exceed (nearest rank). NaN for none. */
export function percentile(values: readonly number[] | Float64Array, percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

/** Returns the largest value as a multiple of the smallest. NaN for none. */
export function spread(values: readonly number[]): number {
  const least = Math.min(...values);
  return least === 0 ? (Math.max(...values) === 0 ? 1 : Infinity) : Math.max(...values) / least;
}
