// The graph of commits as lanes: a column for each line of history, and the lines between the rows.
import type { GitCommit } from '../../../shared/git.ts';

export interface GraphRow {
  /** The column of the commit, counted from 0. */
  lane: number;
  /** The columns of lines that pass it. */
  passing: readonly number[];
  /** The columns of lines that come from above and end at the commit. */
  from: readonly number[];
  /** The columns of lines that lead from the commit to its parents. */
  to: readonly number[];
}

export interface CommitGraph {
  rows: readonly GraphRow[];
  /** How many columns the widest row has. */
  width: number;
  /** For each column the commit that its line leads to; null for a free one. */
  lanes: readonly (string | null)[];
  last: string | null;
}

export const NO_GRAPH: CommitGraph = { rows: [], width: 0, lanes: [], last: null };

/**
 * Returns the graph of these commits, the newest first. `known`: that of the first of them, which it continues, so that
 * a further page costs no more than its own rows.
 */
export function graphOf(
  commits: readonly Pick<GitCommit, 'id' | 'parents'>[],
  known: CommitGraph = NO_GRAPH,
): CommitGraph {
  const count = known.rows.length;
  const isPrefix = count > 0 && count <= commits.length && commits[count - 1]!.id === known.last;
  const start = isPrefix ? known : NO_GRAPH;
  const lanes = [...start.lanes];
  const rows = [...start.rows];
  let { width } = start;
  const seen = new Set(commits.slice(0, rows.length).map(({ id }) => id));
  for (const { id, parents } of commits.slice(rows.length)) {
    seen.add(id);
    const from = lanes.flatMap((wanted, at) => (wanted === id ? at : []));
    const lane = from[0] ?? freeLane(lanes);
    for (const at of from) lanes[at] = null;
    const passing = lanes.flatMap((wanted, at) => (wanted === null || at === lane ? [] : at));
    const to = parents.flatMap((parent, number) => {
      // A clock may have been wrong, so that a parent came first.
      if (seen.has(parent)) return [];
      const other = lanes.indexOf(parent);
      if (other >= 0) return other;
      const own = number === 0 || lanes[lane] === null ? lane : freeLane(lanes);
      lanes[own] = parent;
      return own;
    });
    rows.push({ lane, passing, from, to });
    width = Math.max(width, lane + 1, ...to.map((at) => at + 1), ...passing.map((at) => at + 1));
  }
  return { rows, width, lanes, last: commits.at(-1)?.id ?? null };
}

function freeLane(lanes: (string | null)[]): number {
  const free = lanes.indexOf(null);
  if (free >= 0) return free;
  lanes.push(null);
  return lanes.length - 1;
}
