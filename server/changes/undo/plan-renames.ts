// Joins the two paths of a renamed file in a plan, because one of them alone would leave two files, or none. This is for
// renames that took more than one call; `trace.ts` follows those of one call. Pure.
import { isSameState } from '../contents/file-state.ts';
import type { PlannedRow } from './planned.ts';
import type { Rename } from './scope.ts';

const TAKEN = 'Its earlier path is taken by another file, so it keeps its content here.';

/** `renames`: the renames of the session. An undo reverses them, and a redo repeats them. */
export function joinRenames(rows: readonly PlannedRow[], renames: readonly Rename[]): PlannedRow[] {
  const byPath = new Map(rows.map((row) => [row.path, row]));
  for (const { from, to } of renames)
    for (const [goneName, newName] of [
      [to, from],
      [from, to],
    ] as const) {
      const [gone, made] = [byPath.get(goneName), byPath.get(newName)];
      if (gone?.action !== 'delete' || !made || gone.with || made.with || made.from !== undefined) continue;
      const shared = (gone.shared || made.shared) && { shared: true as const };
      const sources = [...made.sources, ...gone.sources];
      const isBlocked = made.action === 'conflict' || made.action === 'unknown';
      if (!isBlocked && made.action !== 'restore') continue;
      byPath.delete(goneName);
      const why = isBlocked && { why: made.why ?? TAKEN };
      const writes = isBlocked ? [] : joinWrites(made, gone);
      byPath.set(newName, { ...made, ...shared, ...why, from: goneName, writes, sources });
    }
  return [...byPath.values()];
}

/** The file itself is moved if it has the content that is restored. */
function joinWrites(made: PlannedRow, gone: PlannedRow): PlannedRow['writes'] {
  const [[write], [departure]] = [made.writes, gone.writes];
  if (!write || !departure || write.before.kind !== 'absent') return [...made.writes, ...gone.writes];
  const isSame = isSameState(departure.before, write.after.state);
  return [isSame ? { ...write, from: departure.path } : write, departure];
}
