// The stored conversation of one session, read from pi's file a page at a time, newest first, whether pi runs
// or not. It neither writes the file nor holds what it read: the view keeps what it needs.
import { open } from 'node:fs/promises';
import type { SessionEntry, SessionHeader } from '../../shared/pi/session.ts';
import { parseEntry } from '../../shared/pi/session-parse.ts';
import { branchTo, removedIds } from '../../shared/pi/session-tree.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readRanges } from './line-read.ts';
import { SessionIndex, type IndexedEntry } from './session-index.ts';

/** A page ends early rather than pass this, but it has at least one entry, whatever that weighs. */
const PAGE_BYTES = 16 * 1024 * 1024;

/** How an entry is called in a view that saw it live, before it had an id. */
export interface MessageMark {
  role: string;
  /** ms since 1970, of the message. */
  timestamp: number;
}

/**
 * Indexes a session file. A file that is not there (yet) is an empty history, which a later `refresh` fills.
 * Throws a Refusal (422) for a file that is no pi session.
 */
export async function openHistory(file: string): Promise<History> {
  const history = new History(file);
  await history.refresh();
  return history;
}

/** Pages show the file as the last `refresh` saw it, without the entries that left the conversation. */
export class History {
  readonly #index: SessionIndex;
  #branch: IndexedEntry[] = [];
  /** The list that the branch was made of: the index replaces or lengthens it when something changes. */
  #branchSource: { entries: IndexedEntry[]; count: number } | undefined;
  /** Where pi stands in the tree, until it appends to the file. */
  #stand: { leafId: string | null; count: number } | null = null;

  constructor(file: string) {
    this.#index = new SessionIndex(file);
  }

  get file(): string {
    return this.#index.file;
  }

  /** Undefined while there is no file. Below version 3 the ids change when pi loads and rewrites the file. */
  get header(): SessionHeader | undefined {
    return this.#index.header;
  }

  /** Takes in what was appended since, and everything anew when the file was rewritten or replaced. */
  async refresh(): Promise<void> {
    await this.#index.refresh();
  }

  /**
   * pi went to this entry, null: before the first. The file does not say so until something is appended there;
   * from then on the last line counts again.
   */
  standAt(leafId: string | null): void {
    this.#stand = { leafId, count: this.#index.entries.length };
    this.#branchSource = undefined;
  }

  /** By the id of the entry that has it. They hold on every branch. */
  labels(): ReadonlyMap<string, string> {
    const labels = new Map<string, string>();
    for (const { label } of this.#index.entries) {
      if (label?.label) labels.set(label.targetId, label.label);
      else if (label) labels.delete(label.targetId);
    }
    return labels;
  }

  /** Calls that an extension did not let run, as far as the panel's own was there to see it. */
  blockedCalls(): string[] {
    return this.#index.entries.flatMap(({ blocked }) => blocked ?? []);
  }

  /** The last entries of the current branch (the one that ends in the last line), oldest first. */
  async tail(limit: number): Promise<SessionEntry[]> {
    return this.#read(() => lastOf(this.#currentBranch(), limit));
  }

  /**
   * The entries that lead to `entryId`, itself not among them, oldest first. Fewer than `limit` do not mean
   * that the beginning is reached: `hasBefore` says that. Throws a Refusal (404) for an id that is not in the file.
   */
  async before(entryId: string, limit: number): Promise<SessionEntry[]> {
    return this.#read(() => {
      const path = this.#pathBefore(entryId);
      if (path) return lastOf(path, limit);
      throw new Refusal(
        404,
        'unknown_entry',
        `The session has no entry ${entryId} any more. Reload the page.`,
      );
    });
  }

  /** Whether anything leads to this entry; false for an unknown one. */
  hasBefore(entryId: string): boolean {
    return (this.#pathBefore(entryId)?.length ?? 0) > 0;
  }

  /** The id of the entry on the current branch that stores this message. */
  async findId({ role, timestamp }: MessageMark): Promise<string | undefined> {
    const type = TYPE_OF_ROLE[role] ?? 'message';
    const isCandidate = (entry: IndexedEntry): boolean =>
      entry.type === type && (entry.role ?? role) === role && entry.time >= timestamp;
    if (type !== 'message') {
      const entry = this.#currentBranch().find(isCandidate);
      return entry && entry.time - timestamp < 1000 ? entry.id : undefined;
    }
    // An entry is written when its message ends, so the wanted one is the first after that time, or near it.
    const near = await this.#read(() => this.#currentBranch().filter(isCandidate).slice(0, 8));
    return near.find((entry) => entry.type === 'message' && entry.message.timestamp === timestamp)?.id;
  }

  /** What the session is called, by the last session_info of the file, on whatever branch it stands. */
  async name(): Promise<string | undefined> {
    const [entry] = await this.#read(() => {
      const last = this.#index.entries.findLast(({ type }) => type === 'session_info');
      return last ? [last] : [];
    });
    return entry?.type === 'session_info' ? entry.name?.trim() || undefined : undefined;
  }

  #currentBranch(): IndexedEntry[] {
    const { entries, byId } = this.#index;
    if (this.#branchSource?.entries !== entries || this.#branchSource.count !== entries.length) {
      const stand = this.#stand?.count === entries.length ? this.#stand : null;
      const leafId = stand ? stand.leafId : (entries.at(-1)?.id ?? null);
      this.#branch = conversationTo(byId, leafId);
      this.#branchSource = { entries, count: entries.length };
    }
    return this.#branch;
  }

  #pathBefore(entryId: string): IndexedEntry[] | undefined {
    const entry = this.#index.byId.get(entryId);
    if (!entry) return undefined;
    const branch = this.#currentBranch();
    const position = branch.lastIndexOf(entry);
    if (position !== -1) return branch.slice(0, position);
    // The conversation went another way since, or the entry left it: what led to it is still the answer.
    return conversationTo(this.#index.byId, entry.parentId);
  }

  /**
   * Parses what `select` chooses. A line that is not what the index says means that the file was rewritten in
   * the meantime, or that the line was never finished; then the index is corrected and the choice made again.
   */
  async #read(select: () => IndexedEntry[]): Promise<SessionEntry[]> {
    for (;;) {
      const selected = select();
      const entries = await this.#parse(selected);
      const wrong = selected.find((entry, i) => entries[i]?.id !== entry.id);
      if (!wrong) return entries.filter((entry) => entry !== undefined);
      await this.#index.refresh();
      if (this.#index.entries.includes(wrong)) this.#index.drop(wrong);
    }
  }

  async #parse(selected: readonly IndexedEntry[]): Promise<(SessionEntry | undefined)[]> {
    if (selected.length === 0) return [];
    const file = await open(this.file, 'r').catch((error: NodeJS.ErrnoException) => {
      // Deleted since: the refresh that follows makes the history empty.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) return [];
    try {
      const lines = await readRanges(file, selected);
      return lines.map((line, i) => parseEntry(line.toString(), selected[i]?.place));
    } finally {
      await file.close();
    }
  }
}

/** Roles whose messages are stored as entries of a type of their own. */
const TYPE_OF_ROLE: Record<string, string | undefined> = {
  custom: 'custom_message',
  compactionSummary: 'compaction',
  branchSummary: 'branch_summary',
};

function conversationTo(byId: ReadonlyMap<string, IndexedEntry>, leafId: string | null): IndexedEntry[] {
  const path = leafId === null ? [] : branchTo(byId, leafId);
  const removed = removedIds(path.flatMap((entry) => entry.edit ?? []));
  return removed.size === 0 ? path : path.filter((entry) => !removed.has(entry.id));
}

function lastOf(path: readonly IndexedEntry[], limit: number): IndexedEntry[] {
  let first = path.length;
  let bytes = 0;
  while (first > 0 && path.length - first < limit) {
    bytes += path[first - 1]?.length ?? 0;
    if (bytes > PAGE_BYTES && first < path.length) break;
    first--;
  }
  return path.slice(first);
}
