// The layout of each workspace, stored by the browser: which panels are open, and how large the regions are.
import { asObject, asRecord, isText, Persisted } from '../../lib/storage/persisted.ts';

export interface StoredLayout {
  /** Id of the open panel of the side bar; null when it is folded away. */
  rail: string | null;
  /** Null until the user chose. */
  terminal: boolean | null;
  /** The editor had a file open. */
  files: boolean;
  /** The conversation was empty. */
  isEmpty: boolean;
  /** px, by the name of the divider. */
  sizes: Record<string, number>;
}

const MAX_WORKSPACES = 50;

const stored = new Persisted({
  area: 'browser',
  key: 'pi-panel.layouts',
  parse: (value) => asRecord(value, (layout): layout is object => typeof layout === 'object'),
});

/** The default for a workspace that was never shown. */
export function storedLayout(workspace: string): StoredLayout {
  const { rail, terminal, files, isEmpty, sizes } = asObject(stored.get()[workspace]);
  return {
    rail: rail === null || isText(rail) ? rail : 'files',
    terminal: typeof terminal === 'boolean' ? terminal : null,
    files: files === true,
    isEmpty: isEmpty !== false,
    sizes: asRecord(sizes, (size) => typeof size === 'number'),
  };
}

export function storeLayout(workspace: string, layout: StoredLayout): void {
  const { [workspace]: _, ...others } = stored.get();
  // The newest goes last, so that the first ones are the oldest.
  const kept = Object.entries(others).slice(-(MAX_WORKSPACES - 1));
  stored.set({ ...Object.fromEntries(kept), [workspace]: layout });
}
