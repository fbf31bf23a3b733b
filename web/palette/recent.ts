// What was picked in the palette last, in this browser.
import { asArray, isText, Persisted } from '../lib/persisted.ts';

const MAX = 12;

const stored = new Persisted({
  area: 'browser',
  key: 'pi-panel.recent',
  parse: (value) => asArray(value, isText),
});

/** Ids, the newest first. */
export function readRecent(): string[] {
  return stored.get();
}

export function addRecent(id: string): void {
  const others = readRecent().filter((other) => other !== id);
  stored.set([id, ...others].slice(0, MAX));
}
