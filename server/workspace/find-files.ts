// The names of the workspace's files, for completion after `@`. Walked when somebody asks, kept for a while,
// walked anew after a change. It holds names only, and of a huge folder the files nearest to its top.
import type { Snapshot } from 'fuzzysort';
import { go, snapshot } from 'fuzzysort';
import type { IgnoreRules } from './ignore-rules.ts';
import { walkFiles } from './walk-files.ts';

export interface FileFinder {
  /** Up to `limit` paths, the best match first; for an empty query those nearest to the top. */
  find: (query: string, limit: number) => Promise<string[]>;
  /** Names may have changed: the next `find` walks again. */
  invalidate: () => void;
}

/** Changes where nobody watches are seen after this time, in ms. */
const maxAge = 30_000;

interface Index {
  paths: string[];
  targets: Snapshot;
  /** On the clock of `performance.now()`. */
  walkedAt: number;
}

/** Finds the files below `root` (absolute, without links) that git would not ignore. */
export function fileFinder(root: string, rules: () => Promise<IgnoreRules>): FileFinder {
  let latest: Promise<Index> | undefined;

  async function current(): Promise<Index> {
    const known = latest;
    if (known && performance.now() - (await known).walkedAt < maxAge) return known;
    // While we looked at its age, another caller may have set out already.
    if (latest === known || latest === undefined) latest = walk();
    return latest;
  }

  async function walk(): Promise<Index> {
    try {
      const paths = await walkFiles(root, await rules());
      return { paths, targets: snapshot(paths), walkedAt: performance.now() };
    } catch (error) {
      latest = undefined;
      throw error;
    }
  }

  return {
    find: async (query, limit) => {
      const { paths, targets } = await current();
      if (query === '') return paths.slice(0, limit);
      return go(query, targets, { limit }).map(({ target }) => target);
    },
    invalidate: () => {
      latest = undefined;
    },
  };
}
