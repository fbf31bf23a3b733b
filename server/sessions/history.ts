// The stored conversation of one session, read from pi's file a part at a time, newest first, whether or not pi is
// running. It neither writes the file nor keeps what it read; the view keeps what it needs.
import type { SessionEntry, SessionHeader } from '../../shared/pi/session.ts';
import { contextEdits } from '../../shared/pi/session-tree.ts';
import type { PlanNotes } from '../../shared/view/plan-notes.ts';
import type { RowMark } from '../../shared/view/view-event.ts';
import type { Branches } from '../../shared/view/conversation.ts';
import { Refusal } from '../../shared/refusal.ts';
import { branchesIn } from './branches.ts';
import { CurrentBranch } from './current-branch.ts';
import { EntryReader } from './entry-reader.ts';
import { SessionIndex, type IndexedEntry } from './session-index.ts';

/** Reading ends before a part exceeds this, but a part has at least one entry of any size. */
const PAGE_BYTES = 16 * 1024 * 1024;

/**
 * Indexes a session file. A missing file is an empty history, which a later `refresh` fills. Throws a Refusal (422) for
 * a file that is not a pi session.
 */
export async function openHistory(file: string): Promise<History> {
  const history = new History(file);
  await history.refresh();
  return history;
}

/** All methods show the file as the last `refresh` saw it. */
export class History {
  readonly #index: SessionIndex;
  readonly #reader: EntryReader;
  readonly #branch: CurrentBranch;
  #branches: ReadonlyMap<string, Branches> = new Map();
  #branchesSource: { entries: IndexedEntry[]; count: number } | undefined;

  constructor(file: string) {
    this.#index = new SessionIndex(file);
    this.#reader = new EntryReader(this.#index);
    this.#branch = new CurrentBranch(this.#index);
  }

  get file(): string {
    return this.#index.file;
  }

  /** Undefined while the file does not exist. Below version 3, ids change when pi loads and rewrites the file. */
  get header(): SessionHeader | undefined {
    return this.#index.header;
  }

  /** Indexes what was appended since, or everything if the file was rewritten or replaced. */
  async refresh(): Promise<void> {
    await this.#index.refresh();
  }

  /**
   * Moves to this entry, where pi is now (null: before the first). The file does not show this until something is
   * appended there. From then on the last line counts again.
   */
  setLeaf(leafId: string | null): void {
    this.#branch.setLeaf(leafId);
  }

  /** Returns labels by the id of their entry. They apply on every branch. */
  labels(): ReadonlyMap<string, string> {
    const labels = new Map<string, string>();
    for (const { label } of this.#index.entries) {
      if (label?.label) labels.set(label.targetId, label.label);
      else if (label) labels.delete(label.targetId);
    }
    return labels;
  }

  /** Returns the effect of the current branch's context edits, by the id of their target. */
  edits(): ReturnType<typeof contextEdits> {
    return contextEdits(this.#branch.entries.flatMap(({ edit }) => edit ?? []));
  }

  /** Returns the user's notes on plans of the current branch, by the time of the answer. */
  planNotes(): ReadonlyMap<number, PlanNotes> {
    return new Map(
      this.#branch.entries.flatMap(({ plan }) => (plan ? [[plan.at, plan.notes] as const] : [])),
    );
  }

  /** Returns the entry with this id; undefined if the file has none. */
  async entry(id: string): Promise<SessionEntry | undefined> {
    const [entry] = await this.#reader.read(() =>
      [this.#index.byId.get(id)].filter((found) => found !== undefined),
    );
    return entry;
  }

  /** Returns the user's messages on the current branch, or on all branches, oldest first. */
  async prompts(branches: 'current' | 'all' = 'current'): Promise<SessionEntry[]> {
    return this.#reader.read(() => {
      const { entries } = branches === 'all' ? this.#index : this.#branch;
      return entries.filter(({ role }) => role === 'user');
    });
  }

  /** Returns the tool calls that an extension blocked, as far as the panel's own extension recorded them. */
  blockedCalls(): string[] {
    return this.#index.entries.flatMap(({ blocked }) => blocked ?? []);
  }

  /** Returns the last entries of the current branch (the one that ends in the last line), oldest first. */
  async tail(limit: number): Promise<SessionEntry[]> {
    return this.#reader.read(() => lastOf(this.#branch.entries, limit));
  }

  /**
   * Returns the entries that lead to `entryId`, without it, oldest first. Fewer than `limit` does not mean that the
   * beginning was reached; see `hasBefore`. Rejects with a Refusal (404) for an id that is not in the file.
   */
  async before(entryId: string, limit: number): Promise<SessionEntry[]> {
    return this.#reader.read(() => {
      const path = this.#branch.before(entryId);
      if (path) return lastOf(path, limit);
      throw new Refusal(
        404,
        'unknown_entry',
        `The session no longer has an entry ${entryId}. Reload the page.`,
      );
    });
  }

  /** Whether any entry comes before this one; false for an unknown entry. */
  hasBefore(entryId: string): boolean {
    return (this.#branch.before(entryId)?.length ?? 0) > 0;
  }

  /** Returns the entries on the current branch that store these messages, in the same order. */
  async find(marks: readonly RowMark[]): Promise<(SessionEntry | undefined)[]> {
    const first = Math.min(...marks.map(({ timestamp }) => timestamp));
    const roles = new Set(marks.map(({ role }) => role));
    const stored = await this.#reader.read(() =>
      this.#branch.entries.filter(
        ({ type, role = '', time }) => type === 'message' && roles.has(role) && time >= first,
      ),
    );
    const byMark = new Map(
      stored.map((entry) => [entry.type === 'message' ? nameMark(entry.message) : '', entry]),
    );
    return Promise.all(
      marks.map(async (mark) => byMark.get(nameMark(mark)) ?? (await this.#findOther(mark))),
    );
  }

  /** The first entry that pi sends to the model, if the file is damaged before it, and how many messages that costs. */
  get cut(): CurrentBranch['cut'] {
    return this.#branch.cut;
  }

  /** The end of a branch that is not shown and has newer messages than this one, and how many. */
  get newer(): CurrentBranch['newer'] {
    return this.#branch.newer;
  }

  /** Whether the entry is on the current branch. */
  isOnBranch(id: string): boolean {
    return this.#branch.has(id);
  }

  /** Returns the entries on the current branch whose lines pass the test, in order. */
  async matching(test: (line: Buffer) => boolean): Promise<SessionEntry[]> {
    return this.#reader.matching(this.#branch.entries, test);
  }

  /**
   * Returns the position of a user's message among those at the same point of the tree; undefined if it is alone there.
   */
  branches(id: string): Branches | undefined {
    return this.#branching().get(id);
  }

  /** Returns the first entry on the current branch, from this one on and before the end, that adds a row. */
  firstRowFrom(id: string, end: string): string | null {
    return this.#branch.firstRowFrom(id, end);
  }

  /** Returns the id of the entry on the current branch that stores this message. */
  async findId({ role, timestamp }: RowMark): Promise<string | undefined> {
    const type = TYPE_OF_ROLE[role] ?? 'message';
    const isCandidate = (entry: IndexedEntry): boolean =>
      entry.type === type && (entry.role ?? role) === role && !(entry.time < timestamp);
    if (type !== 'message') {
      // Live rows have the time of their event, which comes after or before the entry is written.
      const apart = (entry: IndexedEntry): number => Math.abs(entry.time - timestamp);
      const near = this.#branch.entries.filter((entry) => entry.type === type && apart(entry) < 1000);
      return near.sort((a, b) => apart(a) - apart(b))[0]?.id;
    }
    // An entry is written when its message ends, so it is the first one after that time, or close to it.
    const near = await this.#reader.read(() => this.#branch.entries.filter(isCandidate).slice(0, 8));
    const same = near.find((entry) => entry.type === 'message' && entry.message.timestamp === timestamp);
    // The row of a user bash that was seen live has the time at which the command began. pi's message has the time of
    // its end.
    return (same ?? (role === 'bashExecution' ? near[0] : undefined))?.id;
  }

  /** Returns the name of the session, from the last session_info of the file on any branch that can be read. */
  async name(): Promise<string | undefined> {
    for (let last: IndexedEntry | undefined, at = Infinity; ; at = last.offset) {
      last = this.#index.entries.findLast(({ type, offset }) => type === 'session_info' && offset < at);
      if (!last) return undefined;
      const names = await this.#reader.read(() => (last && this.#index.entries.includes(last) ? [last] : []));
      const [entry] = names;
      if (entry?.type === 'session_info') return entry.name?.trim() || undefined;
    }
  }

  /** Returns the user's first message on the current branch. */
  async firstPrompt(): Promise<SessionEntry | undefined> {
    const [entry] = await this.#reader.read(() =>
      this.#branch.entries.filter(({ role }) => role === 'user').slice(0, 1),
    );
    return entry;
  }

  /** Returns the last choice of a model on the current branch and the last answer, the latest first. */
  async lastModels(): Promise<SessionEntry[]> {
    const stored = await this.#reader.read(() => {
      const { entries } = this.#branch;
      const last = [
        entries.findLast(({ type }) => type === 'model_change'),
        entries.findLast(({ role }) => role === 'assistant'),
      ];
      return entries.filter((entry) => last.includes(entry));
    });
    return stored.toReversed();
  }

  async #findOther(mark: RowMark): Promise<SessionEntry | undefined> {
    const id = TYPE_OF_ROLE[mark.role] && (await this.findId(mark));
    return id === undefined ? undefined : this.entry(id);
  }

  #branching(): ReadonlyMap<string, Branches> {
    const { entries, byId } = this.#index;
    if (this.#branchesSource?.entries !== entries || this.#branchesSource.count !== entries.length) {
      this.#branches = branchesIn(entries, byId);
      this.#branchesSource = { entries, count: entries.length };
    }
    return this.#branches;
  }
}

/** Roles whose messages are stored as entries of a special type. */
const TYPE_OF_ROLE: Record<string, string | undefined> = {
  custom: 'custom_message',
  customEntry: 'custom',
  compactionSummary: 'compaction',
  branchSummary: 'branch_summary',
};

const nameMark = ({ role, timestamp }: RowMark): string => `${role}-${timestamp}`;

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
