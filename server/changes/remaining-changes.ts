// Finds which recorded changes to a file are still on disk, that is, were not undone, reverted or overwritten since.
// Counts their lines, and how many of them were committed.
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ChangeKind } from '../../shared/changes.ts';
import { openSinceHead } from './open-since-head.ts';
import { digest } from '../../shared/digest.ts';
import type { CommitsSince } from '../git/commits-since.ts';
import { isSameContent, isText, signatureOf, type FileState, type ReadState } from './contents/file-state.ts';
import type { BlobStore } from './contents/blob-store.ts';
import type { Reversal } from './journal/scoped-file.ts';
import type { FilePlan } from './undo/plan-file.ts';
import { countLines, type Counts } from './line-counts.ts';

export interface RemainingChange {
  kind: ChangeKind;
  /** Null if it is not text. */
  counts: Counts | null;
  /** The part of it that was committed; null if nothing was. */
  committed: Counts | null;
}

export interface RecordedChange {
  path: string;
  /** The changes that were not undone, oldest first. */
  changes: readonly Reversal[];
  /** When the first of them was made, in ms since 1970. */
  at: number;
  /** The file before it was renamed to this path. */
  origin: FileState | null;
}

interface Recorded {
  /** Absolute. */
  workspace: string;
  store: Pick<BlobStore, 'get'>;
  planReversal: (path: string, changes: readonly Reversal[]) => Promise<FilePlan & { current: ReadState }>;
}

/** `gone`: nothing is left. Null if the change cannot be undone, so that only what was recorded is known. */
type Left = RemainingChange | 'gone' | null;

/** The kernel updates file times only every 4 to 10 ms. */
const TICK_MS = 20;
const NONE: Counts = { added: 0, removed: 0 };

export class RemainingChanges {
  readonly #changes: Recorded;
  /** The lines of each change that are left, for one version of its file and one commit. */
  readonly #known = new Map<string, { version: string; left: Left }>();

  constructor(changes: Recorded) {
    this.#changes = changes;
  }

  /** `version`: differs after every write to the file, and after every commit. */
  async of(change: RecordedChange, commits: CommitsSince | null): Promise<{ left: Left; version: string }> {
    const { path, changes, origin } = change;
    const key = digest(JSON.stringify([path, changes, origin]));
    const stats = await lstat(resolve(this.#changes.workspace, path), { bigint: true }).catch(() => null);
    const version = digest(`${commits?.head} ${stats ? signatureOf(stats) : 'absent'}`);
    const known = this.#known.get(key);
    if (known?.version === version) return known;
    const left = await this.#compare(change, commits);
    const found = { version, left };
    if (!stats || Date.now() - Number(stats.mtimeMs) > TICK_MS) this.#known.set(key, found);
    return found;
  }

  async #compare({ path, changes, at, origin }: RecordedChange, commits: CommitsSince | null): Promise<Left> {
    const { action, target, current } = await this.#changes.planReversal(path, changes);
    if (action === 'nothing') return 'gone';
    if (action === 'conflict' || action === 'unknown') return null;
    const before = target.state.kind === 'absent' && origin ? await this.#read(origin) : target;
    const [old, now] = [textOf(before), textOf(current)];
    const counts = old === null || now === null ? null : countLines(old, now);
    const kind = kindOf(before.state, current.state);
    if (!commits?.hasFile(path, at)) return { kind, counts, committed: null };
    if (await commits.isAsCommitted(path)) return { kind, counts, committed: counts ?? NONE };
    if (old === null || now === null) return { kind, counts, committed: null };
    const isOpen = await openSinceHead(this.#changes.workspace, { path, now: Buffer.from(now, 'latin1') });
    const open = countLines(old, now, isOpen);
    const committed = { added: counts!.added - open.added, removed: counts!.removed - open.removed };
    return { kind, counts, committed: committed.added + committed.removed > 0 ? committed : null };
  }

  async #read(state: FileState): Promise<ReadState> {
    const bytes = state.kind === 'file' ? await this.#changes.store.get(state.hash) : null;
    return { state, ...(bytes && { bytes }) };
  }
}

export function kindOf(before: FileState, after: FileState): ChangeKind {
  const isGone = ({ kind }: FileState): boolean => kind === 'absent' || kind === 'folder';
  if (isGone(before)) return 'created';
  if (isGone(after)) return 'deleted';
  return isSameContent(before, after) ? 'mode' : 'modified';
}

/** Returns the text as a string of bytes, or null if the content is not text, or not known. */
function textOf({ state, bytes }: ReadState): string | null {
  if (state.kind !== 'file') return '';
  return bytes && isText(bytes) ? bytes.toString('latin1') : null;
}
