// Selects and orders the runs of the terminal: those with a tab, those in the list, and the current one.
import { commandTitle } from '../lib/format/command-title.ts';
import type { ToolRun } from '../../shared/view/conversation.ts';
import type { View } from '../../shared/view/view.ts';
import { cutText } from '../../shared/view/cut-text.ts';

/** How many runs have a tab. Older ones can be opened from the list or from their card in the chat. */
export const MAX_TABS = 100;
const MAX_TITLE_CHARS = 60;

type Runs = Pick<View, 'entries' | 'toolRuns'>;

/**
 * Returns the bash runs of the agent and of the user, newest first. `pinned` is always included, even if it is a run of
 * another tool.
 */
export function bashRuns(view: Runs, pinned?: ToolRun): ToolRun[] {
  const shown = newestFirst(view)
    .filter(({ name }) => name === 'bash')
    .slice(0, MAX_TABS);
  const isMissing = pinned && !shown.some(({ id }) => id === pinned.id);
  return isMissing ? [...shown, pinned] : shown;
}

/** Returns the runs of every tool: first the running ones, then the others, each group newest first. */
export function listedRuns(runs: Runs): ToolRun[] {
  const all = newestFirst(runs);
  const isRunning = ({ state }: ToolRun): boolean => state === 'running';
  return [...all.filter(isRunning), ...all.filter((run) => !isRunning(run))];
}

function newestFirst(view: Runs): ToolRun[] {
  const rows = rowsOf(view);
  const rowOf = ({ id, parentId }: ToolRun): number =>
    rows.get(id) ?? (parentId === undefined ? undefined : rows.get(parentId)) ?? Infinity;
  return Object.values(view.toolRuns)
    .map((run) => ({ run, row: rowOf(run) }))
    .sort((a, b) => compare(a.row, b.row) || (a.run.startedAt ?? 0) - (b.run.startedAt ?? 0))
    .map(({ run }) => run)
    .reverse();
}

/** Returns the newest run that is still running, otherwise the newest run. `runs` must be newest first. */
export function currentRun(runs: readonly ToolRun[]): ToolRun | undefined {
  return runs.find(({ state }) => state === 'running') ?? runs[0];
}

export function commandOf(run: ToolRun): string {
  return typeof run.args.command === 'string' ? run.args.command : '';
}

/**
 * Returns the prefix that the user typed: `!`, or `!!` to hide the output from the model. Empty for a run of the agent.
 */
export function prefixOf({ user }: ToolRun): string {
  if (!user) return '';
  return user.excludeFromContext ? '!!' : '!';
}

/**
 * Returns one line that identifies the run: a short form of its command, or the tool with its path, pattern or first
 * text.
 */
export function titleOf(run: ToolRun): string {
  if (run.name === 'bash') return commandTitle(commandOf(run));
  const { path, pattern, ...others } = run.args;
  const about = [path, pattern, ...Object.values(others)].find((value) => typeof value === 'string');
  const title = `${run.name} ${about ?? ''}`.trim().split('\n')[0]!;
  return title.length > MAX_TITLE_CHARS ? `${cutText(title, MAX_TITLE_CHARS)}…` : title;
}

/** Maps the id of each run to the index of the entry that called it. */
function rowsOf({ entries }: Pick<View, 'entries'>): Map<string, number> {
  const rows = new Map<string, number>();
  entries.forEach(({ message, call }, row) => {
    if (call) rows.set(call, row);
    if (message.role !== 'assistant') return;
    for (const block of message.content) if (block.type === 'toolCall') rows.set(block.id, row);
  });
  return rows;
}

/** A plain difference would be NaN for two infinite values. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
