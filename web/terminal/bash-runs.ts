// Which runs the terminal has a tab for and which it lists, in which order, and which of them is the current one.
import type { ToolRun, View } from '../../shared/view/view.ts';

/** More tabs than this nobody looks through; an older run comes by its card in the chat. */
export const MAX_TABS = 100;
const MAX_SHORT = 60;

type Runs = Pick<View, 'entries' | 'toolRuns'>;

/** The bash runs of the agent and of the person, the newest first; `pinned`, of any tool, is among them in any case. */
export function bashRuns(view: Runs, pinned?: ToolRun): ToolRun[] {
  const shown = newestFirst(view)
    .filter(({ name }) => name === 'bash')
    .slice(0, MAX_TABS);
  const isMissing = pinned && !shown.some(({ id }) => id === pinned.id);
  return isMissing ? [...shown, pinned] : shown;
}

/** The runs of every tool: what runs now before what is over, of both the newest first. */
export function listedRuns(runs: Runs): ToolRun[] {
  const all = newestFirst(runs);
  const isRunning = ({ state }: ToolRun): boolean => state === 'running';
  return [...all.filter(isRunning), ...all.filter((run) => !isRunning(run))];
}

function newestFirst(view: Runs): ToolRun[] {
  const rows = rowsOf(view);
  const rowOf = ({ id, parentId }: ToolRun): number =>
    rows.get(id) ?? (parentId === undefined ? undefined : rows.get(parentId)) ?? Infinity;
  return (
    Object.values(view.toolRuns)
      .map((run) => ({ run, row: rowOf(run) }))
      // Stable: what came later in the same row stays later.
      .sort((a, b) => compare(a.row, b.row) || (a.run.startedAt ?? 0) - (b.run.startedAt ?? 0))
      .map(({ run }) => run)
      .reverse()
  );
}

/** The newest that runs, else the newest. `runs` as `bashRuns` gives them. */
export function currentRun(runs: readonly ToolRun[]): ToolRun | undefined {
  return runs.find(({ state }) => state === 'running') ?? runs[0];
}

export function commandOf(run: ToolRun): string {
  return typeof run.args.command === 'string' ? run.args.command : '';
}

/** What was run, in one line: a command, or the tool and what it was about. */
export function titleOf(run: ToolRun): string {
  if (run.name === 'bash') return shortCommand(commandOf(run));
  const { path, pattern, ...others } = run.args;
  const about = [path, pattern, ...Object.values(others)].find((value) => typeof value === 'string');
  return shortCommand(`${run.name} ${about ?? ''}`);
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
