// What the menu of the open session has besides the items of every stored one.
import { t, translate } from '../language/text.ts';
import { FROM_THIS } from '../actions/session.ts';
import type { Actions } from '../actions/actions.svelte.ts';
import type { MenuItem } from '../ui/lists/menu-item.ts';

const ACTIONS = ['fork', 'clone', 'get_tree'] as const;

/** `anchor`: where an action shows what it asks. */
export function thisSessionItems(actions: Actions, anchor: Element): MenuItem[] {
  return [
    ...ACTIONS.map((id) => ({
      label: translate(actions.find(id).label),
      act: () => actions.run(id, { anchor }),
    })),
    {
      label: t('New from this one'),
      act: () => actions.run('new_session', { anchor, argument: FROM_THIS }),
    },
  ];
}
