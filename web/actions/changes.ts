// Actions on the agent's changes to files. The actions that show the list, the review and the dialog belong to regions.
import { t } from '../language/text.ts';
import type { Entry } from './action.ts';

export const CHANGE_ACTIONS = {
  undoFrom: {
    label: 'Undo files from a message',
    group: 'page',
    // The argument is the key of the message.
    async run(context) {
      const { argument: from, workbench } = context;
      if (from !== null) return () => workbench.showUndo({ undo: { from } });
      return (await import('./steps/pick-undo.ts')).pickUndo(context);
    },
  },
  commit: {
    label: 'Commit…',
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
