// The questions before the page drops something for good.
import { t, translate } from '../../language/text.ts';
import { bytes } from '../../lib/format/amounts.ts';
import type { ActionContext } from '../action.ts';
import type { Question } from './step.ts';

export function forgetChanges({ agent, notify }: ActionContext): Question {
  return {
    kind: 'question',
    text: t(
      "Remove {size} of recorded contents for this folder? Earlier changes of all its sessions can then no longer be undone or redone. The files themselves don't change.",
      { size: bytes(agent.changes.list?.store.bytes ?? 0) },
    ),
    yes: t('Forget'),
    isDestructive: true,
    act: async () => {
      await agent.changes.forget();
      notify('info', t('The recorded changes of this folder were removed.'));
      return null;
    },
  };
}

export function revokeOtherLinks({ panel, notify }: ActionContext): Question {
  return {
    kind: 'question',
    text: t(
      'Every other browser and device that has opened this panel needs the new link, which the panel prints.',
    ),
    yes: t('Revoke them'),
    isDestructive: true,
    async act() {
      const problem = await panel.endOtherLinks();
      if (problem === null) notify('info', t('All other links are revoked. This browser stays connected.'));
      else
        notify(
          'warning',
          t('The other links are revoked only until the panel restarts: {reason}', {
            reason: translate(problem),
          }),
        );
      return null;
    },
  };
}
