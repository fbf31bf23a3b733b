// The branch of a session that pi continues, among all branches in its file.
import { shownBranch, type ShownBranch } from '../../shared/pi/session-tree.ts';
import type { IndexedEntry, SessionIndex } from './session-index.ts';

export class CurrentBranch {
  readonly #index: SessionIndex;
  #shown: ShownBranch<IndexedEntry> = NO_BRANCH;
  /** The list from which the branch was built. The index replaces or extends it when the file changes. */
  #source: { entries: IndexedEntry[]; count: number } | undefined;
  /** pi's position in the tree, until it appends to the file. */
  #position: { leafId: string | null; count: number } | null = null;

  constructor(index: SessionIndex) {
    this.#index = index;
  }

  /** Oldest first, with what the file has before a break, and with damaged lines. */
  get entries(): IndexedEntry[] {
    return this.#read().nodes;
  }

  /**
   * The first entry that pi sends to the model, because the one before it is missing, and how many messages before it
   * the model therefore does not see. Null if the branch is whole.
   */
  get cut(): { entry: IndexedEntry; lost: number } | null {
    const { nodes, cut } = this.#read();
    if (!cut) return null;
    const before = nodes.slice(0, nodes.indexOf(cut));
    return { entry: cut, lost: before.filter(isMessage).length };
  }

  /**
   * The last entry of the branch with the newest message, if that is not this branch, and how many newer messages it
   * has. Null after a move to another entry, which the user wanted.
   */
  get newer(): { id: string; messages: number } | null {
    if (this.#isMoved) return null;
    const shown = new Set(this.entries);
    const { entries } = this.#index;
    const last = entries.findLast((entry) => isMessage(entry) && shown.has(entry));
    const newer = entries.slice(last ? entries.indexOf(last) + 1 : 0).filter(isMessage);
    const end = newer.at(-1);
    return end ? { id: end.id, messages: newer.length } : null;
  }

  get #isMoved(): boolean {
    return this.#position?.count === this.#index.entries.length;
  }

  #read(): ShownBranch<IndexedEntry> {
    const { entries } = this.#index;
    if (this.#source?.entries !== entries || this.#source.count !== entries.length) {
      const position = this.#isMoved ? this.#position : null;
      const leafId = position ? position.leafId : (entries.findLast((entry) => !entry.isDamaged)?.id ?? null);
      this.#shown = position?.leafId === null ? NO_BRANCH : this.#branchTo(leafId);
      this.#source = { entries, count: entries.length };
    }
    return this.#shown;
  }

  #branchTo(leafId: string | null): ShownBranch<IndexedEntry> {
    const { entries, byId } = this.#index;
    return shownBranch({ nodes: entries, byId, leafId, isSkipped: ({ isDamaged = false }) => isDamaged });
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
    return this.#branchTo(id).nodes.filter((other) => other !== entry);
  }

  /** Returns the first entry from this one on and before the end that adds a row. */
  firstRowFrom(id: string, end: string): string | null {
    const from = this.entries.findIndex((entry) => entry.id === id);
    const to = this.entries.findIndex((entry) => entry.id === end);
    return (from === -1 ? [] : this.entries.slice(from, to)).find(addsRow)?.id ?? null;
  }
}

const NO_BRANCH: ShownBranch<IndexedEntry> = { nodes: [], cut: null };

function isMessage({ type, role }: IndexedEntry): boolean {
  return type === 'message' && (role === 'user' || role === 'assistant');
}

function addsRow({ type, role = '' }: IndexedEntry): boolean {
  if (type === 'message') return role !== 'toolResult' && role !== 'system';
  return ['custom_message', 'compaction', 'branch_summary', 'unreadable'].includes(type);
}
