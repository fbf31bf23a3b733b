// Where in the conversation a tool run was asked for: its card, fetched first if it is among the older rows.
import { tick } from 'svelte';
import type { Agent } from '../../state/agent.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';

interface Where {
  /** The element that holds the rows. */
  log: HTMLElement;
  agent: Pick<Agent, 'hasOlder' | 'loadOlder' | 'entries'>;
  scroll: Pick<ReaderScroll, 'show' | 'hold'>;
}

/** Brings the card of this call into the middle, with the focus on it. False when the conversation has none. */
export async function showCall(id: string, { log, agent, scroll }: Where): Promise<boolean> {
  // On a phone the chat has come to the front in this moment.
  await tick();
  for (;;) {
    const card = log.querySelector(`[data-calls~="${CSS.escape(id)}"]`);
    if (card) {
      scroll.show(card);
      card.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
      return true;
    }
    const count = agent.entries.length;
    if (!agent.hasOlder) return false;
    // Who looks at older rows keeps them.
    scroll.hold();
    await agent.loadOlder();
    await tick();
    if (agent.entries.length === count) return false;
  }
}
