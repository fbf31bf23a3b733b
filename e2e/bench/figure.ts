// What a metric hands in: numbers of the product beside numbers of its floor from the same run, and what was
// wanted. What to think of them is decided in `verdict.ts`, how they are printed in `table.ts`.
import type { Lab } from './lab.ts';

export type Unit = 'ms' | 'bytes' | 'frames' | '%';

export type Target =
  /** Median of the product over median of the floor, at most. Never fails the bench: a machine may be busy. */
  | { ratio: number }
  /** At most, in the figure's unit, in every repetition: fails the bench. Bytes and frames do not depend on the machine. */
  | { most: number }
  /** At least, in the figure's unit, in every repetition: fails the bench. */
  | { least: number };

export interface Figure {
  name: string;
  unit: Unit;
  /** One value for each repetition. */
  product: number[];
  /** What it is measured against, in the same repetitions. */
  floor: { name: string; values: number[] };
  /** Absent: the figure is for information. */
  target?: Target;
  /** What one must know to read it. */
  note?: string;
}

export interface Metric {
  /** For example `M2`. */
  id: string;
  title: string;
  /** Rejects when it cannot be measured, with a sentence that says why. */
  measure(lab: Lab): Promise<Figure[]>;
}
