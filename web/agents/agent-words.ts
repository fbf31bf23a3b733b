// The texts for an agent in the list.
import type { ShownState } from '../state/panel/overview.svelte.ts';
import { number, plural, t, translate, type Text } from '../language/text.ts';
import { UNTRUSTED_LINE, type OverviewAgent } from '../../shared/overview.ts';
import { promptTitle } from '../../shared/plain-line.ts';
import type { ToolRunState } from '../../shared/view/conversation.ts';
import { toolLine } from '../lib/format/tool-line.ts';
import { withoutJson } from '../lib/format/json-in-text.ts';

type Shown = Pick<OverviewAgent, 'line' | 'state' | 'isInterrupted'>;

export const STATE_WORDS: Readonly<Record<ShownState, Text>> = {
  needs_you: 'needs you',
  failed: 'failed',
  interrupted: 'interrupted',
  working: 'working',
  finished: 'finished',
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
export function countStates(states: readonly ShownState[]): string {
  const order = Object.keys(STATE_WORDS) as ShownState[];
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

/** The lines that the server writes. All others are from pi, or give the reason why an agent failed. */
const SERVER_LINES: ReadonlyMap<string, Text> = new Map([
  ['Starting', 'Starting'],
  ['Thinking', 'Thinking##activity'],
  ['Answering', 'Answering'],
  ['Compacting the conversation', 'Compacting the conversation'],
  [UNTRUSTED_LINE, UNTRUSTED_LINE],
]);
const RETRYING = 'Retrying: ';

/**
 * Returns the activity line of a row. After a restart of pi or of the panel, the line reports that the run was
 * interrupted.
 */
export function lineOf({ line, state, isInterrupted }: Shown): string {
  if (isInterrupted && state === 'idle') return t('Interrupted. Send a message to continue.');
  if (state === 'failed') return translate(withoutJson(line));
  if (state !== 'working' && state !== 'needs_you') return line;
  if (line.startsWith(RETRYING)) return t('Retrying: {reason}', { reason: line.slice(RETRYING.length) });
  const known = SERVER_LINES.get(line);
  if (known) return t(known);
  const [, tool = line, target = ''] = /^([a-z]+)(?:: (.*))?$/.exec(line) ?? [];
  return state === 'working' ? toolLine(tool, target) : line;
}

/** The words for what a sub-agent does. */
export const CHILD_STATES: Readonly<Record<ToolRunState, Text>> = {
  running: 'working',
  ok: 'finished',
  failed: 'failed',
  blocked: 'blocked',
  aborted: 'stopped',
  'timed-out': 'timed out',
  interrupted: 'interrupted',
};
