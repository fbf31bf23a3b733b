// From the observations of one example to one word.

export type Verdict = 'works' | 'degrades' | 'cannot' | 'needs' | 'fails';

export const VERDICT_WORDS: Record<Verdict, string> = {
  works: 'works',
  degrades: 'degrades',
  cannot: 'cannot work over RPC',
  needs: 'needs what was not here',
  fails: '**fails**',
};

/** Something that RPC does not carry. */
export interface Loss {
  /** A noun for it. */
  word: string;
  /** As the end of "It ...". */
  what: string;
  /** Explains why something is missing; how a thing looks does not. */
  excuses: boolean;
}

export interface Outcome {
  /** What was looked for on the page, and whether it was there. */
  points: Readonly<Record<string, boolean>>;
  /** What it did or would do and RPC does not carry. */
  lost: readonly Loss[];
  /** What the example wants that is not here. */
  needs?: string;
  /** Why it could not be tried to its end. */
  trouble?: string;
}

/**
 * All points and nothing lost: works. All or some, and something lost: degrades. None: what RPC does not carry is
 * the reason. A point that is missing for what is not here cannot be judged here. Without a reason it fails, which
 * is ours to mend.
 */
export function verdictOf({ points, lost, needs, trouble }: Outcome): Verdict {
  const held = Object.values(points);
  const isMissing = held.includes(false);
  if (needs && (isMissing || trouble)) return 'needs';
  if (trouble) return 'fails';
  const isWhole = held.length > 0 && !isMissing;
  if (!isWhole && !lost.some(({ excuses }) => excuses)) return 'fails';
  if (lost.length === 0) return 'works';
  return held.includes(true) ? 'degrades' : 'cannot';
}
