// The rows of the conversation that extensions draw. Asks pi to draw the rows on the page, many in one request, and
// again when a row changes. Drawings are cached, so that a row that comes back to the page is shown at once.
import {
  MAX_ROWS_TO_DRAW,
  type DrawableRow,
  type DrawnRow,
  type RowToDraw,
} from '../../../shared/view/renders.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** How long rows are collected for one request. */
const COLLECT_MS = 30;
const MAX_CACHED = 500;

interface DrawRequest {
  row: RowToDraw;
  columns: number;
  show: (drawn: DrawnRow) => void;
}

const known = new WeakMap<Agent, DrawnRows>();

export function drawnRowsOf(agent: Agent): DrawnRows {
  let rows = known.get(agent);
  if (!rows) known.set(agent, (rows = new DrawnRows((columns, wanted) => ask(agent, columns, wanted))));
  return rows;
}

type Ask = (columns: number, rows: RowToDraw[]) => Promise<DrawnRow[] | null>;

export class DrawnRows {
  readonly #ask: Ask;
  /** The requests that wait to be sent, by owner. */
  readonly #requests = new Map<string, DrawRequest>();
  readonly #cache = new Map<string, DrawnRow>();
  #isAsking = false;

  /** `ask` resolves to null if it failed. The page then shows its own form of the rows. */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Returns the last drawing of this row. */
  find(row: RowToDraw, columns: number): DrawnRow | undefined {
    return this.#cache.get(keyOf(row, columns));
  }

  /** Draws a row and calls `show` with the result, unless `owner` makes another request first. */
  draw(owner: string, request: DrawRequest): void {
    this.#requests.set(owner, request);
    if (!this.#isAsking) void this.#flush();
  }

  /** Cancels the request of a row that was removed from the page. */
  cancel(owner: string): void {
    this.#requests.delete(owner);
  }

  async #flush(): Promise<void> {
    this.#isAsking = true;
    while (this.#requests.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
      const [first] = this.#requests.values();
      if (!first) break;
      const batch = [...this.#requests]
        .filter(([, { columns }]) => columns === first.columns)
        .slice(0, MAX_ROWS_TO_DRAW);
      for (const [owner] of batch) this.#requests.delete(owner);
      const drawn = await this.#ask(
        first.columns,
        batch.map(([, { row }]) => row),
      );
      batch.forEach(([, { row, show }], at) => {
        const result = drawn?.[at] ?? null;
        this.#store(keyOf(row, first.columns), result);
        show(result);
      });
    }
    this.#isAsking = false;
  }

  #store(key: string, drawn: DrawnRow): void {
    this.#cache.delete(key);
    this.#cache.set(key, drawn);
    if (this.#cache.size > MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!);
  }
}

/** The row of a tool call. */
export function drawableCall(call: string): DrawableRow {
  return { kind: 'tool', call };
}

async function ask(agent: Agent, columns: number, rows: RowToDraw[]): Promise<DrawnRow[] | null> {
  const answer = await agent.send<DrawnRow[]>({ type: 'panel_draw', columns, rows });
  return answer.success ? (answer.data ?? null) : null;
}

function keyOf(row: RowToDraw, columns: number): string {
  return `${columns} ${JSON.stringify(row)}`;
}
