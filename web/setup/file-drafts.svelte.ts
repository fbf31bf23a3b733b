// The texts of pi's files that the user has edited and not saved. They outlive the page of the settings, the settings
// themselves and a reload.
import { asObject, isText, Persisted, persistedKeys } from '../lib/storage/persisted.ts';
import { isStoredText } from '../lib/storage/stored-text.ts';
import { registerHolder } from '../lib/storage/unkept.ts';

export interface FileDraft {
  text: string;
  /** The ETag of the version that was edited; null if there was no file. */
  base: string | null;
  /** Only agents of this workspace can save it. Absent for the user's own files. */
  workspace?: string;
}

const PREFIX = 'pi-panel.settings-draft:';

function stored(path: string): Persisted<FileDraft | null> {
  return new Persisted({ area: 'tab', key: `${PREFIX}${path}`, parse: parseDraft });
}

function parseDraft(value: unknown): FileDraft | null {
  const { base, text, workspace } = asObject(value);
  if (!isText(text)) return null;
  return { text, base: isText(base) ? base : null, ...(isText(workspace) && { workspace }) };
}

/** By the path of the file. This is not a SvelteMap, because the bundler would put its code into the first script. */
let drafts = $state.raw<ReadonlyMap<string, FileDraft>>(readStored());

function readStored(): Map<string, FileDraft> {
  const paths = persistedKeys('tab', PREFIX).map((key) => key.slice(PREFIX.length));
  const found = paths.map((path) => [path, stored(path).get()] as const);
  return new Map(found.filter((entry): entry is readonly [string, FileDraft] => entry[1] !== null));
}

export const draftOf = (path: string): FileDraft | undefined => drafts.get(path);

/** Returns the drafts that can be saved from this workspace. The files of other projects wait for an agent there. */
export function draftPaths(here: string | undefined): string[] {
  const all = [...drafts].filter(([, { workspace }]) => workspace === undefined || workspace === here);
  return all.map(([path]) => path);
}

registerHolder(() => {
  const lost = [...drafts].filter(([, { text }]) => !isStoredText(text));
  return lost.map(([path]) => path.split(/[/\\]/).at(-1)!).join(', ') || null;
});

/** Keeps a draft, or removes it if null, because it was saved or discarded. */
export function keepDraft(path: string, draft: FileDraft | null): void {
  stored(path).set(draft);
  const next = new Map(drafts);
  if (draft) next.set(path, draft);
  else next.delete(path);
  drafts = next;
}
