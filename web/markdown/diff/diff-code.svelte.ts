// The colors of the lines of a diff. Each side is highlighted as a whole, because a grammar needs the lines in between.
import type { DiffLine } from '../../lib/format/diff-lines.ts';
import { extensionOf } from '../../lib/format/image-type.ts';
import { withControlSigns } from '../../lib/format/visible-text.ts';
import { CodeLines, type CodeLine } from '../code/code-lines.svelte.ts';

/** The text of a gap is not code. */
type Row = Pick<DiffLine, 'kind' | 'text'>;

export class DiffCode {
  readonly #before = new CodeLines();
  readonly #after = new CodeLines();

  /** The extension of `path` selects the language. */
  show(rows: readonly Row[], path: string): void {
    const name = codeNameOf(path);
    const textOf = (without: Row['kind']): string =>
      rows.flatMap((row) => (row.kind === without ? [] : [codeOf(row)])).join('\n');
    this.#before.show(textOf('added'), name, false);
    this.#after.show(textOf('removed'), name, false);
  }

  /** Returns the highlighted line of each row, from the side that contains it. */
  linesOf(rows: readonly Row[]): CodeLine[] {
    let [old, now] = [0, 0];
    return rows.map((row) => {
      const line = row.kind === 'removed' ? this.#before.lines[old] : this.#after.lines[now];
      if (row.kind !== 'added') old += 1;
      if (row.kind !== 'removed') now += 1;
      return line && row.kind !== 'gap' ? line : { text: withControlSigns(row.text), spans: null };
    });
  }

  close(): void {
    this.#before.close();
    this.#after.close();
  }
}

const codeOf = ({ kind, text }: Row): string => (kind === 'gap' ? '' : withControlSigns(text));

/** Returns the name that selects the grammar: the extension or, for a file without one, the whole name, such as `Makefile`. */
function codeNameOf(path: string): string {
  return extensionOf(path) || path.slice(path.lastIndexOf('/') + 1);
}
