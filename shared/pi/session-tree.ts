// The tree that the entries of a session form: which of them are the conversation that a person sees.
import type { ContextEditEntry, SessionEntry } from './session.ts';

export interface TreeNode {
  id: string;
  parentId: string | null;
}

/** By id; where two carry the same one, the later counts, as in pi. */
export function nodesById<Node extends TreeNode>(nodes: Iterable<Node>): Map<string, Node> {
  const byId = new Map<string, Node>();
  for (const node of nodes) byId.set(node.id, node);
  return byId;
}

/**
 * The path from the root to `leafId`, in order. It begins where a parent is missing, or where the parents would
 * go round in a circle. A loop, not a recursion: pi's own `get_tree` overflows its stack at 8,000 entries.
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

/** The branch that pi continues when it opens the file: the one that ends in the last entry. */
export function currentBranch<Node extends TreeNode>(entries: readonly Node[]): Node[] {
  const leaf = entries.at(-1);
  return leaf ? branchTo(nodesById(entries), leaf.id) : [];
}

/** What the context edits of a branch, in order, took out of the conversation: the last edit of an entry counts. */
export function removedIds(
  edits: Iterable<Pick<ContextEditEntry, 'targetId' | 'replacement'>>,
): ReadonlySet<string> {
  const removed = new Set<string>();
  for (const { targetId, replacement } of edits) {
    if (replacement === null) removed.add(targetId);
    else removed.delete(targetId);
  }
  return removed;
}

/** A branch without the entries that vanished from it, such as the failed attempts before a retry (pi >= 0.87). */
export function conversation(branch: readonly SessionEntry[]): SessionEntry[] {
  const removed = removedIds(branch.filter((entry) => entry.type === 'context_edit'));
  return removed.size === 0 ? [...branch] : branch.filter((entry) => !removed.has(entry.id));
}
