// The palette step that goes to one of the user's messages. It lists them with their dates.
import { locale, t } from '../../language/text.ts';
import type { ActionContext } from '../action.ts';
import type { PickStep } from './step.ts';

export async function pickPrompt({ agent, workbench }: ActionContext): Promise<PickStep> {
  const prompts = await agent.search.findPrompts();
  return {
    kind: 'pick',
    title: t('Go to which message?'),
    note: t('Type a word from the message or its date, such as “3 Mar”.'),
    none: t('This session has no messages yet.'),
    items: prompts.toReversed().map(({ key, text, at }) => ({
      id: key,
      label: text || t('A message without text'),
      detail: dayAndTime(at),
      act: () => () => workbench.showInChat({ key }),
    })),
  };
}

function dayAndTime(at: number): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
