// Which runs the terminal has a tab for, in which order, and which of them is the current one.
import type { ToolRun, View } from '../../shared/view/view.ts';

/** More tabs than this nobody looks through; an older run comes by its card in the chat. */
export const MAX_TABS = 100;
const MAX_SHORT = 60;

/** The bash runs of the agent and of the person, the newest first; `pinned` is among them in any case. */
export function bashRuns(view: Pick<View, 'entries' | 'toolRuns'>, pinned?: ToolRun): ToolRun[] {
  const rows = rowsOf(view);
  const rowOf = ({ id, parentId }: ToolRun): number =>
    rows.get(id) ?? (parentId === undefined ? undefined : rows.get(parentId)) ?? Infinity;
  const runs = Object.values(view.toolRuns)
    .filter(({ name }) => name === 'bash')
    .map((run) => ({ run, row: rowOf(run) }))
    // Stable: what came later in the same row stays later.
    .sort((a, b) => compare(a.row, b.row) || (a.run.startedAt ?? 0) - (b.run.startedAt ?? 0))
    .map(({ run }) => run)
    .reverse();
  const shown = runs.slice(0, MAX_TABS);
  const isMissing = pinned?.name === 'bash' && !shown.some(({ id }) => id === pinned.id);
  return isMissing ? [...shown, pinned] : shown;
}

/** What "follow" shows: the newest that runs, else the newest. `runs` as `bashRuns` gives them. */
export function currentRun(runs: readonly ToolRun[]): ToolRun | undefined {
  return runs.find(({ state }) => state === 'running') ?? runs[0];
}

export function commandOf(run: ToolRun): string {
  return typeof run.args.command === 'string' ? run.args.command : '';
}

/** For a tab: the first line that says something, up to 60 characters, and `…` for what is left out. */
export function shortCommand(command: string): string {
  const lines = command.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  if (first.length > MAX_SHORT) return `${first.slice(0, MAX_SHORT)}…`;
  return lines.length > 1 ? `${first} …` : first;
}

/** The row of the conversation in which each run was asked for. */
function rowsOf({ entries }: Pick<View, 'entries'>): Map<string, number> {
  const rows = new Map<string, number>();
  entries.forEach(({ message, call }, row) => {
    if (call) rows.set(call, row);
    if (message.role !== 'assistant') return;
    for (const block of message.content) if (block.type === 'toolCall') rows.set(block.id, row);
  });
  return rows;
}

/** Infinity minus Infinity is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
