// The thread that searches the stored sessions and keeps their index, so that neither delays the panel.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { errorText } from '../../../shared/error-text.ts';
import type { SearchResults } from '../../../shared/searches.ts';
import type { SessionPlace } from '../agent-dir.ts';
import { findSessionFiles } from '../list.ts';
import { SearchIndex } from './search-index.ts';
import { searchSessions, type SearchQuery } from './search.ts';

/** A search, its end before there is a result, or the wish to bring the index up to date. */
export type SearchTask =
  { search: number; query: Omit<SearchQuery, 'signal'> } | { abort: number } | { refresh: SessionPlace };

/** The results of a search, or why it or (0) the indexing failed. */
export type SearchReply = { search: number; results: SearchResults } | { search: number; error: string };

const index = new SearchIndex(workerData as string);
const searches = new Map<number, AbortController>();
let isRefreshing = false;
/** Resolves when no search is running. */
let idle = Promise.withResolvers<void>();
idle.resolve();

const reply = (message: SearchReply): void => parentPort?.postMessage(message);

async function search(id: number, query: Omit<SearchQuery, 'signal'>): Promise<void> {
  const aborting = new AbortController();
  if (searches.size === 0) idle = Promise.withResolvers();
  searches.set(id, aborting);
  try {
    const { signal } = aborting;
    const results = await searchSessions({ ...query, signal }, (...file) => index.findParts(...file));
    reply({ search: id, results });
  } catch (error) {
    reply({ search: id, error: errorText(error) });
  } finally {
    searches.delete(id);
    if (searches.size === 0) idle.resolve();
  }
}

async function refresh(place: SessionPlace): Promise<void> {
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    const files = await findSessionFiles(place);
    for (const file of files) {
      await idle.promise;
      const began = performance.now();
      // Half of one core at most: nobody waits for it.
      if (await index.update(file)) await pause(performance.now() - began);
    }
    await index.keepOnly(files);
  } catch (error) {
    reply({ search: 0, error: errorText(error) });
  } finally {
    isRefreshing = false;
  }
}

parentPort?.on('message', (task: SearchTask) => {
  if ('abort' in task) searches.get(task.abort)?.abort();
  else if ('refresh' in task) void refresh(task.refresh);
  else void search(task.search, task.query);
});
