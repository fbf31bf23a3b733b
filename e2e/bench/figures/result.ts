// The result of one metric, ready to print or store: the figures with their medians, spread and verdicts.
import type { Figure, Metric, Target, Unit } from './figure.ts';
import { median } from './statistics.ts';
import { isBudget, judge, ratio, type Verdict } from './verdict.ts';

export interface Series {
  median: number;
  least: number;
  most: number;
  /** One for each repetition. */
  values: number[];
}

export interface JudgedFigure {
  name: string;
  unit: Unit;
  product: Series;
  floor: Series & { name: string };
  /** The ratio of the medians; null if the floor is 0 or was not measured. */
  ratio: number | null;
  target: Target | null;
  verdict: Verdict;
  note: string | null;
}

export type Result = { metric: string; title: string } & ({ figures: JudgedFigure[] } | { failure: string });

export function judgeMetric({ id, title }: Metric, figures: readonly Figure[]): Result {
  return {
    metric: id,
    title,
    figures: figures.map((figure) => ({
      name: figure.name,
      unit: figure.unit,
      product: seriesOf(figure.product),
      floor: { name: figure.floor.name, ...seriesOf(figure.floor.values) },
      ratio: Number.isFinite(ratio(figure)) ? ratio(figure) : null,
      target: figure.target ?? null,
      verdict: judge(figure),
      note: figure.note ?? null,
    })),
  };
}

/** Whether a budget was exceeded, or a metric could not be measured. */
export function failsBench(result: Result): boolean {
  if ('failure' in result) return true;
  return result.figures.some(({ target, verdict }) => isBudget(target ?? undefined) && verdict !== 'reached');
}

function seriesOf(values: readonly number[]): Series {
  return {
    median: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
    values: [...values],
  };
}
