// The open files of each workspace, stored by the browser.
import { asObject, asRecord, isText, Persisted, withNewest } from '../../lib/storage/persisted.ts';

export interface StoredTabs {
  paths: string[];
  active: string | null;
  /** The paths of both files if two are shown side by side. */
  panes?: string[];
  /** The file that the user only looked at. */
  preview?: string;
}

const MAX_WORKSPACES = 20;

const stored = new Persisted({
  area: 'browser',
  key: 'pi-panel.open-files',
  parse: (value) => asRecord(value, isStoredTabs),
});

export function storedTabs(workspace: string): StoredTabs {
  return stored.get()[workspace] ?? { paths: [], active: null };
}

export function storeTabs(workspace: string, tabs: StoredTabs): void {
  stored.set(withNewest(stored.get(), [workspace, tabs], MAX_WORKSPACES));
}

function isStoredTabs(value: unknown): value is StoredTabs {
  const { paths, active, panes = [], preview = '' } = asObject(value);
  return isTexts(paths) && isTexts(panes) && (active === null || isText(active)) && isText(preview);
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
