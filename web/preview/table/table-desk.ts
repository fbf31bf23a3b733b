// Answers what the page asks about a table. It runs in a worker, where sorting a million rows holds nobody up. While a
// changed file is read, the rows of the last version stay until the new ones reach as far as the page shows.
import { cutText } from '../../../shared/view/cut-text.ts';
import { PartDecoder, type Encoding } from './decode.ts';
import { MOST_COLUMNS, MOST_ROWS, Table, type SortOrder } from './table.ts';
import type { Separator } from './csv.ts';

/** Longer values are cut in the grid. */
const MOST_LETTERS = 300;

export interface Arrangement {
  query: string;
  order: SortOrder | null;
  /** Whether the first row names the columns; null to guess. */
  hasHeader: boolean | null;
}

export type TableRequest =
  /** `kept`: the number of rows that must be there before they replace those of the last version. */
  | { do: 'start'; separator: Separator | null; kept: number }
  | { do: 'append'; part: Uint8Array | string }
  /** `isCut`: whether the file goes on. */
  | { do: 'end'; isCut: boolean }
  | { do: 'arrange'; arrangement: Arrangement }
  | { do: 'rows'; from: number; count: number }
  | { do: 'value'; at: number; column: number };

export interface TableState {
  /** Another one for each state that is not equal to the last. */
  id: number;
  /** Changes whenever earlier rows are no longer valid. */
  revision: number;
  /** The rows without the header. */
  total: number;
  /** Those that the filter lets through. */
  shown: number;
  columns: readonly string[];
  /** The longest value of each column among the first rows, in letters. */
  widths: readonly number[];
  hasHeader: boolean;
  encoding: Encoding | null;
  isComplete: boolean;
  isCut: boolean;
}

export interface TableRow {
  /** In the file, from 1, without the header. */
  number: number;
  cells: readonly string[];
}

export interface TableAnswer {
  state: TableState;
  rows?: readonly TableRow[];
  value?: string;
}

interface Version {
  table: Table;
  decoder: PartDecoder;
  kept: number;
}

export class TableDesk {
  #current: Version | null = null;
  #next: Version | null = null;
  #arrangement: Arrangement = { query: '', order: null, hasHeader: null };
  #order: Uint32Array | null = null;
  #revision = 0;
  #state: TableState | null = null;
  #lastId = 0;

  answer(request: TableRequest): TableAnswer {
    switch (request.do) {
      case 'start':
        this.#next = { table: new Table(request.separator), decoder: new PartDecoder(), kept: request.kept };
        this.#current ??= this.#next;
        this.#state = null;
        break;
      case 'append':
        this.#append(request.part);
        break;
      case 'end':
        this.#end(request.isCut);
        break;
      case 'arrange':
        this.#arrangement = request.arrangement;
        this.#arrange();
        break;
      case 'rows':
        return { state: this.#described(), rows: this.#rows(request.from, request.count) };
      case 'value':
        return { state: this.#described(), value: this.#value(request.at, request.column) };
    }
    return { state: this.#described() };
  }

  #append(part: Uint8Array | string): void {
    const { table, decoder, kept } = this.#next!;
    table.append(typeof part === 'string' ? part : decoder.decode(part));
    if (this.#next === this.#current) this.#state = null;
    // Rows that are sorted or filtered are known only once all are there.
    else if (table.count > kept && !this.#isArranged) this.#replace();
  }

  #end(isCut: boolean): void {
    const { table, decoder } = this.#next!;
    table.append(decoder.end(), { isLast: true });
    table.isCut ||= isCut;
    if (this.#next === this.#current && !this.#isArranged) this.#state = null;
    else this.#replace();
    this.#next = null;
  }

  #replace(): void {
    this.#current = this.#next;
    this.#arrange();
  }

  get #isArranged(): boolean {
    return this.#arrangement.query !== '' || this.#arrangement.order !== null;
  }

  #arrange(): void {
    this.#revision += 1;
    this.#state = null;
    const { table } = this.#current ?? {};
    const { query, order } = this.#arrangement;
    this.#order = table?.isComplete ? table.arrange(this.#firstRow(table), query, order) : null;
  }

  #hasHeader(table: Table): boolean {
    return this.#arrangement.hasHeader ?? table.hasNames();
  }

  #firstRow(table: Table): number {
    return this.#hasHeader(table) ? 1 : 0;
  }

  #described(): TableState {
    return (this.#state ??= this.#describe());
  }

  #describe(): TableState {
    const { table, decoder } = this.#current ?? { table: new Table(), decoder: new PartDecoder() };
    const widths = table.widths();
    const hasHeader = this.#hasHeader(table);
    const names = hasHeader ? table.fields(0) : [];
    const total = Math.min(MOST_ROWS, Math.max(0, table.count - (hasHeader ? 1 : 0)));
    return {
      id: ++this.#lastId,
      revision: this.#revision,
      total,
      shown: this.#order ? this.#order.length : total,
      columns: widths.map((_, column) => cut(names[column] ?? letterOf(column))),
      widths,
      hasHeader,
      encoding: decoder.encoding,
      isComplete: table.isComplete && !this.#next,
      isCut: table.isCut,
    };
  }

  #rowAt(at: number): number {
    const { table } = this.#current!;
    return this.#order ? this.#order[at]! : at + this.#firstRow(table);
  }

  #rows(from: number, count: number): TableRow[] {
    const { table } = this.#current!;
    const first = this.#firstRow(table);
    const last = Math.min(from + count, this.#described().shown);
    return Array.from({ length: Math.max(0, last - from) }, (_, at) => {
      const row = this.#rowAt(from + at);
      return { number: row - first + 1, cells: table.fields(row).slice(0, MOST_COLUMNS).map(cut) };
    });
  }

  #value(at: number, column: number): string {
    const { table } = this.#current!;
    return at < 0 ? (table.fields(0)[column] ?? '') : table.field(this.#rowAt(at), column);
  }
}

function cut(value: string): string {
  return value.length > MOST_LETTERS ? `${cutText(value, MOST_LETTERS)}…` : value;
}

/** A, B, ..., Z, AA, as in spreadsheets. */
function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
