// The result of a metric: the values of the product and of its floor from the same run, and the target. `verdict.ts`
// judges it, `table.ts` prints it.
import type { Lab } from '../lab/lab.ts';

export type Unit = 'ms' | 'bytes' | 'frames' | 'nodes' | '%';

export type Target =
  /**
   * The most that median of product / median of floor may be. It never fails the bench, because a machine may be busy.
   */
  | { ratio: number }
  /**
   * A maximum for every repetition, in the figure's unit. Exceeding it fails the bench, because bytes and frames do not
   * depend on the machine.
   */
  | { most: number }
  /** A minimum for every repetition, in the figure's unit. Falling below it fails the bench. */
  | { least: number };

export interface Figure {
  name: string;
  unit: Unit;
  /** One value per repetition. */
  product: number[];
  /** The same work without the panel, in the same repetitions. */
  floor: { name: string; values: number[] };
  /** Absent if the figure is only for information. */
  target?: Target;
  /** A remark for the reader. */
  note?: string;
}

export interface Metric {
  /** Such as `M2`. */
  id: string;
  title: string;
  /** Rejects with a reason when it cannot be measured. */
  measure: (lab: Lab) => Promise<Figure[]>;
}
