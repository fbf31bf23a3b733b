// Searches the text of the files of the workspace, in groups, through the same guards as every other read.
import type { FileMatches, FoundInFiles, SkippedFiles } from '../../../shared/searches.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { TOO_SLOW } from '../../lib/search-query.ts';
import type { SearchPattern } from '../../../shared/search-pattern.ts';
import { TimedWorker, WorkerTimeout } from '../../lib/timed-worker.ts';
import type { FileFinder } from '../find/find-files.ts';
import type { Root } from '../inside.ts';
import { readFile } from '../read-file.ts';
import { someAtATime } from '../some-at-a-time.ts';
import { possibleMatches } from './ripgrep.ts';
import type { SearchedFile } from './search-worker.ts';

/** Waits for an act of the disk, but not for what is computed in between, which has limits of its own. */
export type OnDisk = <T>(act: () => Promise<T>) => Promise<T>;

interface SearchOptions {
  /** The files to search. */
  all: FileFinder['all'];
  pattern: SearchPattern;
  /** Limits the search to these files. */
  isWanted?: ((path: string) => boolean) | undefined;
  signal?: AbortSignal | undefined;
  maxGroupMs?: number;
  onDisk?: OnDisk | undefined;
  narrow?: typeof possibleMatches;
}

/** How many files are read and searched together. */
const GROUP = 32;
/**
 * How many files ripgrep is asked about at once. Starting it takes longer than its search, but file names are
 * arguments.
 */
const PART = 2000;
/** The most lines listed for all files together. */
const MAX_LINES = 2000;
/** How long one group may take. It takes milliseconds unless the expression backtracks endlessly. */
const MAX_GROUP_MS = 3000;

export async function* searchFiles(
  root: Root,
  {
    all,
    pattern,
    isWanted,
    signal,
    maxGroupMs = MAX_GROUP_MS,
    narrow = possibleMatches,
    onDisk = (act) => act(),
  }: SearchOptions,
): AsyncGenerator<FoundInFiles, void, void> {
  const listed = await onDisk(all);
  const paths = isWanted ? listed.paths.filter(isWanted) : listed.paths;
  const total = paths.length;
  const url = new URL('search-worker.ts', import.meta.url);
  const worker = new TimedWorker<SearchedFile[], FileMatches[]>(url, { data: pattern, maxMs: maxGroupMs });
  let lines = 0;
  let searched = 0;
  let skipped: SkippedFiles | undefined =
    listed.note === undefined ? undefined : { count: listed.leftOut, why: listed.note };
  const skip = (why: string): void => {
    skipped = { count: (skipped?.count ?? 0) + 1, why: skipped?.why ?? why };
  };
  const facts = (): Pick<FoundInFiles, 'total' | 'skipped'> => ({ total, ...(skipped && { skipped }) });
  try {
    if (total === 0) yield { files: [], searched, ...facts() };
    while (searched < total && !signal?.aborted) {
      const part = paths.slice(searched, searched + PART);
      const possible = await onDisk(() => narrow({ dir: root.real, paths: part, pattern, signal }));
      for (const { group, end } of groupsOf(part, possible)) {
        if (signal?.aborted) return;
        const read = await onDisk(() => someAtATime(group, (path) => readText(root, path, skip)));
        const files = await worker.ask(read.filter((file) => file !== undefined));
        lines += files.reduce((sum, file) => sum + file.lines.length, 0);
        const at = searched + end;
        const isCut = lines >= MAX_LINES && at < total;
        yield { files, searched: at, ...facts(), ...(isCut && { isCut }) };
        if (isCut) return;
      }
      searched += part.length;
    }
  } catch (error) {
    if (!(error instanceof WorkerTimeout)) throw error;
    yield { files: [], searched, ...facts(), error: TOO_SLOW };
  } finally {
    worker.close();
  }
}

/**
 * Divides a part into groups of possible matches; null means that all may match. `end`: the number of paths that are
 * done after the group, which is all of them after the last one.
 */
function groupsOf(
  part: readonly string[],
  possible: ReadonlySet<string> | null,
): { group: string[]; end: number }[] {
  const wanted = part.flatMap((path, at) => (possible?.has(path) === false ? [] : [{ path, at }]));
  const count = Math.max(1, Math.ceil(wanted.length / GROUP));
  return Array.from({ length: count }, (_, n) => {
    const group = wanted.slice(n * GROUP, (n + 1) * GROUP);
    return {
      group: group.map(({ path }) => path),
      end: n === count - 1 ? part.length : group.at(-1)!.at + 1,
    };
  });
}

/**
 * Returns undefined for a file that is not text or missing, and for one that is too large or not readable, which it
 * passes to `skip` with the reason.
 */
async function readText(
  root: Root,
  path: string,
  skip: (why: string) => void,
): Promise<SearchedFile | undefined> {
  try {
    const { bytes } = await readFile(root, path);
    return { path, bytes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!NOT_TEXT.has(error.code)) skip(error.message);
    return undefined;
  }
}

/** A file that is gone has no text either, and git still lists it until the deletion is committed. */
const NOT_TEXT: ReadonlySet<string> = new Set(['binary', 'not_a_file', 'not_a_folder', 'not_found']);
