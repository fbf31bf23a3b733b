// The thread that searches the stored sessions, adds up their usage, and keeps the indexes for both, so that none of it
// delays the panel.
import { setTimeout as pause } from 'node:timers/promises';
import { errorText } from '../../../shared/error-text.ts';
import type { SearchResults } from '../../../shared/searches.ts';
import type { Usage } from '../../../shared/usage.ts';
import type { SessionPlace } from '../agent-dir.ts';
import { insideThread } from '../../lib/thread.ts';
import { findSessionFiles } from '../list.ts';
import { UsageIndex, type UsageQuery } from '../usage/usage-index.ts';
import { SearchIndex } from './search-index.ts';
import { searchSessions, type SearchQuery } from './search.ts';

/** Requests: a search, its cancellation, bringing the index up to date, or adding up usage. */
export type SearchTask =
  | { search: number; query: Omit<SearchQuery, 'signal'> }
  | { abort: number }
  | { refresh: SessionPlace }
  | { usage: number; place: SessionPlace; query: UsageQuery };

/** The results of a search, or why the search, or (with id 0) the indexing, failed. */
export type SearchReply =
  | { search: number; results: SearchResults }
  | { usage: number; sum: Usage }
  | { search: number; error: string };

const { data, port } = insideThread();
const folder = data as string;
const index = new SearchIndex(folder);
/** This file is beside the folder, because in the folder every file is the index of a session. */
const usage = new UsageIndex(`${folder}-usage.json`);
const searches = new Map<number, AbortController>();
let isRefreshing = false;
/** Resolves when no search is running. */
let idle = Promise.withResolvers<void>();
idle.resolve();

const reply = (message: SearchReply): void => port.postMessage(message);

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
      // Indexing takes at most half of one core, because nobody waits for it.
      if (await index.update(file)) await pause(performance.now() - began);
    }
    await index.keepOnly(files);
  } catch (error) {
    reply({ search: 0, error: errorText(error) });
  } finally {
    isRefreshing = false;
  }
}

/** Requests run one after the other, so that the second reads nothing that the first has read. */
let adding: Promise<void> = Promise.resolve();

async function addUp({ usage: id, place, query }: Extract<SearchTask, { usage: number }>): Promise<void> {
  try {
    reply({ usage: id, sum: await usage.sum(await findSessionFiles(place), query) });
  } catch (error) {
    reply({ search: id, error: errorText(error) });
  }
}

port.on('message', (task: SearchTask) => {
  if ('abort' in task) searches.get(task.abort)?.abort();
  else if ('refresh' in task) void refresh(task.refresh);
  else if ('usage' in task) adding = adding.then(() => addUp(task));
  else void search(task.search, task.query);
});
