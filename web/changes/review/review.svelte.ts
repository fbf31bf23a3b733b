// The files under review in a scope, with their hunks. The diffs are fetched a few at a time.
import type { ChangedFile, ChangeDiff } from '../../../shared/changes.ts';
import { errorText } from '../../../shared/error-text.ts';
import { hunksOf, type Hunk } from '../../../shared/hunks.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { isSpaceOnly } from '../hunks/hunk-notes.ts';
import { hunkRows, textsOf } from '../../markdown/diff/hunk-rows.ts';
import { changeIds } from './change-ids.ts';
import { MAX_MARKS, type ReviewMarks } from './review-marks.svelte.ts';
import { waitingHunks } from './waiting-hunks.ts';

/** The reviewed part of the session, as query parameters of the routes. */
export type Part =
  { turn: string } | { from: string } | { commit: string; base?: string } | { scope: 'session' | 'head' };

export interface ReviewedFile extends ChangedFile {
  /** Null while the diff is being fetched; a string is the reason why there is none. */
  diff: ChangeDiff | string | null;
  hunks: readonly Hunk[];
  /** The ids of its changes: those of its hunks, or one for a file that is kept or undone whole. */
  ids: readonly string[];
}

export interface Place {
  path: string;
  hunk: string;
}

const CONCURRENT_FETCHES = 4;
/** Diffs that arrive within this time are shown together, so that a long list is not rendered again for each one. */
const BATCH_MS = 50;

export class Review {
  files = $state.raw<readonly ReviewedFile[]>([]);
  /** The hunk that the user went to. */
  current = $state.raw<Place | null>(null);
  /** The number of changed lines that are selected in the current hunk. */
  selectedLines = $state(0);
  /** The files whose two sides are shown instead of hunks, by path, and whether they are edited to resolve a conflict. */
  beside = $state.raw<ReadonlyMap<string, { isConflict: boolean }>>(new Map());
  readonly #agent: Agent;
  readonly #marks: ReviewMarks;
  #part = $state.raw<Part>({ scope: 'session' });
  /** The index of the current hunk's file in the list, from the time when the user went there. */
  #fileAt = 0;
  #round = 0;
  /** The diffs that have arrived but are not shown yet, by path. */
  readonly #arrived = new Map<string, Partial<ReviewedFile>>();
  /** The entry of each file in the list when its diff was fetched. */
  readonly #fetched = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(agent: Agent, marks: ReviewMarks) {
    this.#agent = agent;
    this.#marks = marks;
  }

  get part(): Part {
    return this.#part;
  }

  /** Whether changes can be marked as kept. Those of a commit have happened: there is nothing to decide. */
  get canKeep(): boolean {
    return !('commit' in this.#part);
  }

  /** All hunks in order. */
  readonly places = $derived(
    this.files.flatMap(({ path, ids }) => ids.map((hunk): Place => ({ path, hunk }))),
  );

  /**
   * The hunk on which keys act. It is the current one or, if that is gone, one in its file, or otherwise the next one
   * that is not done.
   */
  readonly marked = $derived.by((): Place | null => {
    const { current } = this;
    if (current && this.places.some(({ hunk, path }) => hunk === current.hunk && path === current.path))
      return current;
    const inFile = current && this.firstOf(current.path);
    if (inFile) return inFile;
    const at = this.files.findIndex(({ path }) => path === current?.path);
    const later = new Set(this.files.slice(at < 0 ? this.#fileAt : at).map(({ path }) => path));
    const left = this.places.filter(({ hunk }) => !this.isDone(hunk));
    return left.find(({ path }) => later.has(path)) ?? left[0] ?? null;
  });

  readonly left = $derived.by(() => this.places.filter(({ hunk }) => !this.isDone(hunk)).length);

  readonly #committed = $derived(
    new Set(this.files.flatMap(({ diff }) => (isText(diff) ? (diff.committed ?? []) : []))),
  );

  /** How many changes differ only in white space. */
  readonly spaceOnly = $derived.by(() =>
    this.files.reduce((sum, { diff, hunks }) => {
      if (!isText(diff) || hunks.length === 0) return sum;
      const texts = textsOf(diff);
      return sum + hunks.filter((hunk) => isSpaceOnly(texts, hunk)).length;
    }, 0),
  );

  /** Whether some changes are not committed yet. */
  readonly hasUncommitted = $derived(this.places.some(({ hunk }) => !this.#committed.has(hunk)));

  /** Whether all diffs have arrived. */
  readonly isLoaded = $derived(this.files.every(({ diff }) => diff !== null));

  /** Whether all changes are reviewed. */
  readonly isFinished = $derived(this.isLoaded && this.places.length > 0 && this.left === 0);

  /** Whether a conflict is being resolved in some file. */
  readonly isResolving = $derived([...this.beside.values()].some(({ isConflict }) => isConflict));

  /** The ids of the hunks whose undo waits for the end of the turn. */
  readonly waiting = $derived.by(() => waitingHunks(this.#agent.changes.list));

  /** Whether the user kept or committed the hunk. */
  isDone(hunk: string): boolean {
    return this.canKeep && (this.#marks.has(hunk) || this.#committed.has(hunk));
  }

  /** Whether all changes of these files are done. Null while some are being fetched, or if there is none to keep. */
  areDone(files: readonly ReviewedFile[]): boolean | null {
    const ids = files.flatMap((file) => file.ids);
    if (!this.canKeep || ids.length === 0 || files.some(({ diff }) => diff === null)) return null;
    return ids.every((id) => this.isDone(id));
  }

  /** Whether a change can be undone by itself. */
  canUndo({ diff }: ReviewedFile, hunk: string): boolean {
    if (this.isDone(hunk) || !this.canKeep || this.waiting.has(hunk)) return false;
    if (!diff || typeof diff === 'string') return false;
    return 'binary' in diff || diff.isCurrent;
  }

  /** Keeps all changes of these files, and goes on behind them. If all are done, they have to be reviewed again. */
  toggleFiles(files: readonly ReviewedFile[]): void {
    const hunks = files.flatMap(({ ids }) => ids);
    const isKept = !hunks.every((id) => this.isDone(id));
    this.#marks.set(hunks, isKept);
    const last = files.findLast(({ ids }) => ids.length > 0);
    if (isKept && last) this.advance({ path: last.path, hunk: last.ids.at(-1)! });
  }

  /**
   * Fetches the diffs. In the same part, the diffs of unchanged files stay, and other old ones are visible until the
   * new ones arrive.
   */
  async show(part: Part, files: readonly ChangedFile[]): Promise<void> {
    const isSame = JSON.stringify(part) === JSON.stringify(this.#part);
    const round = ++this.#round;
    this.#part = part;
    if (isSame) this.#showArrived();
    else for (const known of [this.#arrived, this.#fetched]) known.clear();
    const before = new Map(isSame ? this.files.map((file) => [file.path, file]) : []);
    this.files = files.map((file) => {
      const known = before.get(file.path);
      if (!known) return { ...file, diff: null, hunks: [], ids: [] };
      const { diff, hunks, ids, added, removed } = known;
      return { ...file, diff, hunks, ids, ...(isText(diff) && { added, removed }) };
    });
    const listed = new Map(files.map((file) => [file.path, JSON.stringify(file)]));
    const isKnown = ({ path, diff }: ReviewedFile): boolean =>
      diff !== null && this.#fetched.get(path) === listed.get(path);
    const waiting = this.files.filter((file) => !isKnown(file)).map(({ path }) => path);
    const next = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined && round === this.#round; path = waiting.shift()) {
        const diff = await this.#fetch(path, part);
        if (round !== this.#round) return;
        this.#set(path, diff);
        if (typeof diff === 'object') this.#fetched.set(path, listed.get(path)!);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, next));
    if (round === this.#round) this.#showArrived();
  }

  goTo(place: Place | null, selectedLines = 0): void {
    this.#fileAt = Math.max(
      0,
      this.files.findIndex(({ path }) => path === place?.path),
    );
    this.current = place;
    this.selectedLines = selectedLines;
  }

  /** Returns the first hunk of the file that is not done, or the first one if all are. */
  firstOf(path: string): Place | null {
    const places = this.places.filter((place) => place.path === path);
    return places.find(({ hunk }) => !this.isDone(hunk)) ?? places[0] ?? null;
  }

  /** Goes to the next or previous hunk. If the current one is gone, the next one is the marked one. */
  step(by: 1 | -1): Place | null {
    const { current, marked, places } = this;
    const at = places.findIndex(({ hunk, path }) => hunk === marked?.hunk && path === marked.path);
    return this.#enter(neighbor(places, { at, by, isGone: marked !== current }) ?? null);
  }

  /** Goes to the first hunk of the next or previous file. If the current one is gone, the next one is the marked one. */
  stepFile(by: 1 | -1): Place | null {
    const { current, marked } = this;
    const shown = this.files.filter(({ ids }) => ids.length > 0);
    const at = shown.findIndex(({ path }) => path === marked?.path);
    const file = neighbor(shown, { at, by, isGone: marked?.path !== current?.path });
    const hunk = file?.ids[0];
    return this.#enter(file && hunk !== undefined ? { path: file.path, hunk } : null);
  }

  /** Goes from this place to the next hunk that is not done; starts over after the last one. */
  advance(from: Place): Place | null {
    const at = this.places.findIndex(({ hunk, path }) => hunk === from.hunk && path === from.path);
    const order = [...this.places.slice(at + 1), ...this.places.slice(0, Math.max(0, at))];
    return this.#enter(order.find(({ hunk }) => !this.isDone(hunk)) ?? null);
  }

  #enter(place: Place | null): Place | null {
    this.goTo(place);
    return place;
  }

  async #fetch(path: string, part: Part): Promise<ChangeDiff | string> {
    const query = new URLSearchParams({ path, ...part });
    try {
      return await this.#agent.api.json<ChangeDiff>(`${this.#agent.path}/changes/diff?${query}`);
    } catch (error) {
      return errorText(error);
    }
  }

  /** Keeps hunks whose lines were all kept one by one; undoing the other lines of a hunk can leave such a hunk. */
  #keepByLines(path: string, diff: { before: string; after: string }, hunks: readonly Hunk[]): void {
    if (!this.#marks.hasLines || !this.canKeep) return;
    const texts = textsOf(diff);
    const isKept = (hunk: Hunk, at: number): boolean =>
      hunk.beforeEnd - hunk.beforeStart + hunk.afterEnd - hunk.afterStart <= MAX_MARKS &&
      this.#marks.hasAll(path, hunkRows(texts, hunks, at));
    const kept = hunks.filter(isKept);
    const unmarked = kept.map(({ id }) => id).filter((id) => !this.#marks.has(id));
    if (unmarked.length > 0) this.#marks.set(unmarked, true);
  }

  #set(path: string, diff: ChangeDiff | string): void {
    const hunks = isText(diff) ? hunksOf(path, diff.before, diff.after) : [];
    if (isText(diff)) this.#keepByLines(path, diff, hunks);
    const kind = this.files.find((file) => file.path === path)?.kind ?? 'modified';
    const ids = changeIds({ path, kind, diff, hunks });
    this.#arrived.set(path, { diff, hunks, ids, ...(isText(diff) && countLines(hunks)) });
    this.#timer ??= setTimeout(() => this.#showArrived(), BATCH_MS);
  }

  #showArrived(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#arrived.size === 0) return;
    this.files = this.files.map((file) => {
      const arrived = this.#arrived.get(file.path);
      return arrived ? { ...file, ...arrived } : file;
    });
    this.#arrived.clear();
  }
}

function isText(diff: ReviewedFile['diff']): diff is Extract<ChangeDiff, { before: string }> {
  return typeof diff === 'object' && diff !== null && 'before' in diff;
}

/** Counts the lines of the hunks that are shown, because the counts in the list may be sums over several turns. */
function countLines(hunks: readonly Hunk[]): Pick<ChangedFile, 'added' | 'removed'> {
  const sum = (of: (hunk: Hunk) => number): number => hunks.reduce((total, hunk) => total + of(hunk), 0);
  return {
    added: sum(({ afterStart, afterEnd }) => afterEnd - afterStart),
    removed: sum(({ beforeStart, beforeEnd }) => beforeEnd - beforeStart),
  };
}

/**
 * Returns the item after or before place `at`, or the last or first one. `isGone`: whether the current item, which was
 * just before `at`, is gone.
 */
function neighbor<T>(
  items: readonly T[],
  { at, by, isGone }: { at: number; by: 1 | -1; isGone: boolean },
): T | undefined {
  const to = at + (isGone && by > 0 ? 0 : by);
  return items[Math.min(items.length - 1, Math.max(0, to))];
}
