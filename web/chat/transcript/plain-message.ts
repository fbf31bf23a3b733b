// The plain text of a message, and of a tool call with its output.
import { t } from '../../language/text.ts';
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import { Refused } from '../../actions/action.ts';
import { plainText } from '../../lib/format/ansi.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { messageText } from '../../state/agent/message-text.ts';
import type { PlainMessage } from '../../state/workbench/region-ports.ts';
import { answerText } from './answer/answer-comment.ts';

/** `log`: the conversation. Its focused message counts, or else the newest answer. */
export async function readPlain(log: HTMLElement | null, agent: Agent): Promise<PlainMessage> {
  const focused = document.activeElement;
  const place = focused && log?.contains(focused) ? focused : null;
  const call = place?.closest<HTMLElement>('[data-calls]')?.dataset.calls;
  const run = call === undefined ? undefined : agent.toolRun(call);
  if (run) return step(t('Tool {name}', { name: run.name }), textOfRun(run));
  const key = place?.closest<HTMLElement>('article[data-key]')?.dataset.key;
  const entry =
    key === undefined ? newestAnswer(agent.entries) : agent.entries.find((one) => one.key === key);
  if (!entry) throw new Refused(t('There is no answer yet.'));
  return textOfEntry(entry, agent);
}

const step = (title: string, text: string): PlainMessage => ({
  kind: 'show',
  title,
  text,
  file: 'message.txt',
});

function newestAnswer(entries: readonly Entry[]): Entry | undefined {
  return entries.findLast(({ message }) => message.role === 'assistant' && answerText(message).trim() !== '');
}

async function textOfEntry(entry: Entry, agent: Agent): Promise<PlainMessage> {
  const { message } = entry;
  if (message.role === 'user') return step(t('You'), await messageText(agent, { ...entry, message }));
  if (message.role === 'bashExecution')
    return step('Bash', `${message.command}\n\n${plainText(message.output)}`);
  if (message.role !== 'assistant') return step(message.role, JSON.stringify(message, null, 2));
  const calls = message.content.flatMap((block) =>
    block.type === 'toolCall' ? [agent.toolRun(block.id)] : [],
  );
  const runs = calls.flatMap((run) =>
    run ? [`${t('Tool {name}', { name: run.name })}\n${textOfRun(run)}`] : [],
  );
  return step(t('Assistant'), [answerText(message), ...runs].filter(Boolean).join('\n\n'));
}

function textOfRun({ args, output }: ToolRun): string {
  const given = Object.entries(args).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [...given, '', plainText(output.tail).trimEnd()].join('\n').trim();
}
