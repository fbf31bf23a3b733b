// The page's side of a table: what it shows of the rows that a worker holds.
import { untrack } from 'svelte';
import { errorText } from '../../../shared/error-text.ts';
import { startEarly } from '../../lib/browser/early-worker.ts';
import type { Arrangement, TableAnswer, TableRequest, TableRow, TableState } from './table-desk.ts';
import type { SortOrder } from './table.ts';
import url from './table-worker.ts?worker&url';

const nextWorker = startEarly(url, 'table');

/** The number of rows in one request. */
const CHUNK_ROWS = 100;
const MOST_CHUNKS = 40;

/** The text of a file in parts, and whether the file goes on after the last one. */
export type TableParts = AsyncIterable<Uint8Array<ArrayBuffer> | string, { isCut: boolean }>;

export class TableModel {
  state = $state.raw<TableState | null>(null);
  /** Why the last version of the file could not be read. */
  failure = $state<string | null>(null);
  arrangement = $state.raw<Arrangement>({ query: '', order: null, hasHeader: null });
  /** Whether the rows are being sorted or filtered. */
  isArranging = $state(false);
  /** By chunk number, in the order in which they were read. */
  #chunks = $state.raw<ReadonlyMap<number, readonly TableRow[]>>(new Map());
  /** The chunks of the last revision, which are shown until one of the new ones has been read. */
  #stale: ReadonlyMap<number, readonly TableRow[]> = new Map();
  readonly #worker = nextWorker();
  readonly #pending = new Map<number, PromiseWithResolvers<TableAnswer>>();
  #lastId = 0;
  #lastLoad = 0;
  /** The chunks that are under way, of this revision. */
  readonly #asked = new Set<string>();

  constructor() {
    this.#worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ id: number; answer: TableAnswer }>) => {
        this.#onState(data.answer.state);
        this.#pending.get(data.id)?.resolve(data.answer);
        this.#pending.delete(data.id);
      },
    );
    // The worker could not be fetched, or it ran out of memory.
    this.#worker.addEventListener('error', (event) => {
      this.failure =
        event instanceof ErrorEvent ? event.message : errorText(new Error('The worker did not start'));
    });
  }

  /** Returns undefined until the row has been read. `at`: among the rows as they are arranged. */
  row(at: number): TableRow | undefined {
    const chunk = Math.floor(at / CHUNK_ROWS);
    return (this.#chunks.get(chunk) ?? this.#stale.get(chunk))?.[at % CHUNK_ROWS];
  }

  /** Reads the rows from `first` to `last` that are missing. */
  show(first: number, last: number): void {
    const { state } = this;
    if (!state) return;
    const end = Math.min(last, state.shown - 1);
    for (let chunk = Math.floor(first / CHUNK_ROWS); chunk * CHUNK_ROWS <= end; chunk++) {
      const wanted = Math.min(CHUNK_ROWS, state.shown - chunk * CHUNK_ROWS);
      const key = `${state.revision} ${chunk} ${wanted}`;
      if ((this.#chunks.get(chunk)?.length ?? 0) >= wanted || this.#asked.has(key)) continue;
      this.#asked.add(key);
      void this.#readChunk(chunk, state.revision).finally(() => this.#asked.delete(key));
    }
  }

  /** Reads a version of the file. A later call takes its place. `kept`: the rows that the page shows. */
  async load(parts: TableParts, separator: '\t' | null, kept: number): Promise<void> {
    const load = ++this.#lastLoad;
    const isOld = (): boolean => load !== this.#lastLoad;
    try {
      // The file is fetched while the worker starts. It answers in the order in which it is asked.
      void this.#ask({ do: 'start', separator, kept });
      const iterator = parts[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await iterator.next();
        if (isOld()) return void (await iterator.return?.({ isCut: true }));
        if (done) {
          await this.#ask({ do: 'end', isCut: value.isCut });
          break;
        }
        const appended = this.#ask({ do: 'append', part: value });
        if (!this.state) this.#askFirst();
        const { state } = await appended;
        if (isOld()) return;
        if (state.isCut) {
          await iterator.return?.({ isCut: true });
          await this.#ask({ do: 'end', isCut: true });
          break;
        }
      }
      this.failure = null;
    } catch (error) {
      if (!isOld()) this.failure = errorText(error);
    }
  }

  async arrange(change: Partial<Arrangement>): Promise<void> {
    const arrangement = (this.arrangement = { ...this.arrangement, ...change });
    this.isArranging = true;
    await this.#ask({ do: 'arrange', arrangement });
    if (arrangement === this.arrangement) this.isArranging = false;
  }

  /** Sorts by the column: ascending, then descending, then as in the file. */
  async sort(column: number): Promise<void> {
    const { order } = this.arrangement;
    const next: SortOrder | null =
      order?.column !== column
        ? { column, isDescending: false }
        : order.isDescending
          ? null
          : { column, isDescending: true };
    await this.arrange({ order: next });
  }

  /** Resolves to the whole value. `at`: -1 for the name of the column. */
  async value(at: number, column: number): Promise<string> {
    return (await this.#ask({ do: 'value', at, column })).value ?? '';
  }

  close(): void {
    this.#lastLoad += 1;
    this.#worker.terminate();
  }

  /** Asks for the first rows together with the first part, before the page knows how many it can show. */
  #askFirst(): void {
    const key = `0 0 ${CHUNK_ROWS}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    void this.#readChunk(0, 0).finally(() => this.#asked.delete(key));
  }

  async #readChunk(chunk: number, revision: number): Promise<void> {
    const { rows, state } = await this.#ask({ do: 'rows', from: chunk * CHUNK_ROWS, count: CHUNK_ROWS });
    if (!rows || state.revision !== revision) return;
    const chunks = new Map(this.#chunks);
    chunks.delete(chunk);
    chunks.set(chunk, rows);
    if (chunks.size > MOST_CHUNKS) chunks.delete(chunks.keys().next().value!);
    this.#stale = new Map();
    this.#chunks = chunks;
  }

  #onState(state: TableState): void {
    const last = untrack(() => this.state);
    // Each answer has a state. One that is the same must not look like a change.
    if (last?.id === state.id) return;
    if (last?.revision !== state.revision) {
      if (this.#chunks.size > 0) this.#stale = this.#chunks;
      this.#chunks = new Map();
    }
    this.state = state;
  }

  #ask(request: TableRequest): Promise<TableAnswer> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<TableAnswer>();
    this.#pending.set(id, pending);
    const bytes = request.do === 'append' && typeof request.part !== 'string' ? request.part : null;
    this.#worker.postMessage({ id, request }, bytes ? [bytes.buffer] : []);
    return pending.promise;
  }
}
