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

/** A branch as the file shows it, which is more than pi sends to the model if the file is damaged. */
export interface ShownBranch<Node> {
  /** From the root to the leaf, in file order. */
  nodes: Node[];
  /** The node where pi's own branch begins, because the one before it is missing; null if the branch is whole. */
  cut: Node | null;
}

export interface BranchOptions<Node extends TreeNode> {
  /** In file order. */
  nodes: readonly Node[];
  byId: ReadonlyMap<string, Node>;
  /** Null for the place before the first entry. */
  leafId: string | null;
  /** Whether pi does not read the line, because it is damaged. */
  isSkipped: (node: Node) => boolean;
}

/**
 * Follows the parents from a leaf. Where a parent is missing, skipped by pi, or part of a cycle, pi's branch begins; this
 * one continues with the line before. Damaged lines that belong to the branch or to none are included. This uses a loop,
 * because recursion overflows the stack, as pi's own `get_tree` does at 8,000 entries.
 */
export function shownBranch<Node extends TreeNode>(options: BranchOptions<Node>): ShownBranch<Node> {
  const { nodes, byId, leafId, isSkipped } = options;
  const seen = new Set<Node>();
  let cut: Node | null = null;
  let places: Map<Node, number> | undefined;
  // pi does not know a line whose id another line has, too.
  const isFree = (node: Node): boolean => !seen.has(node) && byId.get(node.id) === node;
  const nodeBefore = (node: Node): Node | undefined => {
    places ??= new Map(nodes.map((other, at) => [other, at]));
    let at = (places.get(node) ?? 0) - 1;
    while (at >= 0 && !isFree(nodes[at]!)) at--;
    return nodes[at];
  };
  for (let node = leafId === null ? undefined : byId.get(leafId); node;) {
    seen.add(node);
    if (node.parentId === null) break;
    const parent = byId.get(node.parentId);
    const isWhole = parent !== undefined && !seen.has(parent);
    const before = isWhole ? parent : nodeBefore(node);
    if (before && !isSkipped(node) && (!isWhole || isSkipped(parent))) cut ??= node;
    node = before;
  }
  const stray = nodes.filter((node) => isSkipped(node) && isFree(node) && isAmong(node, seen, byId));
  if (stray.length === 0 && !cut) return { nodes: [...seen].reverse(), cut };
  for (const node of stray) seen.add(node);
  return { nodes: nodes.filter((node) => seen.has(node)), cut };
}

/** Whether the node follows one of these, or none that is known. */
function isAmong<Node extends TreeNode>(
  { parentId }: Node,
  among: ReadonlySet<Node>,
  byId: ReadonlyMap<string, Node>,
): boolean {
  const parent = byId.get(parentId ?? '');
  return parent === undefined || among.has(parent);
}

/**
 * The branch that pi continues when it opens the file: it ends with the last entry. `isSkipped`: whether the line is
 * damaged, so that pi does not read it.
 */
export function currentBranch<Node extends TreeNode>(
  nodes: readonly Node[],
  isSkipped: (node: Node) => boolean = () => false,
): Node[] {
  const leafId = nodes.findLast((node) => !isSkipped(node))?.id ?? null;
  return shownBranch({ nodes, byId: nodesById(nodes), leafId, isSkipped }).nodes;
}

/**
 * Returns the effect of a branch's context edits, given in order, on their targets. An entry's last edit counts. An entry
 * that the panel has restored is no longer among them.
 */
export function contextEdits(
  edits: Iterable<Pick<ContextEditEntry, 'targetId' | 'replacement'>>,
): ReadonlyMap<string, 'omitted' | 'replaced'> {
  const effects = new Map<string, 'omitted' | 'replaced'>();
  for (const { targetId, replacement } of edits) {
    if (isRestored(replacement)) effects.delete(targetId);
    else effects.set(targetId, replacement === null ? 'omitted' : 'replaced');
  }
  return effects;
}

/** Whether the panel has put back the content as it was written. */
export function isRestored(replacement: ContextEditEntry['replacement']): boolean {
  return replacement?.panel_restored === true;
}
