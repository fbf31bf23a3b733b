// Finds the branching points of a session, which are the user's messages that follow the same point of the
// conversation.
import type { Branches } from '../../shared/view/conversation.ts';
import type { IndexedEntry } from './session-index.ts';

type Node = Pick<IndexedEntry, 'id' | 'parentId' | 'type' | 'role'>;

/**
 * Returns the branching points, by the id of the user's message. Only points with several branches are listed.
 * `entries`: in file order.
 */
export function branchesIn(entries: readonly Node[], byId: ReadonlyMap<string, Node>): Map<string, Branches> {
  const starts = Map.groupBy(
    entries.filter(({ type, role }) => type === 'message' && role === 'user'),
    (entry) => pointBefore(entry, byId),
  );
  const groups = [...starts.values()].filter(({ length }) => length > 1);
  const ends = groups.length > 0 ? lastDescendants(entries) : new Map<string, string>();
  const found = groups.flatMap((group) =>
    group.map(({ id }, at): [string, Branches] => {
      const [previous, next] = [group[at - 1], group[at + 1]].map((other) => other && ends.get(other.id));
      return [id, { at: at + 1, count: group.length, ...(previous && { previous }), ...(next && { next }) }];
    }),
  );
  return new Map(found);
}

/** Returns the id of the message that it follows. Settings, labels and the like may be between the two. */
function pointBefore(entry: Node, byId: ReadonlyMap<string, Node>): string | null {
  const seen = new Set<string>();
  let before = byId.get(entry.parentId ?? '');
  while (before && !isPoint(before) && !seen.has(before.id)) {
    seen.add(before.id);
    before = byId.get(before.parentId ?? '');
  }
  return before?.id ?? null;
}

function isPoint({ type, role }: Node): boolean {
  return (type === 'message' && role !== 'system') || type === 'compaction' || type === 'branch_summary';
}

/** Returns the entry that was written last on any branch below each entry. Parents come before their children. */
function lastDescendants(entries: readonly Node[]): Map<string, string> {
  const last = new Map<string, string>();
  for (const { id, parentId } of entries.toReversed()) {
    const end = last.get(id) ?? id;
    last.set(id, end);
    if (parentId !== null && !last.has(parentId)) last.set(parentId, end);
  }
  return last;
}
