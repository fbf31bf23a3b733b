// The tree of a session's entries, and what edits of the context do with them.
import type { ContextEditEntry } from './session.ts';

export interface TreeNode {
  id: string;
  parentId: string | null;
}

/** If two nodes have the same id, the later one counts, as in pi. */
export function nodesById<Node extends TreeNode>(nodes: Iterable<Node>): Map<string, Node> {
  const byId = new Map<string, Node>();
  for (const node of nodes) byId.set(node.id, node);
  return byId;
}

/**
 * The path from the root to `leafId`, in order. It starts where a parent is missing or where the parents form a cycle.
 * This uses a loop, because recursion overflows the stack, as pi's own `get_tree` does at 8,000 entries.
 */
export function branchTo<Node extends TreeNode>(byId: ReadonlyMap<string, Node>, leafId: string): Node[] {
  const branch: Node[] = [];
  const seen = new Set<Node>();
  for (let node = byId.get(leafId); node && !seen.has(node);) {
    seen.add(node);
    branch.push(node);
    node = node.parentId === null ? undefined : byId.get(node.parentId);
  }
  return branch.reverse();
}

/** The branch that pi continues when it opens the file: it ends with the last entry. */
export function currentBranch<Node extends TreeNode>(entries: readonly Node[]): Node[] {
  const leaf = entries.at(-1);
  return leaf ? branchTo(nodesById(entries), leaf.id) : [];
}

/** Returns the effect of a branch's context edits, given in order, on their targets. An entry's last edit counts. */
export function contextEdits(
  edits: Iterable<Pick<ContextEditEntry, 'targetId' | 'replacement'>>,
): ReadonlyMap<string, 'omitted' | 'replaced'> {
  return new Map(
    Array.from(edits, ({ targetId, replacement }) => [
      targetId,
      replacement === null ? 'omitted' : 'replaced',
    ]),
  );
}
