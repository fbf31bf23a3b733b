// The texts for an agent in the list.
import { number, plural, t, translate, type Text } from '../language/text.ts';
import type { OverviewAgent, OverviewState } from '../../shared/overview.ts';
import { promptTitle } from '../../shared/plain-line.ts';
import { withoutJson } from '../lib/format/json-in-text.ts';

type Shown = Pick<OverviewAgent, 'line' | 'state' | 'isInterrupted'>;

export const STATE_WORDS: Readonly<Record<OverviewState, Text>> = {
  needs_you: 'needs you',
  failed: 'failed',
  finished: 'finished',
  working: 'working',
  idle: 'idle',
};

export function folderOf({ workspace }: Pick<OverviewAgent, 'workspace'>): string {
  return workspace.split(/[/\\]/).findLast((part) => part !== '') ?? workspace;
}

export function sessionOf({ session }: Pick<OverviewAgent, 'session'>): string {
  const { name, firstMessage } = session ?? {};
  return name ?? (firstMessage === undefined ? t('New session') : promptTitle(firstMessage));
}

/**
 * Returns the number of agents in each state, such as `1 needs you · 2 working · 3 idle`, in the order of the states
 * above.
 */
export function countStates(states: readonly OverviewState[]): string {
  const order = Object.keys(STATE_WORDS) as OverviewState[];
  return order
    .map((state) => ({ state, count: states.filter((one) => one === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) =>
      state === 'needs_you'
        ? plural(count, ['{count} needs you', '{count} need you'])
        : `${number(count)} ${t(STATE_WORDS[state])}`,
    )
    .join(' · ');
}

/** Returns the activity line of a row. After a restart of pi or of the panel it says that the run was interrupted. */
export function lineOf({ line, state, isInterrupted }: Shown): string {
  if (isInterrupted) return t('Interrupted in the middle of the run. Send a message to continue.');
  // Two lines are the server's words: that the agent starts, and why it has exited. All other lines are pi's.
  return state === 'failed' || line === 'Starting' ? translate(withoutJson(line)) : line;
}
