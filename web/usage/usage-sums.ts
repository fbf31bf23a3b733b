// Adds up usage by day, model or folder, and adds days without usage for the chart. Pure.
import type { Text } from '../language/text.ts';
import type { UsageRow } from '../../shared/usage.ts';

export const GROUPINGS = [
  { id: 'day', label: 'Day' },
  { id: 'model', label: 'Model' },
  { id: 'workspace', label: 'Folder' },
] as const satisfies readonly { id: string; label: Text }[];
export type Grouping = (typeof GROUPINGS)[number]['id'];

/** Returns the number of all tokens: input, output and cache. */
export const tokensOf = ({
  input,
  output,
  cacheRead,
  cacheWrite,
}: Pick<UsageRow, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>): number =>
  input + output + cacheRead + cacheWrite;

export type UsageSum = Pick<
  UsageRow,
  'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cost' | 'billed' | 'answers'
> & { key: string };

const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0, billed: 0, answers: 0 };

export function sumOf(key: string, rows: readonly UsageRow[]): UsageSum {
  const sum = { key, ...NOTHING };
  for (const row of rows) {
    sum.input += row.input;
    sum.output += row.output;
    sum.cacheRead += row.cacheRead;
    sum.cacheWrite += row.cacheWrite;
    sum.cost += row.cost;
    sum.billed += row.billed;
    sum.answers += row.answers;
  }
  return sum;
}

/** Sorts days newest first, and models and folders by cost, then by tokens. */
export function sumsBy(rows: readonly UsageRow[], grouping: Grouping): UsageSum[] {
  const sums = [...Map.groupBy(rows, (row) => row[grouping])].map(([key, group]) => sumOf(key, group));
  if (grouping === 'day') return sums.toSorted((a, b) => (a.key < b.key ? 1 : -1));
  return sums.toSorted((a, b) => b.cost - a.cost || tokensOf(b) - tokensOf(a));
}

/** Returns the rows of the last `count` days up to `today`. */
export function inLastDays(rows: readonly UsageRow[], { today, count }: Span): UsageRow[] {
  const [first] = lastDays({ today, count });
  return rows.filter(({ day }) => first !== undefined && day >= first && day <= today);
}

/** Returns a sum for each day of the span, including days without usage, oldest first. */
export function sumsOfDays(rows: readonly UsageRow[], span: Span): UsageSum[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return lastDays(span).map((day) => sumOf(day, byDay.get(day) ?? []));
}

export interface Span {
  /** A date such as `2026-11-22`. */
  today: string;
  count: number;
}

/** Computes in UTC, in which all days have 24 hours. */
function lastDays({ today, count }: Span): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, n) =>
    new Date(end - (count - 1 - n) * 86_400_000).toISOString().slice(0, 10),
  );
}
