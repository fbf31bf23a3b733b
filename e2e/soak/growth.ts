// The trend of a figure that goes up and down.
import { median } from '../bench/figures/statistics.ts';

/**
 * Returns the growth from the median of the first third to the median of the last third; 0 for fewer than three values.
 */
export function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  return third === 0 ? 0 : median(values.slice(-third)) - median(values.slice(0, third));
}
