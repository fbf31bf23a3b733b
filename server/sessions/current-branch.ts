// The branch of a session that pi continues, among all branches in its file.
import { branchTo } from '../../shared/pi/session-tree.ts';
import type { IndexedEntry, SessionIndex } from './session-index.ts';

export class CurrentBranch {
  readonly #index: SessionIndex;
  #entries: IndexedEntry[] = [];
  /** The list from which the branch was built. The index replaces or extends it when the file changes. */
  #source: { entries: IndexedEntry[]; count: number } | undefined;
  /** pi's position in the tree, until it appends to the file. */
  #position: { leafId: string | null; count: number } | null = null;

  constructor(index: SessionIndex) {
    this.#index = index;
  }

  /** Oldest first. */
  get entries(): IndexedEntry[] {
    const { entries, byId } = this.#index;
    if (this.#source?.entries !== entries || this.#source.count !== entries.length) {
      const position = this.#position?.count === entries.length ? this.#position : null;
      const leafId = position ? position.leafId : (entries.at(-1)?.id ?? null);
      this.#entries = leafId === null ? [] : branchTo(byId, leafId);
      this.#source = { entries, count: entries.length };
    }
    return this.#entries;
  }

  /**
   * Moves to this entry, where pi is now (null: before the first). The file does not show this until something is
   * appended there. From then on the last line counts again.
   */
  setLeaf(leafId: string | null): void {
    this.#position = { leafId, count: this.#index.entries.length };
    this.#source = undefined;
  }

  has(id: string): boolean {
    const entry = this.#index.byId.get(id);
    return entry !== undefined && this.entries.includes(entry);
  }

  /**
   * Returns the entries that lead to this one, even if it is on another branch by now; undefined for an unknown entry.
   */
  before(id: string): IndexedEntry[] | undefined {
    const entry = this.#index.byId.get(id);
    if (!entry) return undefined;
    const position = this.entries.lastIndexOf(entry);
    if (position !== -1) return this.entries.slice(0, position);
    return entry.parentId === null ? [] : branchTo(this.#index.byId, entry.parentId);
  }

  /** Returns the first entry from this one on and before the end that adds a row. */
  firstRowFrom(id: string, end: string): string | null {
    const from = this.entries.findIndex((entry) => entry.id === id);
    const to = this.entries.findIndex((entry) => entry.id === end);
    return (from === -1 ? [] : this.entries.slice(from, to)).find(addsRow)?.id ?? null;
  }
}

function addsRow({ type, role = '' }: IndexedEntry): boolean {
  if (type === 'message') return role !== 'toolResult' && role !== 'system';
  return ['custom_message', 'compaction', 'branch_summary'].includes(type);
}
