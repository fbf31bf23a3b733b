// The sub-agents that a tool started, with their texts and their tool runs for the conversation.
import { exitCodeOf } from '../../../shared/view/tool-runs.ts';
import { withoutJson } from '../../lib/format/json-in-text.ts';
import { fieldsOf, itemsOf, textOf, type Child, type Fields } from '../../../shared/children/child.ts';
import { isSameChild, startedWith } from '../../../shared/children/live.ts';
import { childrenIn } from '../../../shared/children/read-children.ts';
import type { Entry, ToolRun, ToolRunState } from '../../../shared/view/conversation.ts';
import type { LiveChild } from '../../../shared/view/live-child.ts';

export type SubagentStep = { key: string; text: string } | { key: string; run: ToolRun };

export interface Subagent
  extends Omit<Child, 'messages' | 'state' | 'usage'>, Partial<Pick<LiveChild, 'question' | 'acts'>> {
  /** The agent as a run, for its row. Its duration is not known. */
  run: ToolRun;
  /** Its texts and its tool runs, oldest first. */
  steps: SubagentStep[];
}

type StartingRun = Pick<ToolRun, 'id' | 'state' | 'details'> & Partial<Pick<ToolRun, 'output'>>;

/**
 * Returns the agents that this run started, or none if its details have another form. `live`: those that their packages
 * know inside pi, which tell more, and tell about agents in the background.
 */
export function subagentsOf(run: StartingRun | undefined, live?: readonly LiveChild[]): Subagent[] {
  if (!run) return [];
  const told = childrenIn(run.details, run.state);
  const children: (Child & Partial<LiveChild>)[] =
    told.length > 0
      ? told.map((child) => withLive(child, live, run.state))
      : startedWith(run.details, live ?? []).map((child) => ({ ...child, ...NOTHING_TOLD }));
  // The result of a tool with one agent ends with what that agent said.
  const said = children.length === 1 ? (run.output?.tail.trim().split('\n').at(-1) ?? '') : '';
  return children.map(({ messages, state, usage: _, ...child }, at) => {
    const id = `${run.id}/agent-${at + 1}`;
    return {
      ...child,
      failure: withoutJson(child.failure),
      last: child.last || (state === 'ok' ? said : ''),
      run: { id, name: child.name, args: {}, state, output: { bytes: 0, tail: '' } },
      steps: stepsOf(messages, { id, isRunning: state === 'running' }),
    };
  });
}

/**
 * A package says more than the result that it gave before. One in the background that pi does not know any more has ended
 * with an earlier pi.
 */
function withLive(
  told: Child,
  live: readonly LiveChild[] | undefined,
  state: ToolRunState,
): Child & Partial<LiveChild> {
  const found = live?.find((one) => isSameChild(one, told));
  if (!found)
    return live && told.state === 'running' && state !== 'running' ? { ...told, state: 'interrupted' } : told;
  return { ...told, ...found, cost: found.cost || told.cost, name: told.name, task: told.task };
}

const NOTHING_TOLD = { usage: {}, messages: [] };

/** Returns what extensions have reported about sub-agents in messages, oldest first. */
export function reportsIn(entries: readonly Pick<Entry, 'message'>[]): Child[] {
  return entries.flatMap(({ message }) =>
    message.role === 'custom' && message.details !== undefined ? childrenIn(message.details, 'ok') : [],
  );
}

/** Replaces agents in the background by what a later message reports about them. */
export function withReports(agents: readonly Subagent[], reports: readonly Child[]): Subagent[] {
  return agents.map((agent) => {
    const report = reports.findLast(({ id }) => id !== undefined && id === agent.id);
    if (!report) return agent;
    const { state, tokens, turns, last, failure } = report;
    return {
      ...agent,
      ...{ last, failure, tokens: tokens ?? agent.tokens, turns: turns || agent.turns },
      run: { ...agent.run, state },
    };
  });
}

export function stepsOf(
  messages: readonly Fields[],
  { id, isRunning }: { id: string; isRunning: boolean },
): SubagentStep[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'toolResult' ? [[textOf(message.toolCallId), message] as const] : [],
    ),
  );
  return messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => itemsOf(content))
    .flatMap((block, at): SubagentStep[] => {
      const key = `${id}/${at + 1}`;
      if (block.type === 'text' && textOf(block.text).trim()) return [{ key, text: textOf(block.text) }];
      if (block.type !== 'toolCall') return [];
      const result = results.get(textOf(block.id));
      const tail = itemsOf(result?.content)
        .map(({ text }) => textOf(text))
        .join('');
      const state = result
        ? result.isError === true
          ? 'failed'
          : 'ok'
        : isRunning
          ? 'running'
          : 'interrupted';
      const run: ToolRun = {
        ...{ id: key, name: textOf(block.name), args: fieldsOf(block.arguments), state },
        // This is the whole output, because the panel did not record this run.
        output: { bytes: 0, tail },
        details: result?.details,
      };
      const exitCode = exitCodeOf(run);
      if (exitCode !== undefined) run.exitCode = exitCode;
      return [{ key, run }];
    });
}
