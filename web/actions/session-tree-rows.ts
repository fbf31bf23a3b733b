// A session's tree as rows of a list, each below its parent and indented only where the session forks. Pure.
import type { SessionNode, SessionTree } from '../../shared/companion.ts';

/** Deeper forks are not indented further. */
const MAX_DEPTH = 8;

export interface TreeRow {
  node: SessionNode;
  /** The number of forks on the way to this entry. */
  depth: number;
  /** On the path to the current end of the conversation. */
  isOnPath: boolean;
  /** The last entry of the current conversation. */
  isLeaf: boolean;
}

export function treeRows({ leafId, nodes }: SessionTree): TreeRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = Map.groupBy(nodes, ({ parentId }) => (parentId && byId.has(parentId) ? parentId : null));
  const path = pathTo(byId, leafId);
  const rows: TreeRow[] = [];
  const waiting = forked(children.get(null), 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    rows.push({ node, depth, isOnPath: path.has(node.id), isLeaf: node.id === leafId });
    waiting.push(...forked(children.get(node.id), depth));
  }
  return rows;
}

/** In reverse order: a stack returns them in order. */
function forked(nodes: readonly SessionNode[] = [], depth: number): { node: SessionNode; depth: number }[] {
  const inside = nodes.length > 1 ? Math.min(MAX_DEPTH, depth + 1) : depth;
  return nodes.map((node) => ({ node, depth: inside })).reverse();
}

function pathTo(byId: ReadonlyMap<string, SessionNode>, leafId: string | null): Set<string> {
  const path = new Set<string>();
  for (let id = leafId; id !== null && !path.has(id); id = byId.get(id)?.parentId ?? null) path.add(id);
  return path;
}

const WHO: Record<SessionNode['kind'], string> = {
  user: 'You: ',
  assistant: 'Assistant: ',
  bash: '$ ',
  custom: '',
  compaction: 'Compacted: ',
  summary: 'Summary: ',
  other: '',
};

export function nodeWords({ kind, text }: SessionNode): string {
  return `${WHO[kind]}${text || 'without text'}`;
}
