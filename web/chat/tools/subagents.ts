// The agents that a tool started itself, as in pi's example `subagent` (0.79.9 to 1.5.2) and extensions modeled on it.
// The details of the tool's result contain each agent's task and messages. No protocol defines them, so nothing is
// taken for granted.
import { exitCodeOf } from '../../../shared/view/tool-runs.ts';
import { withoutJson } from '../../lib/format/json-in-text.ts';
import type { ToolRun, ToolRunState } from '../../../shared/view/conversation.ts';

export type SubagentStep = { key: string; text: string } | { key: string; run: ToolRun };

export interface Subagent {
  /** The agent as a run, for its row. Its duration is not known. */
  run: ToolRun;
  name: string;
  task: string;
  /** How many answers its model gave. */
  turns: number;
  /** In dollars; 0 if unknown. */
  cost: number;
  model: string;
  /** Why it failed; empty if it did not, or gave no reason. */
  failure: string;
  /** Its texts and its tool runs, oldest first. */
  steps: SubagentStep[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the agents that this run started, or none if its details have another form. */
export function subagentsOf(run: Pick<ToolRun, 'id' | 'state' | 'details'> | undefined): Subagent[] {
  if (!run) return [];
  return itemsOf(fieldsOf(run.details).results)
    .filter(({ agent, task, messages }) => isText(agent) && isText(task) && Array.isArray(messages))
    .map((result, at) => subagentOf(result, { id: `${run.id}/agent-${at + 1}`, parent: run.state }));
}

function subagentOf(result: Fields, { id, parent }: { id: string; parent: ToolRunState }): Subagent {
  const messages = itemsOf(result.messages);
  const answers = messages.filter(({ role }) => role === 'assistant');
  const state = stateOf(result, { parent, last: messages.at(-1) });
  const cost = fieldsOf(result.usage).cost;
  const [name, task] = [textOf(result.agent), textOf(result.task)];
  return {
    run: { id, name, args: {}, state, output: { bytes: 0, tail: '' } },
    name,
    task,
    turns: answers.length,
    cost: typeof cost === 'number' ? cost : 0,
    model: textOf(result.model) || textOf(answers.at(-1)?.model),
    failure:
      state === 'failed' ? withoutJson(textOf(result.errorMessage) || textOf(result.stderr).trim()) : '',
    steps: stepsOf(messages, { id, isRunning: state === 'running' }),
  };
}

/** The example sets the exit code to -1 until a parallel agent has ended, and to 0 while a single one runs. */
function stateOf(
  { exitCode, stopReason }: Fields,
  { parent, last }: { parent: ToolRunState; last: Fields | undefined },
): ToolRunState {
  const isOver = last?.role === 'assistant' && last.stopReason !== 'toolUse';
  if (exitCode === -1 || (parent === 'running' && exitCode === 0 && !isOver))
    return parent === 'running' ? 'running' : 'interrupted';
  if (stopReason === 'aborted') return 'aborted';
  return (exitCode !== undefined && exitCode !== 0) || stopReason === 'error' ? 'failed' : 'ok';
}

function stepsOf(
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

const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string => (isText(value) ? value : '');
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns the objects of an array. An array that was cut because of its size ends with a text, which is left out. */
function itemsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((item) => Object.keys(item).length > 0) : [];
}
