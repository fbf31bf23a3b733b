// Computes the rows of a session's tree: the entries that pass the filter, each below its parent, indented only where
// the session forks, without folded ones. Pure, and without recursion, because a session may be thousands of entries
// deep.
import { t, type Text, translate } from '../../language/text.ts';
import { plainLine } from '../../../shared/plain-line.ts';
import { toolLine } from '../../lib/format/tool-line.ts';
import type { SessionNode, SessionTree } from '../../../shared/session-tree.ts';
import { foldText } from '../../../shared/folded.ts';

/** The filters of pi's own tree (0.87.1), in its order. */
export const TREE_FILTERS = [
  { id: 'default', label: 'Conversation' },
  { id: 'no-tools', label: 'No tools' },
  { id: 'user-only', label: 'Yours' },
  { id: 'labeled-only', label: 'Labeled' },
  { id: 'all', label: 'All' },
] as const satisfies readonly { id: string; label: Text }[];
export type TreeFilter = (typeof TREE_FILTERS)[number]['id'];

/** Forks below this depth are not indented further. */
const MAX_DEPTH = 8;

export interface TreeRow {
  node: SessionNode;
  /** The nearest shown ancestor. */
  parent: string | null;
  /** The number of forks on the way to this entry. */
  depth: number;
  /** Whether the entry is on the path to the current end of the conversation. */
  isOnPath: boolean;
  /** Whether this is the last shown entry of the current conversation. */
  isLeaf: boolean;
  /** The number of rows that folding hides; 0 unless a branch begins here or the session forks here. */
  below: number;
  isFolded: boolean;
}

export interface TreeView {
  filter: TreeFilter;
  /** The words that an entry must contain. During a search, nothing is folded. */
  query: string;
  /** The ids of the folded entries. */
  folded: ReadonlySet<string>;
}

export function treeRows({ leafId, nodes }: SessionTree, { filter, query, folded }: TreeView): TreeRow[] {
  const words = foldText(query).split(' ').filter(Boolean);
  const isShown = (node: SessionNode): boolean => FILTER_TESTS[filter](node) && hasWords(node, words);
  const parents = shownParents(nodes, isShown);
  const shown = nodes.filter(isShown);
  const children = Map.groupBy(shown, ({ id }) => parents.get(id) ?? null);
  const path = pathTo(parents, nearestShown(nodes, { leafId, isShown }));
  // Where only some messages are shown, the nearest one may be far from the current end.
  const isExcerpt = words.length > 0 || filter === 'labeled-only';
  const leaf = isExcerpt ? leafId : nearestShown(nodes, { leafId, isShown });
  const sizes = sizesBelow(shown, parents);
  const rows: TreeRow[] = [];
  const stack = pushOrder(children.get(null), 0);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth, isBranch } = next;
    const after = children.get(node.id) ?? [];
    const below = isBranch || after.length > 1 ? (sizes.get(node.id) ?? 0) : 0;
    const isFolded = below > 0 && words.length === 0 && folded.has(node.id);
    const [isOnPath, isLeaf] = [path.has(node.id), node.id === leaf];
    rows.push({ node, parent: parents.get(node.id) ?? null, depth, isOnPath, isLeaf, below, isFolded });
    if (!isFolded) stack.push(...pushOrder(after, depth));
  }
  return rows;
}

/**
 * Returns the row that the keyboard folds from row `at`, which is that row itself or its nearest foldable ancestor; -1
 * if there is none.
 */
export function foldPlace(rows: readonly TreeRow[], at: number): number {
  const places = new Map(rows.map(({ node }, place) => [node.id, place]));
  for (let place = at; place >= 0;) {
    const { below, isFolded, parent } = rows[place]!;
    if (below > 0 && !(isFolded && place === at)) return place;
    place = parent === null ? -1 : (places.get(parent) ?? -1);
  }
  return -1;
}

const FILTER_TESTS: Record<TreeFilter, (node: SessionNode) => boolean> = {
  default: ({ kind }) => kind !== 'other' && kind !== 'calls',
  'no-tools': ({ kind }) => kind !== 'other' && kind !== 'calls' && kind !== 'tool',
  'user-only': ({ kind }) => kind === 'user',
  'labeled-only': ({ label }) => Boolean(label),
  all: () => true,
};

function hasWords(node: SessionNode, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = foldText(`${describeNode(node)} ${node.text} ${node.label ?? ''}`);
  return words.every((word) => text.includes(word));
}

/**
 * Returns the nearest shown ancestor of each node. One pass suffices, because in pi's file a parent precedes its
 * children.
 */
function shownParents(
  nodes: readonly SessionNode[],
  isShown: (node: SessionNode) => boolean,
): Map<string, string | null> {
  /** Maps each node to itself if it is shown, otherwise to its nearest shown ancestor. */
  const nearest = new Map<string, string | null>();
  const parents = new Map<string, string | null>();
  for (const node of nodes) {
    const parent = (node.parentId !== null && nearest.get(node.parentId)) || null;
    parents.set(node.id, parent);
    nearest.set(node.id, isShown(node) ? node.id : parent);
  }
  return parents;
}

function nearestShown(
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

/** Counts the shown descendants of each entry. Starts at the end, so that children are counted before their parents. */
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
  /** Whether this is the first entry of one of several branches. */
  isBranch: boolean;
}

/** Returns the children in reverse order, because a stack returns the last one first. */
function pushOrder(nodes: readonly SessionNode[] = [], depth: number): Step[] {
  const isBranch = nodes.length > 1;
  const inside = isBranch ? Math.min(MAX_DEPTH, depth + 1) : depth;
  return nodes.map((node) => ({ node, depth: inside, isBranch })).reverse();
}

const TEMPLATES: Partial<Record<SessionNode['kind'], Text>> = {
  user: 'You: {text}',
  assistant: 'Assistant: {text}',
  calls: 'Assistant calls {text}',
  compaction: 'Compacted: {text}',
  summary: 'Summary: {text}',
};

export function describeNode({ kind, text }: SessionNode): string {
  const words = text || t('without text');
  if (kind === 'bash') return `$ ${words}`;
  if (kind === 'tool') {
    const [name = '', ...target] = words.split(' ');
    return toolLine(name, target.join(' '));
  }
  const who = TEMPLATES[kind];
  const said = kind === 'other' || kind === 'calls' ? words : plainLine(words);
  return who ? translate(who).replace('{text}', () => said) : said;
}
