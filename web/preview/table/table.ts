// The rows of delimited text of up to a million rows. It holds the text once and the place of each row, because a
// string for each field would take several times the size of the file. Pure.
import { foldText } from '../../../shared/folded.ts';
import { fieldOf, fieldsOf, findRows, guessSeparator, namedSeparator, type Separator } from './csv.ts';
import { isSortedAsNumbers, numberOf } from './numbers.ts';

export const MOST_ROWS = 1_000_000;
/** The rows by which the columns and their widths are known. */
const SAMPLE_ROWS = 1000;
/** More columns could not be told apart anyway. */
export const MOST_COLUMNS = 500;

export interface SortOrder {
  column: number;
  isDescending: boolean;
}

export class Table {
  readonly #pieces: { text: string; firstRow: number }[] = [];
  /** Where each row begins in its piece. */
  #starts = new Uint32Array(1024);
  /** The text behind the last complete row. */
  #rest = '';
  #separator: Separator | null;
  count = 0;
  /** Whether there are more rows than are held. */
  isCut = false;
  isComplete = false;

  constructor(separator: Separator | null = null) {
    this.#separator = separator;
  }

  get separator(): Separator {
    return this.#separator ?? ',';
  }

  /** Adds text that follows what was added before. */
  append(text: string, { isLast = false } = {}): void {
    this.isComplete = isLast;
    if (this.isCut) return;
    let piece = this.#rest + text;
    if (this.count === 0) {
      const named = namedSeparator(piece);
      this.#separator =
        named ?? this.#separator ?? (piece === '' ? null : guessSeparator(piece.slice(0, 100_000)));
      if (named) piece = piece.slice(piece.indexOf('\n') + 1);
    }
    const { ends, rest } = findRows(piece, this.separator, { isLast });
    const firstRow = this.count;
    let start = 0;
    for (const end of ends) {
      if (this.count > MOST_ROWS) {
        this.isCut = true;
        break;
      }
      if (this.count === this.#starts.length) this.#grow();
      this.#starts[this.count++] = start;
      start = end;
    }
    if (start > 0) this.#pieces.push({ text: piece.slice(0, start), firstRow });
    this.#rest = this.isCut ? '' : piece.slice(rest);
  }

  row(row: number): string {
    const at = this.#pieces.findLastIndex(({ firstRow }) => firstRow <= row);
    const piece = this.#pieces[at];
    if (!piece || row >= this.count) return '';
    const isLastOfPiece = row + 1 === (this.#pieces[at + 1]?.firstRow ?? this.count);
    return piece.text.slice(this.#starts[row], isLastOfPiece ? undefined : this.#starts[row + 1]);
  }

  fields(row: number): string[] {
    return fieldsOf(this.row(row), this.separator);
  }

  field(row: number, column: number): string {
    return fieldOf(this.row(row), column, this.separator);
  }

  /** Returns, for each column, the longest value of the first rows in letters. */
  widths(): number[] {
    const widths: number[] = [];
    for (let row = 0; row < Math.min(SAMPLE_ROWS, this.count); row++)
      for (const [column, value] of this.fields(row).slice(0, MOST_COLUMNS).entries())
        widths[column] = Math.max(widths[column] ?? 0, value.length);
    return widths;
  }

  /** Whether the first row names the columns: it has no numbers and no empty or equal fields, as far as can be told. */
  hasNames(): boolean {
    const names = this.count > 1 ? this.fields(0) : [];
    return (
      names.length > 0 &&
      names.every((name) => name.trim() !== '' && Number.isNaN(numberOf(name))) &&
      new Set(names).size === names.length
    );
  }

  /** Returns the rows from `from` on that contain `query` in a field, in this order. Null for all in their own order. */
  arrange(from: number, query: string, order: SortOrder | null): Uint32Array | null {
    if (query === '' && order === null) return null;
    const rows = this.#rowsWith(from, foldText(query.trim()));
    return order ? this.#sort(rows, order) : rows;
  }

  #rowsWith(from: number, query: string): Uint32Array {
    const found = new Uint32Array(Math.max(0, this.count - from));
    let count = 0;
    // In a row as it is written, quotes are doubled, and a separator may end a field.
    const isPlain = !query.includes('"') && !query.includes(foldText(this.separator));
    for (let row = from; row < this.count; row++) {
      const hasQuery = isPlain
        ? foldText(this.row(row)).includes(query)
        : this.fields(row).some((value) => foldText(value).includes(query));
      if (hasQuery) found[count++] = row;
    }
    return found.slice(0, count);
  }

  /** Empty fields come last either way. Equal rows keep their order. */
  #sort(rows: Uint32Array, { column, isDescending }: SortOrder): Uint32Array {
    const values = Array.from(rows, (row) => this.field(row, column));
    const sign = isDescending ? -1 : 1;
    const places = Uint32Array.from(rows, (_, at) => at);
    if (isSortedAsNumbers(values)) {
      const keys = Float64Array.from(values, numberOf);
      const last = (key: number): number => (Number.isNaN(key) ? 1 : 0);
      places.sort((a, b) => {
        const [x, y] = [keys[a]!, keys[b]!];
        return last(x) - last(y) || (last(x) ? 0 : sign * (x - y)) || a - b;
      });
    } else {
      const { compare } = new Intl.Collator();
      const last = (value: string): number => (value === '' ? 1 : 0);
      places.sort((a, b) => {
        const [x, y] = [values[a]!, values[b]!];
        return last(x) - last(y) || sign * compare(x, y) || a - b;
      });
    }
    return places.map((at) => rows[at]!);
  }

  #grow(): void {
    const larger = new Uint32Array(this.#starts.length * 2);
    larger.set(this.#starts);
    this.#starts = larger;
  }
}
