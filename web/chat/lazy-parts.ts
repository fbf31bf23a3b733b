// The parts of the chat that an empty conversation does without. They are fetched once the page is idle, so that they
// are there when they are needed, even if the server is not.
import { loadAttachments, loadList, loadReading, loadRunningCommand } from './composer/lazy-parts.ts';
import type Queue from './queue/Queue.svelte';
import type Transcript from './transcript/Transcript.svelte';
import type Widgets from './Widgets.svelte';

type Loaded<C> = Promise<{ default: C }>;

export const loadRows = (): Loaded<typeof Transcript> => import('./transcript/Transcript.svelte');
export const loadWidgets = (): Loaded<typeof Widgets> => import('./Widgets.svelte');
export const loadQueue = (): Loaded<typeof Queue> => import('./queue/Queue.svelte');

/** A failure is reported by the region that needs the code, which fetches it again. */
export const prefetch = (): void =>
  void Promise.allSettled([
    loadRows(),
    loadList(),
    loadQueue(),
    loadAttachments(),
    loadReading(),
    loadRunningCommand(),
    loadWidgets(),
  ]);
