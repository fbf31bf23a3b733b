// A text file that is too large for the editor. The server counts its rows, and the page fetches only the visible ones.
// The rows follow changes on disk. Rows that were already read stay after the file was deleted.
import { t } from '../../language/text.ts';
import type { FileRow, FileRows } from '../../../shared/files.ts';
import { errorText } from '../../../shared/error-text.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { Serial } from '../../lib/requests/serial.ts';
import type { FileAccess } from '../file/file-route.ts';
import { nameOf } from '../../lib/format/workspace-path.ts';

/** The number of rows in one request. */
const CHUNK_ROWS = 200;
const MAX_CHUNKS = 40;
/** The number of rows at the end that are read before they are counted. */
const END_ROWS = 500;
/** For a row past the end, the server returns the last row. */
const LAST_ROW = Number.MAX_SAFE_INTEGER;

export type RowTarget = { row: number } | { line: number } | { byte: number };

export class HugeFile {
  readonly path: string;
  readonly #access: () => FileAccess;
  size = $state(0);
  lines = $state(0);
  #counted = $state(0);
  #total = $state(0);
  /** Changes when the file was rewritten, so that earlier row numbers are no longer valid. */
  version = $state('');
  /** Tells the user what happened to the file. */
  message = $state('');
  /** Why the file cannot be read. */
  failure = $state.raw<ApiError | null>(null);
  /** The last rows of a file that is not counted to its end, without numbers, and the size that the file had then. */
  #end = $state.raw<{ rows: readonly FileRow[]; size: number }>({ rows: [], size: -1 });
  /** By chunk number, in the order in which they were read. The oldest is dropped first. */
  #chunks = $state.raw<ReadonlyMap<number, readonly FileRow[]>>(new Map());
  readonly #aborter = new AbortController();
  /** Sends one request at a time, so that an older response never makes the file appear to shrink. */
  readonly #requests = new Serial();
  #wanted: [first: number, last: number] = [0, 0];
  #isCounting = false;
  /** The chunk whose last row may have become longer since it was read. */
  #staleChunk: number | null = null;

  constructor(path: string, access: () => FileAccess) {
    this.path = path;
    this.#access = access;
  }

  get isCounted(): boolean {
    return this.version !== '' && this.#counted >= this.size;
  }

  /** The counted part of the file, from 0 to 1. */
  get progress(): number {
    return this.size === 0 ? 1 : this.#counted / this.size;
  }

  /** The number of rows; an estimate until all are counted. */
  get rowCount(): number {
    if (this.#counted === 0) return this.#total;
    return Math.round(this.#total * Math.max(1, this.size / this.#counted));
  }

  /** The number of rows at the end that can be shown although they are not counted. */
  get endRows(): number {
    return this.#end.rows.length;
  }

  /** Returns undefined until the row has been read. */
  row(n: number): FileRow | undefined {
    const fromEnd = this.rowCount - n;
    if (!this.isCounted && fromEnd <= this.endRows) return this.#end.rows.at(-fromEnd);
    const row = this.#chunks.get(Math.floor(n / CHUNK_ROWS))?.[n % CHUNK_ROWS];
    if (row || this.#end.size !== this.size || fromEnd > this.endRows) return row;
    return this.#end.rows.at(-fromEnd);
  }

  /** Reads the rows from `first` to `last` that are missing. Overlapping calls read only the range of the last one. */
  async show(first: number, last: number): Promise<void> {
    this.#wanted = [Math.max(0, first), last];
    while (await this.#requests.run(() => this.#readMissing()));
    void this.#countAll();
  }

  /** Resolves to the number of the row once it is counted, or to undefined if the file cannot be read. */
  async find(target: RowTarget): Promise<number | undefined> {
    for (;;) {
      const found = await this.#requests.run(() => this.#fetch(target, 1));
      if (!found || found.rows.length > 0) return found?.first;
      if (found.counted >= found.size) return 0;
    }
  }

  /** Reads the file again after it may have changed on disk. */
  async refresh(): Promise<void> {
    if (this.version === '') return;
    await this.#requests.run(() => this.#fetch({ row: LAST_ROW }, 1));
    await this.show(...this.#wanted);
  }

  close(): void {
    this.#aborter.abort();
  }

  /** Sends one request for wanted rows. Returns whether more of them may be missing. */
  async #readMissing(): Promise<boolean> {
    if (this.#aborter.signal.aborted) return false;
    if (this.#isEndMissing()) return (await this.#fetch({ end: 1 }, END_ROWS)) !== null;
    const missing = this.#firstMissingChunk();
    if (missing === undefined) return false;
    return (await this.#fetch({ row: missing * CHUNK_ROWS }, CHUNK_ROWS)) !== null;
  }

  /** Whether the wanted rows reach the end of a file whose end is neither counted nor read. */
  #isEndMissing(): boolean {
    if (this.version === '' || this.isCounted || this.#end.size === this.size) return false;
    return this.#wanted[1] >= this.rowCount - 1;
  }

  /** Returns the first wanted chunk that is missing or stale; undefined when there is none. */
  #firstMissingChunk(): number | undefined {
    if (this.isCounted && this.#total === 0) return undefined;
    const [first, last] = this.#wanted;
    const rows = this.rowCount - (this.isCounted ? 0 : this.endRows);
    if (this.version !== '' && !this.isCounted && first >= rows) return undefined;
    const end = Math.min(last, this.version === '' ? last : Math.max(first, rows - 1));
    for (let chunk = Math.floor(first / CHUNK_ROWS); chunk * CHUNK_ROWS <= end; chunk++)
      if (!this.#isComplete(chunk)) return chunk;
    return undefined;
  }

  #isComplete(chunk: number): boolean {
    const rows = this.#chunks.get(chunk);
    if (rows === undefined || chunk === this.#staleChunk) return false;
    return rows.length === CHUNK_ROWS || (this.isCounted && chunk * CHUNK_ROWS + rows.length >= this.#total);
  }

  async #countAll(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    let hasCounted = false;
    while (!this.isCounted && !this.#aborter.signal.aborted) {
      if (!(await this.#requests.run(() => this.#fetch({ row: LAST_ROW }, 1)))) break;
      hasCounted = true;
    }
    this.#isCounting = false;
    // The rows at the end have numbers now.
    if (hasCounted && this.isCounted) void this.show(...this.#wanted);
  }

  /** Fetches rows and updates the state. Returns null when the file cannot be read. */
  async #fetch(target: RowTarget | { end: 1 }, count: number): Promise<FileRows | null> {
    const { api, path } = this.#access();
    const [[key, value] = ['row', 0]] = Object.entries(target);
    const query = new URLSearchParams({ path: this.path, [key]: String(value), count: String(count) });
    try {
      const found = await api.json<FileRows>(`${path}/file/rows?${query}`, { signal: this.#aborter.signal });
      this.#apply(found);
      if ('end' in target) this.#end = { rows: found.rows, size: found.size };
      else if (count === CHUNK_ROWS) this.#store(found);
      return found;
    } catch (error) {
      if (this.#aborter.signal.aborted) return null;
      if (!(error instanceof ApiError)) throw error;
      this.#refuse(error);
      return null;
    }
  }

  #apply({ version, size, counted, total, lines }: FileRows): void {
    const isRewritten = version !== this.version;
    if (isRewritten && this.version !== '')
      this.message = t('{name} was replaced, shortened or rewritten on disk. This is its current content.', {
        name: nameOf(this.path),
      });
    else if (this.failure) this.message = '';
    if (isRewritten) {
      this.#chunks = new Map();
      this.#end = { rows: [], size: -1 };
    } else if (size > this.size) this.#staleChunk = Math.floor(Math.max(0, this.#total - 1) / CHUNK_ROWS);
    this.failure = null;
    this.size = size;
    this.#counted = counted;
    this.#total = total;
    this.lines = lines;
    this.version = version;
  }

  #store({ first, rows }: FileRows): void {
    if (rows.length === 0 || first % CHUNK_ROWS !== 0) return;
    const chunk = first / CHUNK_ROWS;
    const chunks = new Map(this.#chunks);
    chunks.delete(chunk);
    chunks.set(chunk, rows);
    if (chunks.size > MAX_CHUNKS) chunks.delete(chunks.keys().next().value!);
    this.#chunks = chunks;
    if (chunk === this.#staleChunk) this.#staleChunk = null;
  }

  #refuse(error: ApiError): void {
    this.failure = error;
    const what =
      error.status === 404 ? t('{name} was deleted on disk.', { name: nameOf(this.path) }) : errorText(error);
    this.message =
      this.version === '' ? what : t('{what} The lines that were read are still here.', { what });
  }
}
