// Finds the files of the workspace by name. The list comes from `git ls-files` where there is git, and otherwise from a
// walk with the same rules. It is made on demand, and again after a change. In a huge workspace, the part that is known
// so far is searched.
import type { FoundFiles } from '../../../shared/files.ts';
import type { IgnoreRules } from '../ignore-rules.ts';
import { listGitFiles, NoGit } from './git-files.ts';
import { NameIndex } from './name-index.ts';
import { walkFiles } from './walk-files.ts';

export interface FileFinder {
  find: (query: string, limit: number) => Promise<FoundFiles>;
  /** Returns all files, those nearest to the top first, and the number of files left out. `note`: why they were. */
  all: () => Promise<{ paths: readonly string[]; leftOut: number; note?: string }>;
  /** Call this when names may have changed, so that the next `find` lists again. `path`: possibly a new file. */
  invalidate: (path: string) => void;
}

/** The list is made again after this time, because folders may change that are not watched. */
const MAX_AGE_MS = 30_000;
/** The most files listed. Their names take 40 to 50 MB (M16 of the bench). */
const MAX_FILES = 500_000;
/** How long the first answer waits for the list of a huge workspace. */
const WAIT_MS = 100;

interface Listing {
  names: NameIndex;
  done: Promise<void>;
  isDone: boolean;
  isStale: boolean;
  /** In terms of `performance.now()`. */
  startedAt: number;
}

/** Finds the files below `root` (absolute, without links) that git would not ignore. */
export function fileFinder(
  root: string,
  rules: () => Promise<IgnoreRules>,
  { maxFiles = MAX_FILES, listGit = listGitFiles } = {},
): FileFinder {
  let latest: Listing | undefined;
  /** The last complete list of a huge workspace, which answers while the next one is being made. */
  let before: Listing | undefined;

  function current(): Listing {
    const isOld = latest && (latest.isStale || performance.now() - latest.startedAt > MAX_AGE_MS);
    // Only one list is made at a time, so that a huge workspace that keeps changing is not listed many times at once.
    if (latest && (!isOld || (!latest.isDone && latest.names.isLarge))) return latest;
    if (latest?.isDone && latest.names.isLarge) before = latest;
    return (latest = list());
  }

  function list(): Listing {
    const listing: Listing = {
      names: new NameIndex(maxFiles),
      isDone: false,
      isStale: false,
      startedAt: performance.now(),
      done: Promise.resolve(),
    };
    listing.done = fill(listing).then(() => {
      listing.isDone = true;
      before = undefined;
    });
    listing.done.catch(() => {
      if (latest === listing) latest = undefined;
    });
    return listing;
  }

  async function fill(listing: Listing): Promise<void> {
    const { names } = listing;
    try {
      for (const folder of await listGit(root, names)) await walk(names, folder);
    } catch (error) {
      if (!(error instanceof NoGit)) throw error;
      // git may have stopped half-way, before it said which files are missing.
      listing.names = new NameIndex(maxFiles);
      await walk(listing.names, '');
    }
  }

  async function walk(names: NameIndex, from: string): Promise<void> {
    let inner = await rules();
    for (const name of from.split('/')) if (name !== '') inner = await inner.enter(name);
    for await (const paths of walkFiles(root, inner, from)) {
      names.add(paths);
      if (names.isFull) return;
    }
  }

  return {
    find: async (query, limit) => {
      const listing = current();
      do await Promise.race([listing.done, wait(WAIT_MS)]);
      while (!listing.isDone && !listing.names.isLarge && !before);
      const names = (): NameIndex => (listing.isDone ? listing : (before ?? listing)).names;
      let files = await names().find(query, limit);
      // "No match" is an answer only once all files are known. Each pause is longer than the last, because each search
      // reads all names.
      for (let pause = WAIT_MS; files.length === 0 && !listing.isDone; pause *= 2) {
        await Promise.race([listing.done, wait(pause)]);
        files = await listing.names.find(query, limit);
      }
      const note = noteOf(listing, names());
      return { files, ...(note !== undefined && { note }) };
    },
    all: async () => {
      const listing = current();
      await listing.done;
      const { names } = listing;
      const note = noteOf(listing, names);
      const leftOut = names.leftOut + names.unreadable;
      return { paths: names.all(), leftOut, ...(note !== undefined && { note }) };
    },
    invalidate: (path) => {
      if (!latest) return;
      latest.isStale = true;
      // This makes the file findable at once, although the list is made again only later.
      if (latest.isDone && latest.names.isLarge && path !== '') latest.names.add([path]);
    },
  };
}

/** Describes the files that were left out. */
function noteOf({ isDone, names: latest }: Listing, names: NameIndex): string | undefined {
  const known = names.size.toLocaleString('en-US');
  if (latest.isFull) return `Only ${known} files are looked at: this workspace has more.`;
  if (!isDone) return `The workspace is still being read: ${known} files so far.`;
  const { unreadable } = names;
  if (unreadable === 0) return undefined;
  return `Files whose names are not UTF-8 cannot be opened here: ${unreadable}.`;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
