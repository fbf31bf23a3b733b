// Reads entries of a session file at the places that its index names, and corrects the index where it is wrong.
import { open } from 'node:fs/promises';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { isDamaged, parseEntry } from '../../shared/pi/session-parse.ts';
import { ifThere } from '../lib/if-there.ts';
import { readRanges } from './line-scan.ts';
import type { IndexedEntry, SessionIndex } from './session-index.ts';

/** How many bytes are read and searched at once. */
const SCAN_BYTES = 1024 * 1024;
/** Lines longer than this hold images, in which no search finds anything. */
const MAX_LINE_BYTES = 8 * SCAN_BYTES;

export class EntryReader {
  readonly #index: SessionIndex;

  constructor(index: SessionIndex) {
    this.#index = index;
  }

  /**
   * Parses the entries that `select` returns. If a line does not match the index, the file was rewritten in the
   * meantime, or the line is damaged in a way that the index could not see. The index is then corrected and `select`
   * called again.
   */
  async read(select: () => IndexedEntry[]): Promise<SessionEntry[]> {
    for (;;) {
      const selected = select();
      const entries = await this.#parse(selected);
      const at = selected.findIndex((entry, i) => !isAsIndexed(entry, entries[i]));
      const wrong = selected[at];
      if (!wrong) return entries.flatMap((entry, i) => (entry ? [{ ...entry, id: selected[i]!.id }] : []));
      await this.#index.refresh();
      if (this.#index.entries.includes(wrong)) this.#index.correct(wrong, correctionFor(entries[at]));
    }
  }

  /** Parses the entries whose lines pass the test. */
  async matching(entries: readonly IndexedEntry[], test: (line: Buffer) => boolean): Promise<SessionEntry[]> {
    const readable = entries.filter(({ length }) => length <= MAX_LINE_BYTES);
    const found: SessionEntry[] = [];
    for (let first = 0; first < readable.length;) {
      let last = first;
      for (let bytes = 0; last < readable.length && bytes < SCAN_BYTES; last++)
        bytes += readable[last]!.length;
      const parsed = await this.#parse(readable.slice(first, last), test);
      found.push(...parsed.filter((entry) => entry !== undefined));
      first = last;
    }
    return found;
  }

  async #parse(
    selected: readonly IndexedEntry[],
    test: (line: Buffer) => boolean = () => true,
  ): Promise<(SessionEntry | undefined)[]> {
    if (selected.length === 0) return [];
    // The file is missing because it was deleted. The refresh that follows makes the history empty.
    const file = await ifThere(open(this.#index.file, 'r'));
    if (!file) return [];
    try {
      const lines = await readRanges(file, selected);
      return lines.map((line, i) =>
        test(line) ? parseEntry(line.toString(), selected[i]?.place) : undefined,
      );
    } finally {
      await file.close();
    }
  }
}

function isAsIndexed(indexed: IndexedEntry, entry: SessionEntry | undefined): boolean {
  if (!entry) return false;
  return indexed.isDamaged ? isDamaged(entry) : entry.id === indexed.id && !isDamaged(entry);
}

/** A line that is no longer an entry is removed. */
function correctionFor(entry: SessionEntry | undefined): Partial<IndexedEntry> | null {
  if (!entry) return null;
  if (isDamaged(entry)) return { isDamaged: true, type: 'unreadable' };
  const { id, parentId, type } = entry;
  return { id, parentId, type, isDamaged: undefined };
}
