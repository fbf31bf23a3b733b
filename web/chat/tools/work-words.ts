// Describes a group of tool calls in a few words: "12 reads, 6 edits, 2 commands".
import { plural, t } from '../../language/text.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import { diffCounts, type DiffCounts } from '../../lib/format/diff-lines.ts';
import { relativePath, toolWords } from './tool-words.ts';

interface Called {
  name: string;
}

type WorkText = '{count} reads' | '{count} edits' | '{count} commands' | '{count} searches';

/** The kinds of calls in the order in which they are listed, with singular and plural. */
const NOUNS: readonly (readonly [kinds: readonly string[], one: string, many: WorkText])[] = [
  [['read'], '{count} read', '{count} reads'],
  [['edit', 'write'], '{count} edit', '{count} edits'],
  [['bash'], '{count} command', '{count} commands'],
  [['grep', 'find', 'ls'], '{count} search', '{count} searches'],
];

export function workWords(calls: readonly Called[]): string {
  const known = NOUNS.map(([kinds, one, many]): string => {
    const count = calls.filter(({ name }) => kinds.includes(name)).length;
    return count === 0 ? '' : plural(count, [one, many]);
  });
  const others = calls.filter(({ name }) => NOUNS.every(([kinds]) => !kinds.includes(name)));
  const named = [...new Set(others.map(({ name }) => name))].map((name) => {
    const count = others.filter((other) => other.name === name).length;
    return count === 1 ? name : `${count} ${name}`;
  });
  return [...known, ...named].filter(Boolean).join(t(', '));
}

/** Returns the time from the start of the first run to the end of the last one in ms. Undefined if it is not known. */
export function spanOf(
  runs: readonly (ToolRun | undefined)[],
  { since, now }: { since?: number | undefined; now?: number | undefined } = {},
): number | undefined {
  const starts = runs.flatMap((run) => run?.startedAt ?? []);
  const ends = runs.flatMap((run) => run?.endedAt ?? []);
  const start = Math.min(...starts, since ?? Infinity);
  const end = now ?? Math.max(...ends);
  return Number.isFinite(start) && Number.isFinite(end) ? end - start : undefined;
}

export interface ChangedFile {
  /** The path, relative to the workspace if the file is inside. */
  path: string;
  counts: DiffCounts | null;
  /** The id of the last run that changed the file. */
  run: string;
  /** Whether the diff of this run can be shown. */
  hasDiff: boolean;
}

/** Returns the files that successful edits and writes changed, in the order of the first change. */
export function changedFiles(runs: readonly (ToolRun | undefined)[], workspace: string): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const run of runs) {
    if (!run || run.state !== 'ok') continue;
    const { kind, path: named } = toolWords(run.name, run.args, workspace);
    if (named === undefined || (kind !== 'edit' && kind !== 'write')) continue;
    const path = relativePath(named, workspace);
    const counts = kind === 'edit' ? diffCounts(run.details) : null;
    const before = files.get(path)?.counts ?? null;
    files.set(path, { path, counts: addCounts(before, counts), run: run.id, hasDiff: counts !== null });
  }
  return [...files.values()];
}

/** How many files a group names. */
const MAX_NAMED = 2;

/** Returns the files with the most changed lines, those first. */
export function mostChanged(files: readonly ChangedFile[]): ChangedFile[] {
  const lines = ({ counts }: ChangedFile): number => (counts ? counts.added + counts.removed : 0);
  return files.toSorted((a, b) => lines(b) - lines(a)).slice(0, MAX_NAMED);
}

export function addCounts(a: DiffCounts | null, b: DiffCounts | null): DiffCounts | null {
  if (!a || !b) return a ?? b;
  return { added: a.added + b.added, removed: a.removed + b.removed };
}
