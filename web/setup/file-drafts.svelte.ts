// The texts of pi's files that the user has edited and not saved. They outlive the page of the settings, the settings
// themselves and a reload.
import { SvelteMap } from 'svelte/reactivity';
import { asObject, isText, Persisted, persistedKeys } from '../lib/storage/persisted.ts';

export interface FileDraft {
  text: string;
  /** The ETag of the version that was edited; null if there was no file. */
  base: string | null;
}

const PREFIX = 'pi-panel.settings-draft:';

function stored(path: string): Persisted<FileDraft | null> {
  return new Persisted({ area: 'tab', key: `${PREFIX}${path}`, parse: parseDraft });
}

function parseDraft(value: unknown): FileDraft | null {
  const { base, text } = asObject(value);
  return isText(text) ? { text, base: isText(base) ? base : null } : null;
}

/** By the path of the file. */
const drafts = new SvelteMap<string, FileDraft>();
for (const path of persistedKeys('tab', PREFIX).map((key) => key.slice(PREFIX.length))) {
  const draft = stored(path).get();
  if (draft) drafts.set(path, draft);
}

export const draftOf = (path: string): FileDraft | undefined => drafts.get(path);

export const draftPaths = (): string[] => [...drafts.keys()];

/** Null: saved or discarded. */
export function keepDraft(path: string, draft: FileDraft | null): void {
  stored(path).set(draft);
  if (draft) drafts.set(path, draft);
  else drafts.delete(path);
}
