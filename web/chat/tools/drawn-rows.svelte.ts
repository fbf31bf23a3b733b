// The rows of the conversation that extensions draw: asks pi for those on the page, many at once, and again when they
// change. What was drawn last is kept, so that a row that comes back has its lines at once.
import {
  MAX_ROWS_TO_DRAW,
  type DrawableRow,
  type DrawnRow,
  type RowToDraw,
} from '../../../shared/view/renders.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** Rows that are drawn again meanwhile go into the next request. */
const GATHER_MS = 30;
const MAX_KEPT = 500;

interface Wanted {
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
  readonly #wanted = new Map<string, Wanted>();
  readonly #kept = new Map<string, DrawnRow>();
  #isAsking = false;

  /** `ask` resolves to null if it failed; the rows are then shown as if no extension drew them. */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** As it was drawn last. */
  last(row: RowToDraw, columns: number): DrawnRow | undefined {
    return this.#kept.get(keyOf(row, columns));
  }

  /** Calls `show` with the drawing, unless the row is asked for again before. */
  draw(owner: string, wanted: Wanted): void {
    this.#wanted.set(owner, wanted);
    if (!this.#isAsking) void this.#flush();
  }

  /** The row is gone. */
  forget(owner: string): void {
    this.#wanted.delete(owner);
  }

  async #flush(): Promise<void> {
    this.#isAsking = true;
    while (this.#wanted.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const [first] = this.#wanted.values();
      if (!first) break;
      const now = [...this.#wanted]
        .filter(([, { columns }]) => columns === first.columns)
        .slice(0, MAX_ROWS_TO_DRAW);
      for (const [owner] of now) this.#wanted.delete(owner);
      const drawn = await this.#ask(
        first.columns,
        now.map(([, { row }]) => row),
      );
      now.forEach(([, { row, show }], at) => {
        const result = drawn?.[at] ?? null;
        this.#keep(keyOf(row, first.columns), result);
        show(result);
      });
    }
    this.#isAsking = false;
  }

  #keep(key: string, drawn: DrawnRow): void {
    this.#kept.delete(key);
    this.#kept.set(key, drawn);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}

/** The data of a request; the reader chooses `isExpanded`. */
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
