// Tool runs and user bashes: state, times, and a short tail of the output. All bytes are in server/output.
import type { SlimEvent, PanelEvent } from './view-event.ts';
import type { Entry, ToolRun, ToolRunState } from './conversation.ts';
import type { View } from './view.ts';

/** Characters of output that the view keeps for each run: as much as a collapsed card shows. */
export const TAIL_LENGTH = 4096;

type Of<T extends string> = Extract<SlimEvent | PanelEvent, { type: T }>;

export function startToolRun(view: View, event: Of<'tool_execution_start'>): View {
  const run: ToolRun = {
    id: event.toolCallId,
    name: event.toolName,
    args: event.args,
    state: 'running',
    startedAt: event.panel_at,
    output: { bytes: 0, tail: '' },
  };
  if (event.parentToolCallId) run.parentId = event.parentToolCallId;
  return withRun(view, run);
}

export function updateToolRun(view: View, event: Of<'tool_execution_update'>): View {
  const run = view.toolRuns[event.toolCallId];
  if (!run) return view;
  const { delta = '', replace, bytes } = event.panel_output;
  const next: ToolRun = { ...run, output: { bytes, tail: tailOf((replace ?? run.output.tail) + delta) } };
  if (event.panel_details !== undefined) next.details = event.panel_details;
  return withRun(view, next);
}

export function endToolRun(view: View, event: Of<'tool_execution_end'>): View {
  const known = view.toolRuns[event.toolCallId];
  const run: ToolRun = {
    ...(known ?? { id: event.toolCallId, name: event.toolName, args: {} }),
    state:
      known?.isBlocked && event.isError
        ? 'blocked'
        : endState(event.isError, event.panel_text ?? known?.output.tail ?? ''),
    endedAt: event.panel_at,
    output: { bytes: event.panel_bytes, tail: tailOf(event.panel_text ?? known?.output.tail ?? '') },
  };
  if (event.panel_details !== undefined) run.details = event.panel_details;
  if (event.panel_structured !== undefined) run.structured = event.panel_structured;
  if (event.panel_images) run.images = event.panel_images;
  const exitCode = exitCodeOf(run);
  if (exitCode !== undefined) run.exitCode = exitCode;
  return withRun(view, run);
}

/** Marks the run as blocked. Depending on the version of pi, this event comes before or after the end of the run. */
export function blockToolRun(view: View, call: string): View {
  const run = view.toolRuns[call];
  if (!run) return view;
  return withRun(view, markBlocked(run));
}

/** Marks a run that an extension blocked, whether its end is known or not. */
export function markBlocked(run: ToolRun): ToolRun {
  return { ...run, isBlocked: true, state: run.state === 'failed' ? 'blocked' : run.state };
}

export function startUserBash(view: View, event: Of<'panel_bash_start'>): View {
  return withRun(view, {
    id: event.call,
    name: 'bash',
    args: { command: event.command },
    state: 'running',
    startedAt: event.panel_at,
    output: { bytes: 0, tail: '' },
    user: { excludeFromContext: event.excludeFromContext },
  });
}

export function endUserBash(view: View, event: Of<'panel_bash_end'>): View {
  const run = view.toolRuns[event.call];
  if (!run) return view;
  const next: ToolRun = {
    ...run,
    state: event.cancelled ? 'aborted' : event.exitCode === 0 ? 'ok' : 'failed',
    endedAt: event.panel_at,
    output: { bytes: event.bytes, tail: event.text === undefined ? run.output.tail : tailOf(event.text) },
  };
  if (event.exitCode !== undefined) next.exitCode = event.exitCode;
  return withRun(view, next);
}

/** Marks open runs as interrupted. When the agent has settled or exited, they will never end by themselves. */
export function interruptToolRuns(view: View, which: 'agent' | 'all', at?: number): View {
  const open = Object.values(view.toolRuns).filter(
    (run) => run.state === 'running' && (which === 'all' || !run.user),
  );
  if (open.length === 0) return view;
  const toolRuns = { ...view.toolRuns };
  for (const run of open) {
    toolRuns[run.id] = { ...run, state: 'interrupted', ...(at !== undefined && { endedAt: at }) };
  }
  return { ...view, toolRuns };
}

/** Drops the runs that no row shows, except running ones. */
export function trimToolRuns(
  runs: Record<string, ToolRun>,
  entries: readonly Entry[],
): Record<string, ToolRun> {
  const shown = new Set<string>();
  for (const { message, call } of entries) {
    if (call) shown.add(call);
    if (message.role !== 'assistant') continue;
    for (const block of message.content) if (block.type === 'toolCall') shown.add(block.id);
  }
  const isKept = (run: ToolRun): boolean =>
    run.state === 'running' || shown.has(run.id) || (run.parentId !== undefined && shown.has(run.parentId));
  return Object.fromEntries(Object.entries(runs).filter(([, run]) => isKept(run)));
}

/**
 * Derives the state from the text. pi reports how a tool ended only there, after the output (in pi 0.73.1 to 1.5.2):
 * "Command aborted", "Command timed out after 5 seconds", "Command exited with code 3".
 */
export function endState(isError: boolean, text: string): ToolRunState {
  if (!isError) return 'ok';
  if (/(Command aborted|Operation aborted)\s*$/.test(text)) return 'aborted';
  return /Command timed out after [\d.]+ seconds\s*$/.test(text) ? 'timed-out' : 'failed';
}

export function exitCodeOf(run: Pick<ToolRun, 'name' | 'state' | 'output'>): number | undefined {
  if (run.name !== 'bash') return undefined;
  if (run.state === 'ok') return 0;
  const said = /Command exited with code (\d+)\s*$/.exec(run.output.tail);
  return said ? Number(said[1]) : undefined;
}

export function tailOf(text: string): string {
  return text.length <= TAIL_LENGTH ? text : text.slice(-TAIL_LENGTH);
}

function withRun(view: View, run: ToolRun): View {
  return { ...view, toolRuns: { ...view.toolRuns, [run.id]: run } };
}

/** Returns the length in UTF-8. `shared` can use neither Node's Buffer nor the DOM's TextEncoder. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair is two units and four bytes. Every other unit above 0x7ff is three bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
