// Actions on the agent's changes to files. The actions that show the list, the review and the dialog belong to regions.
import { t } from '../language/text.ts';
import { plainText } from '../../shared/view/history.ts';
import type { Entry } from './action.ts';
import type { Item } from './steps/step.ts';

export const CHANGE_ACTIONS = {
  undoFrom: {
    label: 'Undo files from a message',
    group: 'page',
    // The argument is the key of the message.
    run({ agent, workbench, argument }) {
      const undo = (key: string) => (): void => workbench.showUndo({ undo: { from: key } });
      if (argument !== null) return undo(argument);
      const texts = new Map(
        agent.entries.flatMap(({ key, message }) =>
          message.role === 'user' ? [[key, plainText(message.content)] as const] : [],
        ),
      );
      const items = agent.changes.turns
        .filter(({ files }) => files.some(({ undone }) => !undone))
        .map(({ id, files }): Item => {
          const label = texts.get(id)?.replace(/\s+/g, ' ').trim().slice(0, 200);
          return {
            id,
            label: label ?? t('Earlier message'),
            hint: t('{count} files', { count: files.length }),
            act: () => undo(id),
          };
        });
      return {
        kind: 'pick',
        title: t('Undo file changes from which message?'),
        note: t('The conversation stays; you see what happens to each file first.'),
        none: t('The agent has changed no files that could be restored.'),
        items: items.reverse(),
      };
    },
  },
  commit: {
    label: 'Commit …',
    group: 'page',
    run({ workbench }) {
      workbench.changeScope = 'head';
      workbench.showReview({ isCommit: true });
      return null;
    },
  },
  undoSession: {
    label: 'Undo all files of this session',
    group: 'page',
    run({ workbench }) {
      workbench.showUndo({ undo: { session: true } });
      return null;
    },
  },
  forgetChanges: {
    label: 'Forget recorded changes',
    group: 'page',
    unavailable: ({ run }) => (run ? t('The agent is running.') : null),
    run: async (context) => (await import('./steps/forget-steps.ts')).forgetChanges(context),
  },
} as const satisfies Record<string, Entry>;
