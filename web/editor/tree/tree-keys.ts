// The keys of the tree: they move, open and close, edit, and find a row by the letters of its name.
import type { FileTree } from './file-tree.svelte.ts';
import type { TreeEdits } from './tree-edits.svelte.ts';
import { actionForKey, editForKey, keyName, type EntryRow } from './tree-rows.ts';
import { TypeAhead } from './type-ahead.ts';

export interface TreeKeysOptions {
  tree: () => Pick<FileTree, 'rows' | 'open' | 'close'>;
  edits: () => Pick<TreeEdits, 'undo' | 'startRename' | 'delete'>;
  /** Moves the focus to the row with this path. */
  go: (path: string) => void;
  /** Opens a file or toggles a folder. */
  choose: (row: EntryRow, isKept: boolean) => void;
}

export class TreeKeys {
  readonly #options: TreeKeysOptions;
  readonly #typed = new TypeAhead();

  constructor(options: TreeKeysOptions) {
    this.#options = options;
  }

  /** `current`: the path of the row with the focus. Returns whether the browser must not act on the key, too. */
  press(event: Parameters<typeof keyName>[0], current: string | null): boolean {
    const { tree, edits, go } = this.#options;
    const key = keyName(event);
    const edit = editForKey(key);
    const { rows } = tree();
    const action = actionForKey(key, rows, current);
    if (edit === 'undo') edits().undo();
    else if (edit === 'rename' && current !== null) edits().startRename(current);
    else if (edit === 'delete' && current !== null) void edits().delete(current);
    else if (action) {
      this.#typed.reset();
      if (action.do === 'go') go(action.path);
      else if (action.do === 'choose') this.#options.choose(action.row, action.isKept);
      else tree()[action.do](action.path);
    } else {
      const path = key.length === 1 ? this.#typed.add(key, rows, current) : null;
      if (path !== null) go(path);
      return false;
    }
    return true;
  }
}
