// Which view of a file the editor shows first: its text, or the view of its kind. For tables and notebooks, it is the
// one that the user chose last for one of them.
import { asRecord, Persisted } from '../lib/storage/persisted.ts';
import { viewerOf } from './viewers.ts';

/** By the kind of the viewer. */
const choices = new Persisted<Record<string, boolean>>({
  area: 'browser',
  key: 'pi-panel.first-views',
  parse: (value) => asRecord(value, (each) => typeof each === 'boolean'),
});

/** Returns whether a file that is opened now is shown by its viewer, rather than as text. */
export function opensInViewer(path: string): boolean {
  const viewer = viewerOf(path);
  if (!viewer?.isFirst) return false;
  return !viewer.isText || (choices.get()[viewer.kind] ?? true);
}

/** Call this when the user has chosen what to see of the file. */
export function rememberView(path: string, isInViewer: boolean): void {
  const viewer = viewerOf(path);
  // A look at the preview of code, such as Markdown, says nothing about the next file.
  if (viewer?.isFirst && viewer.isText) choices.set({ ...choices.get(), [viewer.kind]: isInViewer });
}
