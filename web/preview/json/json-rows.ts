// A JSON value as rows of a tree. Pure.
import { cutText } from '../../../shared/view/cut-text.ts';
import type { TreeRow } from '../../ui/tree/tree-keys.ts';

/** A number that JavaScript would round, as the file has it. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** More children are shown in groups, so that opening a list of a million values takes no time. */
const GROUP_SIZE = 1000;

export interface JsonRow extends TreeRow {
  /** The name in its object, the index in its list, or the range of a group; empty at the top. */
  name: string;
  value: unknown;
  /** Where the value is, such as `$.users[3]["full name"]`. */
  path: string;
  /** Whether the row stands for some values of the list or object around it. */
  isGroup: boolean;
}

interface Child {
  name: string;
  value: unknown;
  path: string;
}

export function jsonRows(value: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (child: Child, place: Pick<JsonRow, 'depth' | 'position' | 'count'>): void => {
    const children = childrenOf(child.value, child.path);
    const isOpen = children && children.length > 0 ? open.has(child.path) : null;
    rows.push({ ...child, ...place, key: child.path, isOpen, isGroup: false });
    if (isOpen) addChildren(children!, child.path, place.depth + 1);
  };
  /** `path`: of the list or object that has them. */
  const addChildren = (children: readonly Child[], path: string, depth: number): void => {
    const size = groupSize(children.length);
    if (size === 1) {
      for (const [at, child] of children.entries())
        add(child, { depth, position: at + 1, count: children.length });
      return;
    }
    const count = Math.ceil(children.length / size);
    for (let at = 0; at < count; at++) {
      const members = children.slice(at * size, (at + 1) * size);
      const name = `${members[0]!.name} … ${members.at(-1)!.name}`;
      const groupKey = `${members[0]!.path} ${size}`;
      const isOpen = open.has(groupKey);
      rows.push({
        ...{ name, value: members, path, key: groupKey, isOpen, isGroup: true },
        ...{ depth, position: at + 1, count },
      });
      if (isOpen) addChildren(members, path, depth + 1);
    }
  };
  add({ name: '', value, path: '$' }, { depth: 0, position: 1, count: 1 });
  return rows;
}

/** Returns 1 if so many children are shown without groups. */
function groupSize(count: number): number {
  let size = 1;
  while (count > size * GROUP_SIZE) size *= GROUP_SIZE;
  return size;
}

/** Returns null for a value that has no children by its kind. */
function childrenOf(value: unknown, path: string): Child[] | null {
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return null;
  if (Array.isArray(value))
    return value.map((child: unknown, at) => ({ name: String(at), value: child, path: `${path}[${at}]` }));
  return Object.entries(value as Record<string, unknown>).map(([name, child]) => ({
    name,
    value: child,
    path:
      path + (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`),
  }));
}

export type JsonKind = 'object' | 'list' | 'text' | 'number' | 'word';

export function kindOf(value: unknown): JsonKind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return value !== null && typeof value === 'object' ? 'object' : 'word';
}

/** Longer texts are cut in the tree. */
const MOST_LETTERS = 500;

/** Returns the value in one line: `{3}` and `[12]` for what has that many children. */
export function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (value instanceof ExactNumber) return value.source;
  if (value !== null && typeof value === 'object') return `{${Object.keys(value).length}}`;
  if (typeof value === 'string' && value.length > MOST_LETTERS)
    return `${JSON.stringify(cutText(value, MOST_LETTERS))} …`;
  return JSON.stringify(value);
}

/** Returns the value to copy: a text as it is, and everything else as JSON. */
export function copyOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof ExactNumber) return value.source;
  return JSON.stringify(
    value,
    (_, inner: unknown) => (inner instanceof ExactNumber ? Number(inner.source) : inner),
    2,
  );
}
