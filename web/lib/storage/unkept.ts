// What a reload of the page would lose, so that the page can ask before it reloads.

/** Returns the name of a text that only this page has, or null if there is none. */
type Holder = () => string | null;

const holders = new Set<Holder>();

/** Call this once for each place that may hold such a text. Returns a function that forgets the place. */
export function registerHolder(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

export function namesOfUnkept(): string[] {
  return [...new Set([...holders].map((holder) => holder()).filter((name) => name !== null))];
}
