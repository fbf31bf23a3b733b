// pi's commands that only return data. The palette shows the raw response, which can be copied or saved.
import { t, type Text } from '../language/text.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { Entry } from './action.ts';

export const ANSWER_ACTIONS = {
  get_available_models: showAnswer('Show the available models', { type: 'get_available_models' }),
  get_available_thinking_levels: showAnswer('Show the thinking levels', {
    type: 'get_available_thinking_levels',
  }),
  get_entries: showAnswer('Show the entries of the session', { type: 'get_entries' }),
  get_messages: {
    label: 'Show the messages that the model sees',
    group: 'pi',
    run: async (context) => (await import('./steps/show-answer.ts')).showMessages(context),
  },
  get_fork_messages: showAnswer('Show the messages to fork from', { type: 'get_fork_messages' }),
  get_state: showAnswer("Show pi's state", { type: 'get_state' }),
  get_commands: showAnswer("Show pi's slash commands", { type: 'get_commands' }),
} as const satisfies Record<string, Entry>;

function showAnswer(label: Text, command: PageCommand): Entry {
  return {
    label,
    group: 'pi',
    run: async (context) => {
      const step = await import('./steps/show-answer.ts');
      return step.showAnswer(context, { label: t(label), command });
    },
  };
}
