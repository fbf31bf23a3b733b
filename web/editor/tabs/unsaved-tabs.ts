// What becomes of unsaved edits when the user closes a tab, presses the key that saves, or leaves the page.
import { t } from '../../language/text.ts';
import type { Question } from '../../ui/overlays/question.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import type { OpenFiles, Tab } from './open-files.svelte.ts';

/** Closes the tab, after a question if it has unsaved edits. */
export function closeTab(
  files: Pick<OpenFiles, 'close' | 'select'>,
  tab: Tab,
  ask: (question: Question) => void,
): void {
  if (tab.kind === 'diff' || !tab.isDirty) return void files.close(tab);
  ask({
    text: t('{path} has unsaved edits.', { path: tab.path }),
    yes: t('Save'),
    act: () => saveAndClose(files, tab),
    other: { text: t('Discard edits'), act: () => files.close(tab), isDestructive: true },
  });
}

/** A file that could not be saved stays open and shows why. */
async function saveAndClose(files: Pick<OpenFiles, 'close' | 'select'>, file: OpenFile): Promise<void> {
  if (await file.saveForUser()) await files.close(file);
  else files.select(file);
}

/**
 * Whether a key saves. It is left alone if it was handled, or comes from a terminal, because programs in a terminal use
 * it themselves.
 */
export function isSaveKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>,
  target: Pick<Element, 'closest'> | null,
): boolean {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
  return !event.defaultPrevented && !target?.closest('.xterm');
}

/** Returns the file to save when the key is pressed, inside or outside of the editor. Null if there are no edits. */
export function fileToSave(active: Tab | null, isInside: boolean): OpenFile | null {
  return active?.kind === 'file' && (isInside || active.isDirty || active.theirs) ? active : null;
}

/** Edits are stored within half a second. Closing the page before that asks for confirmation. */
export function holdPage(
  files: Pick<OpenFiles, 'files' | 'storeEdits'> | null,
  event: Pick<Event, 'preventDefault'>,
): void {
  if (!files?.files.some((file) => file.hasUnstoredEdits)) return;
  void files.storeEdits();
  event.preventDefault();
}

/** Must be called when the page is hidden or shown again: meanwhile it may be closed, and any file may change. */
export function onVisibility(
  files: Pick<OpenFiles, 'storeEdits' | 'onFilesChanged'> | null,
  isHidden: boolean,
): void {
  if (isHidden) void files?.storeEdits();
  else files?.onFilesChanged(['']);
}
