// Which files were open in which workspace, remembered by the browser.

export interface RememberedTabs {
  paths: string[];
  active: string | null;
}

const KEY = 'pi-panel.open-files';
const MAX_WORKSPACES = 20;

type Stored = Record<string, RememberedTabs>;

export function rememberedTabs(workspace: string): RememberedTabs {
  return read()[workspace] ?? { paths: [], active: null };
}

export function rememberTabs(workspace: string, tabs: RememberedTabs): void {
  const { [workspace]: _, ...others } = read();
  const kept = Object.entries(others).slice(-(MAX_WORKSPACES - 1));
  // The one that was written last stands last, so that the first are the oldest.
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [workspace]: tabs }));
}

function read(): Stored {
  return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Stored;
}
