// Searches the text of the files of the workspace, in groups, through the same guards as every other read.
import type { FileMatches, FoundInFiles } from '../../../shared/searches.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { TOO_SLOW, type SearchPattern } from '../../lib/search-query.ts';
import { TimedWorker, TookTooLong } from '../../lib/timed-worker.ts';
import type { FileFinder } from '../find/find-files.ts';
import type { Root } from '../inside.ts';
import { readFile } from '../read-file.ts';
import { someAtATime } from '../some-at-a-time.ts';
import type { SearchedFile } from './search-worker.ts';

interface SearchOptions {
  /** The files to search. */
  all: FileFinder['all'];
  pattern: SearchPattern;
  signal?: AbortSignal | undefined;
  maxGroupMs?: number;
}

/** Files that are read and searched together. */
const GROUP = 32;
/** The most lines listed for all files together. */
const MAX_LINES = 2000;
/** For one group, which takes milliseconds unless the expression backtracks endlessly. */
const MAX_GROUP_MS = 3000;

export async function* searchFiles(
  root: Root,
  { all, pattern, signal, maxGroupMs = MAX_GROUP_MS }: SearchOptions,
): AsyncGenerator<FoundInFiles, void, void> {
  const { paths } = await all();
  const total = paths.length;
  const url = new URL('search-worker.ts', import.meta.url);
  const worker = new TimedWorker<SearchedFile[], FileMatches[]>(url, { data: pattern, maxMs: maxGroupMs });
  let listed = 0;
  let searched = 0;
  try {
    while (searched < total && !signal?.aborted) {
      const group = paths.slice(searched, searched + GROUP);
      const read = await someAtATime(group, (path) => readText(root, path));
      const files = await worker.ask(read.filter((file) => file !== undefined));
      searched += group.length;
      listed += files.reduce((sum, { lines }) => sum + lines.length, 0);
      const isCut = listed >= MAX_LINES && searched < total;
      yield { files, searched, total, ...(isCut && { isCut }) };
      if (isCut) return;
    }
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    yield { files: [], searched, total, error: TOO_SLOW };
  } finally {
    worker.close();
  }
}

/** Returns undefined for a file that is not text, too large, missing, or not readable. */
async function readText(root: Root, path: string): Promise<SearchedFile | undefined> {
  try {
    const { bytes } = await readFile(root, path);
    return { path, bytes };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
