// A session's tree as rows: which entries a filter shows, each below its parent and indented only where the session
// forks, and which of them are folded away. Pure, and without recursion: a session may be thousands of entries deep.
import { t, type Text, translate } from '../../language/text.ts';
import type { SessionNode, SessionTree } from '../../../shared/companion.ts';

/** The filters of pi's own tree (0.87.1), in its order. */
export const TREE_FILTERS = [
  { id: 'default', label: 'Conversation' },
  { id: 'no-tools', label: 'No tools' },
  { id: 'user-only', label: 'Yours' },
  { id: 'labeled-only', label: 'Labelled' },
  { id: 'all', label: 'All' },
] as const satisfies readonly { id: string; label: Text }[];
export type TreeFilter = (typeof TREE_FILTERS)[number]['id'];

/** Deeper forks are not indented further. */
const MAX_DEPTH = 8;

export interface TreeRow {
  node: SessionNode;
  /** The nearest entry above it that is shown. */
  parent: string | null;
  /** The number of forks on the way to this entry. */
  depth: number;
  /** On the path to the current end of the conversation. */
  isOnPath: boolean;
  /** The last entry of the current conversation that is shown. */
  isLeaf: boolean;
  /** How many rows can be folded away below it, where a branch begins or the session forks; otherwise 0. */
  below: number;
  isFolded: boolean;
}

export interface TreeView {
  filter: TreeFilter;
  /** Words that all have to occur. While there are any, nothing is folded. */
  query: string;
  /** Ids of the entries that are folded. */
  folded: ReadonlySet<string>;
}

export function treeRows({ leafId, nodes }: SessionTree, { filter, query, folded }: TreeView): TreeRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isShown = (node: SessionNode): boolean => PASSES[filter](node) && hasWords(node, words);
  const parents = shownParents(nodes, isShown);
  const shown = nodes.filter(isShown);
  const children = Map.groupBy(shown, ({ id }) => parents.get(id) ?? null);
  const leaf = shownOf(nodes, { leafId, isShown });
  const path = pathTo(parents, leaf);
  const sizes = sizesBelow(shown, parents);
  const rows: TreeRow[] = [];
  const waiting = stepsInto(children.get(null), 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth, isBranch } = next;
    const after = children.get(node.id) ?? [];
    const below = isBranch || after.length > 1 ? (sizes.get(node.id) ?? 0) : 0;
    const isFolded = below > 0 && words.length === 0 && folded.has(node.id);
    const [isOnPath, isLeaf] = [path.has(node.id), node.id === leaf];
    rows.push({ node, parent: parents.get(node.id) ?? null, depth, isOnPath, isLeaf, below, isFolded });
    if (!isFolded) waiting.push(...stepsInto(after, depth));
  }
  return rows;
}

/** The row that the keyboard folds from row `at`: itself, or the nearest one above it that it is below of; -1: none. */
export function foldPlace(rows: readonly TreeRow[], at: number): number {
  const places = new Map(rows.map(({ node }, place) => [node.id, place]));
  for (let place = at; place >= 0;) {
    const { below, isFolded, parent } = rows[place]!;
    if (below > 0 && !(isFolded && place === at)) return place;
    place = parent === null ? -1 : (places.get(parent) ?? -1);
  }
  return -1;
}

const PASSES: Record<TreeFilter, (node: SessionNode) => boolean> = {
  default: ({ kind }) => kind !== 'other' && kind !== 'calls',
  'no-tools': ({ kind }) => kind !== 'other' && kind !== 'calls' && kind !== 'tool',
  'user-only': ({ kind }) => kind === 'user',
  'labeled-only': ({ label }) => Boolean(label),
  all: () => true,
};

function hasWords(node: SessionNode, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${nodeWords(node)} ${node.label ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The nearest shown ancestor of each node, in one pass: in pi's file a parent comes before its children. */
function shownParents(
  nodes: readonly SessionNode[],
  isShown: (node: SessionNode) => boolean,
): Map<string, string | null> {
  /** The node itself if it is shown, otherwise its nearest shown ancestor. */
  const nearest = new Map<string, string | null>();
  const parents = new Map<string, string | null>();
  for (const node of nodes) {
    const parent = (node.parentId !== null && nearest.get(node.parentId)) || null;
    parents.set(node.id, parent);
    nearest.set(node.id, isShown(node) ? node.id : parent);
  }
  return parents;
}

function shownOf(
  nodes: readonly SessionNode[],
  { leafId, isShown }: { leafId: string | null; isShown: (node: SessionNode) => boolean },
): string | null {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  for (let id = leafId; id !== null && !seen.has(id);) {
    seen.add(id);
    const node = byId.get(id);
    if (!node) return null;
    if (isShown(node)) return id;
    id = node.parentId;
  }
  return null;
}

function pathTo(parents: ReadonlyMap<string, string | null>, leaf: string | null): Set<string> {
  const path = new Set<string>();
  for (let id = leaf; id !== null && !path.has(id); id = parents.get(id) ?? null) path.add(id);
  return path;
}

/** How many shown entries are below each one: from the end, so that children are counted before their parents. */
function sizesBelow(
  shown: readonly SessionNode[],
  parents: ReadonlyMap<string, string | null>,
): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { id } of shown.toReversed()) {
    const parent = parents.get(id);
    if (parent) sizes.set(parent, (sizes.get(parent) ?? 0) + (sizes.get(id) ?? 0) + 1);
  }
  return sizes;
}

interface Step {
  node: SessionNode;
  depth: number;
  /** The first entry of one of several branches. */
  isBranch: boolean;
}

/** In reverse order: a stack returns them in order. */
function stepsInto(nodes: readonly SessionNode[] = [], depth: number): Step[] {
  const isBranch = nodes.length > 1;
  const inside = isBranch ? Math.min(MAX_DEPTH, depth + 1) : depth;
  return nodes.map((node) => ({ node, depth: inside, isBranch })).reverse();
}

const WHO: Partial<Record<SessionNode['kind'], Text>> = {
  user: 'You: {text}',
  assistant: 'Assistant: {text}',
  calls: 'Assistant calls {text}',
  tool: 'Tool {text}',
  compaction: 'Compacted: {text}',
  summary: 'Summary: {text}',
};

export function nodeWords({ kind, text }: SessionNode): string {
  const words = text || t('without text');
  if (kind === 'bash') return `$ ${words}`;
  const who = WHO[kind];
  return who ? translate(who).replace('{text}', () => words) : words;
}
