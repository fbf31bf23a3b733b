/**
 * How much a figure that goes up and down has grown: between the middle of its first third and that of its last
 * third. Of fewer than three values, nothing.
 */
export function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  return third === 0 ? 0 : median(values.slice(-third)) - median(values.slice(0, third));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
