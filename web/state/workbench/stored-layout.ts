// The layout of each workspace, stored in the browser: its open panels and the sizes of its regions.
import { asObject, asRecord, isText, Persisted, withNewest } from '../../lib/storage/persisted.ts';

export interface StoredLayout {
  /** The id of the open panel in the side bar. Null while the side bar is collapsed. */
  rail: string | null;
  /** Whether the terminal is open. Null until the user has opened or closed it. */
  terminal: boolean | null;
  /** Whether the editor had an open file. */
  files: boolean;
  /** Whether the conversation was empty. */
  isEmpty: boolean;
  /** Sizes in px, by the name of the divider. */
  sizes: Record<string, number>;
}

const MAX_WORKSPACES = 50;

const stored = new Persisted({
  area: 'browser',
  key: 'pi-panel.layouts',
  parse: (value) => asRecord(value, (layout): layout is object => typeof layout === 'object'),
});

/** Returns the stored layout, or the default for a workspace that was never shown. */
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
  stored.set(withNewest<object>(stored.get(), [workspace, layout], MAX_WORKSPACES));
}
