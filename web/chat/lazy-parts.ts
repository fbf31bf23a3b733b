// The parts of the chat that an empty conversation does not need. They are fetched once the page is idle, so that they
// can be shown even if the server is unreachable by then.
import { loadAttachments, loadList, loadReading, loadRunningCommand } from './composer/lazy-parts.ts';
import type FirstMessage from './FirstMessage.svelte';
import type Queue from './queue/Queue.svelte';
import type Transcript from './transcript/Transcript.svelte';
import type Widgets from './Widgets.svelte';

type Loaded<C> = Promise<{ default: C }>;

export const loadRows = (): Loaded<typeof Transcript> => import('./transcript/Transcript.svelte');
export const loadWidgets = (): Loaded<typeof Widgets> => import('./Widgets.svelte');
export const loadFirstMessage = (): Loaded<typeof FirstMessage> => import('./FirstMessage.svelte');
/** The list in the model picker and in the thinking level picker. */
const loadPickerList = (): Promise<unknown> => import('../ui/lists/PickerList.svelte');
export const loadQueue = (): Loaded<typeof Queue> => import('./queue/Queue.svelte');

/** Failures are ignored here, because the region that needs the code fetches it again and reports a failure. */
export const prefetch = (): void =>
  void Promise.allSettled([
    loadRows(),
    loadList(),
    loadQueue(),
    loadAttachments(),
    loadReading(),
    loadRunningCommand(),
    loadWidgets(),
    loadPickerList(),
    // Its key is pressed and followed by the text at once.
    import('./find/FindBar.svelte'),
    import('../actions/steps/model-list.ts'),
  ]);
