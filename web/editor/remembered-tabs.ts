// Which files were open in which workspace, remembered by the browser.
import { asObject, asRecord, isText, Persisted } from '../lib/persisted.ts';

export interface RememberedTabs {
  paths: string[];
  active: string | null;
}

const MAX_WORKSPACES = 20;

const stored = new Persisted({
  area: 'browser',
  key: 'pi-panel.open-files',
  parse: (value) => asRecord(value, isRememberedTabs),
});

export function rememberedTabs(workspace: string): RememberedTabs {
  return stored.get()[workspace] ?? { paths: [], active: null };
}

export function rememberTabs(workspace: string, tabs: RememberedTabs): void {
  const { [workspace]: _, ...others } = stored.get();
  const kept = Object.entries(others).slice(-(MAX_WORKSPACES - 1));
  // The newest goes last, so that the first ones are the oldest.
  stored.set({ ...Object.fromEntries(kept), [workspace]: tabs });
}

function isRememberedTabs(value: unknown): value is RememberedTabs {
  const { paths, active } = asObject(value);
  return Array.isArray(paths) && paths.every(isText) && (active === null || isText(active));
}
