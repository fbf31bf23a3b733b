// A text file that is too large for the editor: the server counts its rows and gives those that are looked at. It follows
// what happens to the file, and what was read stays when the file is gone.
import { t } from '../../language/text.ts';
import type { FileRow, FileRows } from '../../../shared/files.ts';
import { errorText } from '../../../shared/error-text.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { Serial } from '../../lib/requests/serial.ts';
import type { FileAccess } from '../file/file-route.ts';
import { nameOf } from '../workspace-path.ts';

/** Rows of one request. */
const CHUNK = 200;
const MAX_CHUNKS = 40;
/** Also when the file is shorter: the server answers with the last one. */
const LAST_ROW = Number.MAX_SAFE_INTEGER;

export type SoughtRow = { row: number } | { line: number } | { byte: number };

export class HugeFile {
  readonly path: string;
  readonly #access: () => FileAccess;
  size = $state(0);
  lines = $state(0);
  #counted = $state(0);
  #total = $state(0);
  /** Changes when the rows have other numbers than before. */
  version = $state('');
  /** For the user: what happened to the file. */
  message = $state('');
  /** Why it cannot be shown. */
  failure = $state.raw<ApiError | null>(null);
  /** By their number; the one read last is the last. */
  #chunks = $state.raw<ReadonlyMap<number, readonly FileRow[]>>(new Map());
  readonly #gone = new AbortController();
  /** Requests are answered one after the other, so the file never seems to shrink. */
  readonly #asking = new Serial();
  #wanted: [first: number, last: number] = [0, 0];
  #isCounting = false;
  /** Its last row may have gone on since it was read. */
  #staleChunk: number | null = null;

  constructor(path: string, access: () => FileAccess) {
    this.path = path;
    this.#access = access;
  }

  get isCounted(): boolean {
    return this.version !== '' && this.#counted >= this.size;
  }

  /** From 0 to 1. */
  get progress(): number {
    return this.size === 0 ? 1 : this.#counted / this.size;
  }

  /** All rows; an estimate until they are counted. */
  get rowCount(): number {
    if (this.#counted === 0) return this.#total;
    return Math.round(this.#total * Math.max(1, this.size / this.#counted));
  }

  /** Undefined until it is read. */
  row(n: number): FileRow | undefined {
    return this.#chunks.get(Math.floor(n / CHUNK))?.[n % CHUNK];
  }

  /** Reads these rows unless they are there. Of several calls the last one counts. */
  async show(first: number, last: number): Promise<void> {
    this.#wanted = [Math.max(0, first), last];
    await this.#asking.run(async () => {
      for (;;) {
        const missing = this.#firstMissing();
        if (missing === undefined || this.#gone.signal.aborted) return;
        if (!(await this.#ask({ row: missing * CHUNK }, CHUNK))) return;
      }
    });
    void this.#countAll();
  }

  /** The number of the row, once it is counted; undefined when the file cannot be read. */
  async find(sought: SoughtRow): Promise<number | undefined> {
    return this.#asking.run(async () => {
      for (;;) {
        const found = await this.#ask(sought, 1);
        if (!found || found.rows.length > 0) return found?.first;
        if (found.counted >= found.size) return 0;
      }
    });
  }

  /** The file may have changed on disk. */
  async refresh(): Promise<void> {
    if (this.version === '') return;
    await this.find({ row: LAST_ROW });
    await this.show(...this.#wanted);
  }

  close(): void {
    this.#gone.abort();
  }

  /** In the order of the rows; undefined when all wanted ones are there. */
  #firstMissing(): number | undefined {
    if (this.isCounted && this.#total === 0) return undefined;
    const [first, last] = this.#wanted;
    const end = Math.min(last, this.version === '' ? last : Math.max(first, this.rowCount - 1));
    for (let chunk = Math.floor(first / CHUNK); chunk * CHUNK <= end; chunk++)
      if (!this.#isWhole(chunk)) return chunk;
    return undefined;
  }

  #isWhole(chunk: number): boolean {
    const rows = this.#chunks.get(chunk);
    if (rows === undefined || chunk === this.#staleChunk) return false;
    return rows.length === CHUNK || (this.isCounted && chunk * CHUNK + rows.length >= this.#total);
  }

  async #countAll(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    while (!this.isCounted && !this.#gone.signal.aborted)
      if (!(await this.#asking.run(() => this.#ask({ row: LAST_ROW }, 1)))) break;
    this.#isCounting = false;
  }

  /** Null when it cannot be read. */
  async #ask(sought: SoughtRow, count: number): Promise<FileRows | null> {
    const { api, path } = this.#access();
    const [[key, value] = ['row', 0]] = Object.entries(sought);
    const query = new URLSearchParams({ path: this.path, [key]: String(value), count: String(count) });
    try {
      const found = await api.json<FileRows>(`${path}/file/rows?${query}`, { signal: this.#gone.signal });
      this.#apply(found);
      if (count === CHUNK) this.#store(found);
      return found;
    } catch (error) {
      if (this.#gone.signal.aborted) return null;
      if (!(error instanceof ApiError)) throw error;
      this.#refuse(error);
      return null;
    }
  }

  #apply({ version, size, counted, total, lines }: FileRows): void {
    const isOther = version !== this.version;
    if (isOther && this.version !== '')
      this.message = t('{name} was replaced, shortened or rewritten on disk. This is its present content.', {
        name: nameOf(this.path),
      });
    else if (this.failure) this.message = '';
    if (isOther) this.#chunks = new Map();
    else if (size > this.size) this.#staleChunk = Math.floor(Math.max(0, this.#total - 1) / CHUNK);
    this.failure = null;
    this.size = size;
    this.#counted = counted;
    this.#total = total;
    this.lines = lines;
    this.version = version;
  }

  #store({ first, rows }: FileRows): void {
    if (rows.length === 0 || first % CHUNK !== 0) return;
    const chunk = first / CHUNK;
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
