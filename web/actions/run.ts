// Actions that send messages to the agent, run shell commands, or stop them.
import { t } from '../language/text.ts';
import type { View } from '../../shared/view/view.ts';
import { failedAttempt } from '../../shared/view/transcript.ts';
import { Refused, send, type Entry } from './action.ts';

/** Returns why no failed answer can be retried now; null when one can. */
const retryUnavailable = ({ entries, exit, run, compaction }: View): string | null => {
  if (exit) return t('The agent has exited: restart it.');
  if (run || compaction) return t('The agent is running.');
  return failedAttempt(entries) ? null : t("The last answer didn't fail.");
};

const notRunning = ({ run }: View): string | null => (run ? null : t('The agent is not running.'));

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
      // In the composer, the key moves the focus to an open dialog; in the dialog, back to the composer.
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
    unavailable: notRunning,
    run: async (context) => (await import('./steps/run-steps.ts')).steer(context),
  },
  follow_up: {
    label: 'Follow up on the run',
    group: 'pi',
    unavailable: notRunning,
    run: async (context) => (await import('./steps/run-steps.ts')).followUp(context),
  },
  abort: {
    label: 'Stop',
    group: 'pi',
    keys: 'Escape Mod+.',
    unavailable: (view) => (isBusy(view) ? null : t('Nothing is running.')),
    // Like Escape in the TUI, this stops the user's shell command while the agent is idle.
    instead: (view) => (!isBusy(view) && hasUserBash(view) ? 'abort_bash' : null),
    async run({ agent, session, workbench }) {
      const answer = await agent.stop();
      if (!answer.success) throw new Refused(answer.error);
      const messages = answer.data?.messages ?? [];
      return messages.length > 0 ? () => workbench.composer.get().giveBack(messages, session) : null;
    },
  },
  retry: {
    label: 'Try the failed answer again',
    group: 'page',
    unavailable: retryUnavailable,
    run: async (context) => (await import('./steps/message-steps.ts')).retry(context),
  },
  compact_retry: {
    label: 'Compact the conversation and try again',
    group: 'page',
    unavailable: retryUnavailable,
    run: async (context) => (await import('./steps/message-steps.ts')).compactAndRetry(context),
  },
  clear_queue: {
    label: 'Take the queue back into the composer',
    group: 'pi',
    unavailable: ({ queue: { steering, followUp } }) =>
      steering.length + followUp.length > 0 ? null : t('Nothing is queued.'),
    run: async (context) => (await import('./steps/run-steps.ts')).takeBack(context),
  },
  abort_retry: {
    label: 'Stop retrying',
    group: 'pi',
    unavailable: ({ retry }) => (retry ? null : t('Nothing is being retried.')),
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
    unavailable: (view) => (hasUserBash(view) ? null : t('No shell command is running.')),
    run: async (context) => (await import('./steps/run-steps.ts')).stopBash(context),
  },
} as const satisfies Record<string, Entry>;
