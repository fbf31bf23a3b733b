// What was picked in the palette last, in this browser.
const KEY = 'pi-panel.recent';
const MAX = 12;

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Ids, the newest first. */
export function readRecent(storage: Kept): string[] {
  const stored = storage.getItem(KEY);
  return stored ? (JSON.parse(stored) as string[]) : [];
}

export function addRecent(storage: Kept, id: string): void {
  const others = readRecent(storage).filter((other) => other !== id);
  storage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MAX)));
}
