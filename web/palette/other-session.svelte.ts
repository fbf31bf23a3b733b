// pi's answer to a fork and the news of its session come by different ways: what belongs to the new session waits
// for the news.
import { tick } from 'svelte';
import type { Agent } from '../state/agent.svelte.ts';

/** Resolves as soon as the page shows another session than this one. */
export async function otherSession(agent: Agent, before: string | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (agent.view?.session?.id === before) return;
        resolve();
        stop();
      });
    });
  });
  // Whoever follows the session, such as the composer's draft, has followed by then.
  await tick();
}
