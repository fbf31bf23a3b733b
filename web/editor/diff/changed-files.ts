// The files that the agent's edit and write calls changed in this conversation.
import type { ToolRun } from '../../../shared/view/conversation.ts';
import { diffCounts, type DiffCounts } from '../../lib/format/diff-lines.ts';
import { folderOf, workspacePath } from '../../lib/format/workspace-path.ts';
import { comparePaths } from '../../../shared/natural-order.ts';

export interface ChangedFile {
  /** Relative to the workspace. */
  path: string;
  /** The tool runs that changed the file, oldest first. */
  runs: ToolRun[];
  /** The line counts of all edits; null if one of the runs does not report any (`write` never does). */
  counts: DiffCounts | null;
}

/** Returns the changed files, sorted by path. `toolRuns` are the runs of the loaded part of the conversation. */
export function changedFiles(toolRuns: Readonly<Record<string, ToolRun>>, workspace: string): ChangedFile[] {
  const runsOf = new Map<string, ToolRun[]>();
  for (const run of Object.values(toolRuns)) {
    const { name, state, args } = run;
    if ((name !== 'edit' && name !== 'write') || state !== 'ok' || typeof args.path !== 'string') continue;
    const path = workspacePath(workspace, args.path);
    if (path) runsOf.set(path, [...(runsOf.get(path) ?? []), run]);
  }
  return [...runsOf]
    .map(([path, runs]) => ({ path, runs, counts: sum(runs) }))
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** Returns every folder that contains one of these paths, at any depth. */
export function foldersAround(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.add(folder);
  }
  return folders;
}

function sum(runs: readonly ToolRun[]): DiffCounts | null {
  const counts = { added: 0, removed: 0 };
  for (const run of runs) {
    const more = countsOf(run);
    if (!more) return null;
    counts.added += more.added;
    counts.removed += more.removed;
  }
  return counts;
}

/** The list is computed again while tools run, but the object of an ended run stays the same. */
const countsByRun = new WeakMap<ToolRun, DiffCounts | null>();

function countsOf(run: ToolRun): DiffCounts | null {
  let counts = countsByRun.get(run);
  if (counts === undefined) {
    counts = diffCounts(run.details);
    countsByRun.set(run, counts);
  }
  return counts;
}
