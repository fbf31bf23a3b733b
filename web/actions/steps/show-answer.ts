// Shows what pi answers to a command that only reads: as JSON, and the messages that the model sees as text.
import { t } from '../../language/text.ts';
import type { AgentMessage, UserContent } from '../../../shared/pi/messages.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import { ask, type ActionContext } from '../action.ts';
import type { ShowStep } from './step.ts';

export async function showAnswer(
  context: ActionContext,
  { label, command }: { label: string; command: PageCommand },
): Promise<ShowStep> {
  const data = await ask(context, command);
  return {
    kind: 'show',
    title: label.replace(/^Show /, ''),
    text: JSON.stringify(data, null, 2) ?? 'null',
    file: `${command.type}.json`,
  };
}

export async function showMessages(context: ActionContext): Promise<ShowStep> {
  const { messages } = await ask<{ messages: AgentMessage[] }>(context, { type: 'get_messages' });
  return {
    kind: 'show',
    title: t('The messages that the model sees'),
    text: messages.map(messageText).join('\n\n') || t('There are none yet.'),
    file: 'messages.txt',
  };
}

/** Returns a heading that says whose message it is, and its content below. */
export function messageText(message: AgentMessage): string {
  const [heading, ...lines] = partsOf(message);
  return [`── ${heading} ──`, ...lines.filter((line) => line !== '')].join('\n');
}

function partsOf(message: AgentMessage): string[] {
  switch (message.role) {
    case 'user':
      return [t('You'), textOf(message.content)];
    case 'assistant':
      return [
        [t('Assistant'), [message.provider, message.model].filter(Boolean).join('/')]
          .filter(Boolean)
          .join(' · '),
        ...message.content.map((block) => {
          if (block.type === 'thinking') return `(${t('thinking')}) ${block.thinking}`;
          if (block.type === 'toolCall') return `→ ${block.name} ${JSON.stringify(block.arguments)}`;
          return block.text;
        }),
        message.errorMessage ?? '',
      ];
    case 'toolResult':
      return [t('Result of {tool}', { tool: message.toolName }), textOf(message.content)];
    case 'bashExecution':
      return [t('Your command'), `$ ${message.command}`, message.output];
    case 'custom':
      return [t('Extension: {type}', { type: message.customType }), textOf(message.content)];
    case 'compactionSummary':
    case 'branchSummary':
      return [t('Summary'), message.summary];
    case 'system':
      return [t('System prompt'), systemText(message.content)];
    default:
      return [message.role, JSON.stringify(message, null, 2)];
  }
}

/** The content is a text, or sections with texts (pi >= 0.86). */
function systemText(content: unknown): string {
  if (typeof content === 'string') return content;
  const sections = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  const texts = sections.flatMap(({ text }) => (typeof text === 'string' ? text : []));
  return texts.length > 0 ? texts.join('\n\n') : JSON.stringify(content, null, 2);
}

function textOf(content: UserContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.mimeType}]`)).join('\n');
}
