// Asks before an action that ends a run.
import { t, type Text } from '../../language/text.ts';
import { factsOf } from '../../../shared/pi/command-facts.ts';
import type { ActionContext } from '../action.ts';
import type { Outcome, Question } from './step.ts';

/** The labels of the buttons that confirm an action that ends a run. */
const CONFIRM_LABELS = {
  new_session: 'Stop and start a new session',
  switch_session: 'Stop and resume',
  fork: 'Stop and fork',
  clone: 'Stop and clone the session',
  compact: 'Stop and compact',
  edit: 'Stop and go back',
  restart: 'Stop and restart',
  trust: 'Stop and trust',
  end: 'Stop and end the agent',
} as const satisfies Record<string, Text>;

/** Runs `act`, or if that would end a run, returns the question to ask first. */
export function askBeforeEndingRun(
  { agent }: Pick<ActionContext, 'agent'>,
  what: keyof typeof CONFIRM_LABELS,
  act: Question['act'],
): Outcome | Promise<Outcome> {
  const endsRun =
    what === 'end' || what === 'edit' || what === 'restart' || what === 'trust' || factsOf(what).endsRun;
  if (!agent.view?.run || !endsRun) return act();
  return {
    kind: 'question',
    text: t('The agent is running. This stops it.'),
    yes: t(CONFIRM_LABELS[what]),
    act,
  };
}
