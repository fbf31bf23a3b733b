// Values that the page keeps in the browser's storage. Anything may be stored there: other versions of the panel,
// browser extensions and users write to it too, so a value that cannot be used counts as absent. A browser may also
// refuse storage altogether; then values live as long as the page.

/** `browser`: shared by all tabs. `tab`: for this tab, over a reload. */
export type Area = 'browser' | 'tab';

/** A text, stored as it is. */
export class PersistedText {
  readonly #area: Area;
  readonly #key: string;

  constructor(area: Area, key: string) {
    this.#area = area;
    this.#key = key;
  }

  get(): string | null {
    return storageOf(this.#area).getItem(this.#key);
  }

  /** Null removes it. Returns false when the browser has no room for it: what was stored before stays. */
  set(text: string | null): boolean {
    const storage = storageOf(this.#area);
    if (text === null) {
      storage.removeItem(this.#key);
      return true;
    }
    try {
      storage.setItem(this.#key, text);
      return true;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return false;
    }
  }
}

interface Options<T> {
  area: Area;
  key: string;
  /** Makes a usable value of whatever is stored; undefined when nothing is, or not JSON. Never throws. */
  parse: (stored: unknown) => T;
}

/** A value, stored as JSON. */
export class Persisted<T> {
  readonly #text: PersistedText;
  readonly #parse: (stored: unknown) => T;

  constructor({ area, key, parse }: Options<T>) {
    this.#text = new PersistedText(area, key);
    this.#parse = parse;
  }

  get(): T {
    return this.#parse(parseJson(this.#text.get()));
  }

  /** Null removes it. Returns false when the browser has no room for it. */
  set(value: T | null): boolean {
    return this.#text.set(value === null ? null : JSON.stringify(value));
  }
}

export function persistedKeys(area: Area, prefix: string): string[] {
  const storage = storageOf(area);
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** An empty object for anything else. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The items that pass; none of what is not an array. */
export function asArray<T>(value: unknown, isItem: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(isItem) : [];
}

/** The properties that pass; none of what is not an object. */
export function asRecord<T>(value: unknown, isItem: (item: unknown) => item is T): Record<string, T> {
  const entries = Object.entries(asObject(value));
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => isItem(entry[1])));
}

/** Like the browser's, but for this page only. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const MEMORY = { browser: memoryStorage(), tab: memoryStorage() };

function storageOf(area: Area): Storage {
  try {
    const storage: Storage | undefined = area === 'tab' ? globalThis.sessionStorage : globalThis.localStorage;
    return storage ?? MEMORY[area];
  } catch (error) {
    // A SecurityError: the user has blocked storage for this site.
    if (!(error instanceof DOMException)) throw error;
    return MEMORY[area];
  }
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
