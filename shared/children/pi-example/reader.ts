// Reads pi's example `subagent` (0.79.9 to 1.6.0), and extensions modeled on it.
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

export function readPiExample({ results }: Fields, parent: ToolRunState): Child[] {
  return itemsOf(results)
    .filter(({ agent, task, messages }) => isText(agent) && isText(task) && Array.isArray(messages))
    .map((result) => childOf(result, parent));
}

function childOf(result: Fields, parent: ToolRunState): Child {
  const messages = itemsOf(result.messages);
  const answers = messages.filter(({ role }) => role === 'assistant');
  const state = stateOf(result, { parent, last: messages.at(-1) });
  const usage = fieldsOf(result.usage);
  return {
    name: textOf(result.agent),
    task: textOf(result.task),
    model: textOf(result.model) || textOf(answers.at(-1)?.model),
    state,
    turns: answers.length,
    tokens: tokensIn(usage),
    usage,
    cost: countOf(usage.cost),
    last: lastTextOf(messages),
    failure: state === 'failed' ? textOf(result.errorMessage) || textOf(result.stderr).trim() : '',
    messages,
  };
}

/** The exit code is -1 until a parallel agent has ended, and 0 while a single one runs. `status`: since pi 1.6. */
function stateOf(
  { exitCode, stopReason, status }: Fields,
  { parent, last }: { parent: ToolRunState; last: Fields | undefined },
): ToolRunState {
  const isUnderWay = status === 'pending' || status === 'running';
  const isOver = last?.role === 'assistant' && last.stopReason !== 'toolUse';
  if (isUnderWay || exitCode === -1 || (parent === 'running' && exitCode === 0 && !isOver && !isText(status)))
    return parent === 'running' ? 'running' : 'interrupted';
  if (stopReason === 'aborted' || status === 'aborted') return 'aborted';
  const hasFailed = typeof exitCode === 'number' && exitCode !== 0;
  return hasFailed || stopReason === 'error' || status === 'failed' ? 'failed' : 'ok';
}
