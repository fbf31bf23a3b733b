// Lets extensions expand and collapse the cards of all tool calls (`ctx.ui.setToolsExpanded`).
import { untrack } from 'svelte';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** Calls `choose` each time that an extension expands or collapses the cards. Call this while a component is created. */
export function followExtension(agent: () => Agent, choose: (isExpanded: boolean) => void): void {
  const wish = (): { isExpanded: boolean; n: number } | null => agent().view?.toolsExpanded ?? null;
  let seen = untrack(() => wish()?.n ?? 0);
  $effect(() => {
    const now = wish();
    const n = now?.n ?? 0;
    const isNew = n !== seen;
    seen = n;
    if (now && isNew) untrack(() => choose(now.isExpanded));
  });
}

/** How a card begins that the user has not opened or closed. */
export const isExpandedByExtension = ({ view }: Agent): boolean => view?.toolsExpanded?.isExpanded ?? false;
