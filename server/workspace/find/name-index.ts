// Finds paths among up to 500,000 by the letters of a query, as people type them. In a large index, only the most
// likely paths are scored, because scoring all of them would take seconds and hundreds of megabytes.
import { setImmediate } from 'node:timers/promises';
import { go, snapshot, type Snapshot } from 'fuzzysort';

/** Up to this many paths, all are scored. */
const MAX_SCORED = 20_000;
/** The most paths that are scored for each value of `likelihood`. */
const MAX_LIKELY = 4000;
/** How many paths are handled before other requests get their turn. */
const SLICE = 25_000;

export class NameIndex {
  readonly #maxFiles: number;
  readonly #paths: string[] = [];
  /** The letters of each path as a set of bits, which alone excludes most paths. */
  #letters = new Int32Array(1024);
  readonly #removed = new Set<string>();
  #targets: Targets | undefined;
  #nearest: string[] | undefined;
  /** The number of names beyond the limit. */
  leftOut = 0;
  /** The number of names that are not UTF-8. Paths that were decoded from them lead nowhere. */
  unreadable = 0;

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles;
  }

  get size(): number {
    return this.#paths.length - this.#removed.size;
  }

  get isLarge(): boolean {
    return this.#paths.length > MAX_SCORED;
  }

  get isFull(): boolean {
    return this.leftOut > 0;
  }

  add(paths: readonly string[]): void {
    for (const path of paths) {
      if (path.includes('\uFFFD')) {
        this.unreadable += 1;
        continue;
      }
      const at = this.#paths.length;
      if (at >= this.#maxFiles) {
        this.leftOut += 1;
        continue;
      }
      if (at === this.#letters.length) {
        const larger = new Int32Array(at * 2);
        larger.set(this.#letters);
        this.#letters = larger;
      }
      const typed = path.normalize('NFC');
      this.#letters[at] = lettersOf(typed.toLowerCase());
      this.#paths.push(path);
    }
    this.#targets = this.#nearest = undefined;
  }

  remove(paths: readonly string[]): void {
    for (const path of paths) this.#removed.add(path);
    this.#targets = this.#nearest = undefined;
  }

  /** Returns all paths, those nearest to the top first. */
  all(): readonly string[] {
    return (this.#nearest ??= byDepth(this.#paths.filter((path) => !this.#removed.has(path))));
  }

  /** Returns the best matches first; for an empty query, the paths nearest to the top. */
  async find(query: string, limit: number): Promise<string[]> {
    if (query.trim() === '') return this.all().slice(0, limit);
    const typed = query.normalize('NFC');
    if (!this.isLarge) this.#targets ??= targetsOf(this.all());
    const { snapshot, stored } = this.#targets ?? targetsOf(await this.#likely(typed.toLowerCase().trim()));
    // By default fuzzysort leaves out poor matches, so `wid4` would not find `widget4`.
    const found = go(typed, snapshot, { limit, threshold: 0 });
    return found.flatMap(({ target }) => stored.get(target) ?? target).slice(0, limit);
  }

  async #likely(query: string): Promise<string[]> {
    const words = query.split(/\s+/);
    const letters = lettersOf(query);
    const kinds: string[][] = [[], [], [], []];
    for (let at = 0; at < this.#paths.length; at++) {
      if (at % SLICE === SLICE - 1) await setImmediate();
      if ((this.#letters[at]! & letters) !== letters) continue;
      const path = this.#paths[at]!;
      const kind = kinds[likelihood(path.normalize('NFC').toLowerCase(), words)];
      if (kind && kind.length < MAX_LIKELY && !this.#removed.has(path)) kind.push(path);
    }
    return kinds.flat().slice(0, MAX_LIKELY);
  }
}

interface Targets {
  /** The paths in the form in which people type them (NFC). */
  snapshot: Snapshot;
  /** The paths that look like this one, if it is stored in another form, as in archives of macOS. */
  stored: ReadonlyMap<string, string[]>;
}

function targetsOf(paths: readonly string[]): Targets {
  const typed = paths.map((path) => path.normalize('NFC'));
  const differing = new Set(typed.filter((path, at) => path !== paths[at]));
  if (differing.size === 0) return { snapshot: snapshot(typed), stored: new Map() };
  const alike = paths.filter((_, at) => differing.has(typed[at]!));
  return {
    snapshot: snapshot([...new Set(typed)]),
    stored: Map.groupBy(alike, (path) => path.normalize('NFC')),
  };
}

/**
 * Returns how likely a match is. 0: the name contains all words. 1: the path contains them. 2 and 3: the name or the
 * path has their letters in order. 4: none of these.
 */
function likelihood(path: string, words: readonly string[]): number {
  const name = path.lastIndexOf('/') + 1;
  if (words.every((word) => path.includes(word, name))) return 0;
  if (words.every((word) => path.includes(word))) return 1;
  if (words.every((word) => hasInOrder(path, word, name))) return 2;
  return words.every((word) => hasInOrder(path, word, 0)) ? 3 : 4;
}

function hasInOrder(text: string, letters: string, from: number): boolean {
  let at = from - 1;
  for (let next = 0; next < letters.length; next++) {
    at = text.indexOf(letters[next]!, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * Returns the letters as bits. Each letter from a to z has a bit. Digits share one, and so do all other characters
 * except separators.
 */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << 26;
    else if (code > 127) bits |= 1 << 27;
  }
  return bits;
}

function byDepth(paths: readonly string[]): string[] {
  const levels: string[][] = [];
  for (const path of paths) {
    let depth = 0;
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth += 1;
    (levels[depth] ??= []).push(path);
  }
  return levels.flatMap((level) => level.sort());
}
