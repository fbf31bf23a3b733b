// Sums up the observations of one example in a verdict.

export type Verdict = 'works' | 'degrades' | 'cannot' | 'needs' | 'fails';

export const VERDICT_WORDS: Record<Verdict, string> = {
  works: 'works',
  degrades: 'degrades',
  cannot: 'does not work here',
  needs: 'missing requirements',
  fails: '**fails**',
};

/** Part of an example that does not work on the page. */
export interface Loss {
  /** Completes the sentence "It ...". */
  what: string;
  /** Whether it explains a missing point. Custom rendering does not. */
  excuses: boolean;
}

export interface Outcome {
  /** The expected results, and whether each was seen. */
  points: Readonly<Record<string, boolean>>;
  /** Parts of it that do not work on the page. */
  lost: readonly Loss[];
  /** Requirements of the example that are missing here. */
  needs?: string;
  /** Why the trial did not finish. */
  trouble?: string;
}

/**
 * Returns the verdict. All points and nothing lost: works. All or some points, and something lost: degrades. No points,
 * and something lost: cannot work. A point that may be missing because of a missing requirement is not judged. An
 * unexplained missing point fails, because the panel must then be fixed.
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
