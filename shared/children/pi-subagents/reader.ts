// Reads the package `pi-subagents` (0.67): results, and the progress of each child while they run.
import type { ToolRunState } from '../../view/conversation.ts';
import {
  countOf,
  fieldsOf,
  isText,
  itemsOf,
  lastTextOf,
  textOf,
  tokensIn,
  type Child,
  type Fields,
} from '../child.ts';

/** `completions`: what a call that waits for background runs returns. */
export function readPiSubagents(
  { mode, runId, results, progress, completions }: Fields,
  parent: ToolRunState,
): Child[] {
  const waited = itemsOf(completions).flatMap((run) =>
    itemsOf(run.results)
      .filter(({ agent }) => isText(agent))
      .map((result, index) => ({
        ...childOf({ ...result, exitCode: result.success === false ? 1 : 0 }, {}, 'ok'),
        id: `${textOf(run.runId)}:${index}`,
      })),
  );
  if (waited.length > 0) return waited;
  // pi's example has no index.
  if (!isText(mode)) return [];
  const live = itemsOf(progress).filter(({ agent, index }) => isText(agent) && typeof index === 'number');
  const done = itemsOf(results).filter(({ agent, index }) => isText(agent) && typeof index === 'number');
  const known = new Map([...live, ...done].map((item) => [item.index, item.agent]));
  return [...known.keys()]
    .toSorted((a, b) => Number(a) - Number(b))
    .map((index) => {
      const result = done.find((one) => one.index === index);
      const now = live.find((one) => one.index === index) ?? fieldsOf(result?.progress);
      const child = childOf(result ?? { agent: now.agent, task: now.task }, now, parent);
      // The panel's extension knows how it goes on, and what it uses in the end.
      return result?.detached === true
        ? { ...child, ...NOTHING_SPENT, id: `${textOf(runId)}:${countOf(index)}` }
        : child;
    });
}

const NOTHING_SPENT = { usage: {}, tokens: null, cost: 0, turns: 0 };

function childOf(result: Fields, now: Fields, parent: ToolRunState): Child {
  const messages = itemsOf(result.messages);
  const usage = fieldsOf(result.usage);
  const state = stateOf(result, now, parent);
  const said = textOf(result.finalOutput) || lastTextOf(messages) || textOf(lastOf(now.recentOutput));
  return {
    name: textOf(result.agent),
    task: taskOf(result) || taskOf(now),
    model: textOf(result.model) || textOf(now.model),
    state,
    turns: countOf(usage.turns) || countOf(now.turnCount),
    tokens: tokensIn(usage) ?? (countOf(now.tokens) || null),
    usage,
    cost: countOf(usage.cost),
    last: state === 'running' && isText(now.currentTool) ? toolLine(now) : said,
    failure: state === 'failed' ? textOf(result.error) || textOf(now.error) : '',
    ...(isText(result.sessionFile) && { file: result.sessionFile }),
    messages,
  };
}

/** The package hides the task, but not the name of the session that it makes of agent and task. */
function taskOf({ task, sessionName, agent }: Fields): string {
  if (task !== '[prompt redacted]') return textOf(task);
  const name = textOf(sessionName);
  const prefix = `${textOf(agent)}: `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : undefined);
const toolLine = ({ currentTool, currentToolArgs }: Fields): string =>
  [textOf(currentTool), textOf(currentToolArgs)].filter(Boolean).join(': ');

/** Only the error says that a child was stopped together with its call, such as in the middle of a tool. */
const STOPPED = /^Subagent stopped\b/;

function stateOf(
  { exitCode, interrupted, stopped, timedOut, detached, error }: Fields,
  { status }: Fields,
  parent: ToolRunState,
): ToolRunState {
  if (status === 'pending' || status === 'running') return parent === 'running' ? 'running' : 'interrupted';
  // It goes on in the background, where its package reports its end.
  if (detached === true || status === 'detached') return 'running';
  if (timedOut === true) return 'timed-out';
  if (interrupted === true || stopped === true || STOPPED.test(textOf(error))) return 'aborted';
  if (status === 'failed' || (typeof exitCode === 'number' && exitCode !== 0)) return 'failed';
  return typeof exitCode === 'number' || status === 'completed' || parent !== 'running' ? 'ok' : 'running';
}
