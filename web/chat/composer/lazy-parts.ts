// The parts of the composer that an empty draft does not need. They are loaded lazily.
import type Attachments from './Attachments.svelte';
import type Comments from './Comments.svelte';
import type CompletionList from './completion/CompletionList.svelte';
import type DraftEditor from './DraftEditor.svelte';
import type EditNote from './EditNote.svelte';
import type ExtensionAddition from './ExtensionAddition.svelte';
import type FolderGone from './FolderGone.svelte';
import type MissingModel from './MissingModel.svelte';
import type * as OwnHistory from './own-history.ts';
import type RunningCommand from './RunningCommand.svelte';

type Loaded<C> = Promise<{ default: C }>;

export const loadList = (): Loaded<typeof CompletionList> => import('./completion/CompletionList.svelte');
export const loadAttachments = (): Loaded<typeof Attachments> => import('./Attachments.svelte');
/** Reads dropped files. */
export const loadReading = (): Promise<unknown> => import('./draft/read-attachment.ts');
export const loadComments = (): Loaded<typeof Comments> => import('./Comments.svelte');
export const loadRunningCommand = (): Loaded<typeof RunningCommand> => import('./RunningCommand.svelte');
export const loadMissingModel = (): Loaded<typeof MissingModel> => import('./MissingModel.svelte');
export const loadFolderGone = (): Loaded<typeof FolderGone> => import('./FolderGone.svelte');
export const loadEditNote = (): Loaded<typeof EditNote> => import('./EditNote.svelte');
export const loadExtensionAddition = (): Loaded<typeof ExtensionAddition> =>
  import('./ExtensionAddition.svelte');
export const loadOwnHistory = (): Promise<typeof OwnHistory> => import('./own-history.ts');
export const loadDraftEditor = (): Loaded<typeof DraftEditor> => import('./DraftEditor.svelte');
