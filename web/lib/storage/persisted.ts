// Values that the page stores in the browser. Other versions of the panel, browser extensions and users can write there
// as well, so a value that cannot be used counts as absent. If the browser refuses storage altogether, values are kept
// until the page is closed.

/** `browser` is shared by all tabs. `tab` belongs to one tab and survives a reload. */
export type Area = 'browser' | 'tab';

/** A text that is stored unchanged. */
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

  /** Stores a text; null removes it. Returns false, and keeps the old text, if the browser has no room for it. */
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
  /**
   * Turns the stored JSON into a valid value. Gets undefined if nothing is stored or it is not JSON. Must not throw.
   */
  parse: (stored: unknown) => T;
}

/** A value that is stored as JSON. */
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

  /** Stores a value; null removes it. Returns false if the browser has no room for it. */
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

/** Returns the value if it is an object, otherwise an empty object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the valid items of an array, and an empty array for any other value. */
export function asArray<T>(value: unknown, isItem: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(isItem) : [];
}

/** Returns a record with this property as its newest one. Drops the oldest ones, so that there are at most `max`. */
export function withNewest<T>(
  record: Readonly<Record<string, T>>,
  [key, value]: readonly [string, T],
  max: number,
): Record<string, T> {
  const { [key]: _before, ...others } = record;
  return { ...Object.fromEntries(Object.entries(others).slice(1 - max)), [key]: value };
}

/** Returns the valid properties of an object, and an empty object for any other value. */
export function asRecord<T>(value: unknown, isItem: (item: unknown) => item is T): Record<string, T> {
  const entries = Object.entries(asObject(value));
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => isItem(entry[1])));
}

/** A replacement for the browser's storage that lasts until the page is closed. */
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
    // A SecurityError means that the user has blocked storage for this site.
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
