// Lets an action that needs pi wait until pi is ready, and says so.
import { t } from '../../language/text.ts';
import type { Acts } from '../../lib/requests/acts.svelte.ts';
import { when } from '../../lib/when.svelte.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { isEarly, type Action, type ActionContext } from '../action.ts';

interface Early {
  action: Action;
  label: string;
  agent: Agent;
  /** The actions that wait. The last one replaces the others. */
  waiting: Acts;
  /** Whether the page still shows the agent. */
  isShown: () => boolean;
  notify: ActionContext['notify'];
  act: () => Promise<boolean>;
}

/** Resolves to what `act` does once pi is ready, and to false if another action or agent has taken its place. */
export async function whenPiIsReady({
  action,
  label,
  agent,
  waiting,
  isShown,
  notify,
  act,
}: Early): Promise<boolean> {
  notify('info', t('{act}: follows as soon as pi is ready.', { act: label }));
  const ready = when(() => !agent.view || !isEarly(action, agent.view));
  const isDone = await waiting.newest(ready, async () => {
    if (isShown()) return act();
    notify('info', t('{act}: not done, because another agent is shown now.', { act: label }));
    return false;
  });
  return isDone ?? false;
}
