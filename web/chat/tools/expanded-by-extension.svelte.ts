// Lets extensions expand and collapse all cards of tool calls (`ctx.ui.setToolsExpanded`), and keys in their editors also
// all thoughts.
import { untrack } from 'svelte';
import type { Expandable } from '../../../shared/view/view.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** Calls `choose` each time that this happens. Call this while a component is created. */
export function followExtension(
  agent: () => Agent,
  what: Expandable,
  choose: (isExpanded: boolean) => void,
): void {
  const wish = () => agent().view?.expanded[what];
  let seen = untrack(() => wish()?.n ?? 0);
  $effect(() => {
    const now = wish();
    const isNew = (now?.n ?? 0) !== seen;
    seen = now?.n ?? 0;
    if (now && isNew) untrack(() => choose(now.isExpanded));
  });
}

/** How something begins that the user has not opened or closed. */
export const isExpandedByExtension = ({ view }: Agent, what: Expandable): boolean =>
  view?.expanded[what]?.isExpanded ?? false;
