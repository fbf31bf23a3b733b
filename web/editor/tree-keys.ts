// The keys of a tree, after the ARIA tree pattern. Pure: rows, where one is and a key in, what to do out.
import { folderOf } from './workspace-path.ts';
import type { EntryRow, TreeRow } from './tree-rows.ts';

export type TreeAct =
  | { do: 'go'; path: string }
  | { do: 'open' | 'close'; path: string }
  /** Enter or space: a file is shown, a folder toggled. */
  | { do: 'choose'; row: EntryRow };

/** Null for a key that means nothing here. `current` is a path; without one the first row is it. */
export function actOf(key: string, rows: readonly TreeRow[], current: string | null): TreeAct | null {
  const entries = rows.filter((row) => row.kind === 'entry');
  const at = Math.max(
    0,
    entries.findIndex(({ path }) => path === current),
  );
  const row = entries[at];
  if (!row) return null;
  const to = (index: number): TreeAct => ({ do: 'go', path: (entries[index] ?? row).path });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(Math.max(0, at - 1));
    case 'Home':
      return to(0);
    case 'End':
      return to(entries.length - 1);
    case 'ArrowRight':
      if (!row.isFolder) return null;
      if (!row.isOpen) return { do: 'open', path: row.path };
      return entries[at + 1]?.depth === row.depth + 1 ? to(at + 1) : null;
    case 'ArrowLeft':
      if (row.isOpen) return { do: 'close', path: row.path };
      return row.depth > 0 ? { do: 'go', path: folderOf(row.path) } : null;
    case 'Enter':
    case ' ':
      return { do: 'choose', row };
    default:
      return null;
  }
}

/** The next row whose name begins with what was typed; the current one too, while a word is being typed. */
export function typedAhead(typed: string, rows: readonly TreeRow[], current: string | null): string | null {
  const entries = rows.filter((row) => row.kind === 'entry');
  const at = Math.max(
    0,
    entries.findIndex(({ path }) => path === current),
  );
  const from = typed.length > 1 ? at : at + 1;
  const order = [...entries.slice(from), ...entries.slice(0, from)];
  return order.find(({ entry }) => entry.name.toLowerCase().startsWith(typed.toLowerCase()))?.path ?? null;
}
