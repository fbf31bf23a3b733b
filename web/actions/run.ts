// Actions that send messages to the agent, run shell commands, or stop either.
import { t } from '../language/text.ts';
import type { View } from '../../shared/view/view.ts';
import { failedAttempt } from '../../shared/view/transcript.ts';
import { Refused, send, type Entry } from './action.ts';

/** Why no answer can be tried again now. */
const retryLack = ({ entries, exit, run, compaction }: View): string | null => {
  if (exit) return t('The agent is gone: restart it.');
  if (run || compaction) return t('The agent is running.');
  return failedAttempt(entries) ? null : t('The last answer did not fail.');
};

const unlessRunning = ({ run }: View): string | null => (run ? null : t('The agent is not running.'));

const isBusy = ({ run, compaction, retry }: View): boolean => Boolean(run ?? compaction ?? retry);
const hasUserBash = ({ toolRuns }: View): boolean =>
  Object.values(toolRuns).some(({ user, state }) => user && state === 'running');

export const RUN_ACTIONS = {
  prompt: {
    label: 'Write a message',
    group: 'pi',
    keys: 'Mod+I',
    needsNoAgent: true,
    run({ workbench, view }) {
      // From the composer the key leads to the dialog that waits, and from there back.
      const { activeElement } = document;
      const isWriting =
        activeElement instanceof HTMLTextAreaElement && !activeElement.closest('[role="dialog"]');
      return () => {
        workbench.tab = 'chat';
        if (isWriting && view.dialogs.length > 0) workbench.dialogs.find()?.focusFirst();
        else workbench.composer.get().focus();
      };
    },
  },
  steer: {
    label: 'Steer the run',
    group: 'pi',
    lack: unlessRunning,
    run: async (context) => (await import('./steps/run-steps.ts')).steer(context),
  },
  follow_up: {
    label: 'Follow up on the run',
    group: 'pi',
    lack: unlessRunning,
    run: async (context) => (await import('./steps/run-steps.ts')).followUp(context),
  },
  abort: {
    label: 'Stop',
    group: 'pi',
    keys: 'Escape Mod+.',
    lack: (view) => (isBusy(view) ? null : t('Nothing runs.')),
    // As Escape in the TUI: while the agent is idle it stops the user's shell command.
    instead: (view) => (!isBusy(view) && hasUserBash(view) ? 'abort_bash' : null),
    async run({ agent, workbench }) {
      const answer = await agent.stop();
      if (!answer.success) throw new Refused(answer.error);
      const messages = answer.data?.messages ?? [];
      return messages.length > 0 ? () => workbench.composer.get().giveBack(messages) : null;
    },
  },
  retry: {
    label: 'Try the failed answer again',
    group: 'page',
    lack: retryLack,
    run: async (context) => (await import('./steps/message-steps.ts')).retry(context),
  },
  compact_retry: {
    label: 'Compact the conversation and try again',
    group: 'page',
    lack: retryLack,
    run: async (context) => (await import('./steps/message-steps.ts')).compactAndRetry(context),
  },
  clear_queue: {
    label: 'Take the queue back into the composer',
    group: 'pi',
    lack: ({ queue: { steering, followUp } }) =>
      steering.length + followUp.length > 0 ? null : t('Nothing is queued.'),
    async run({ agent, view, workbench }) {
      const { steering, followUp, returned } = view.queue;
      const answer = await agent.takeFromQueue([...steering, ...followUp, ...returned].map(({ id }) => id));
      if (!answer.success) throw new Refused(answer.error);
      const messages = answer.data?.messages ?? [];
      return () => workbench.composer.get().giveBack(messages);
    },
  },
  abort_retry: {
    label: 'Stop retrying',
    group: 'pi',
    lack: ({ retry }) => (retry ? null : t('Nothing is being retried.')),
    run: (context) => send(context, { type: 'abort_retry' }),
  },
  bash: {
    label: 'Run a command in your shell',
    group: 'pi',
    run: async (context) => (await import('./steps/run-steps.ts')).runBash(context),
  },
  abort_bash: {
    label: 'Stop your shell command',
    group: 'pi',
    lack: (view) => (hasUserBash(view) ? null : t('None of your shell commands is running.')),
    run: async (context) => (await import('./steps/run-steps.ts')).stopBash(context),
  },
} as const satisfies Record<string, Entry>;
