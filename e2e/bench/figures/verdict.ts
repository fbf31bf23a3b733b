// Judges a figure against its target.
import type { Figure, Target } from './figure.ts';
import { median, spread } from './statistics.ts';

/** A floor that varies more than this is too uncertain to compare with. */
const MAX_FLOOR_SPREAD = 3;

export type Verdict = 'reached' | 'missed' | 'over budget' | 'too noisy to judge' | 'no target';

/** Judges a figure. Times are judged by their ratio to a steady floor, bytes and frames in every repetition. */
export function judge({ product, floor, target }: Figure): Verdict {
  if (!target) return 'no target';
  if ('most' in target) return Math.max(...product) <= target.most ? 'reached' : 'over budget';
  if ('least' in target) return Math.min(...product) >= target.least ? 'reached' : 'over budget';
  // This is also true for NaN, if the floor is 0 or was not measured.
  if (!(spread(floor.values) <= MAX_FLOOR_SPREAD)) return 'too noisy to judge';
  return ratio({ product, floor }) <= target.ratio ? 'reached' : 'missed';
}

/** Median of the product as a multiple of the median of the floor. */
export function ratio({ product, floor }: Pick<Figure, 'product' | 'floor'>): number {
  return median(product) / median(floor.values);
}

/** Whether a miss of this target fails the bench. */
export function isBudget(target: Target | undefined): boolean {
  return target !== undefined && !('ratio' in target);
}
