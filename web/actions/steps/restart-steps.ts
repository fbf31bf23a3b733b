// Restarts or ends pi, and asks first if that ends a run or loses a conversation which is not saved.
import { t } from '../../language/text.ts';
import { hasNoFile } from '../../../shared/view/session-title.ts';
import { Refused, type ActionContext } from '../action.ts';
import { askBeforeEndingRun } from './ask-before.ts';
import type { Outcome, Question } from './step.ts';

/** pi starts again with the same session and loads the current extensions, settings and keys. */
export function restart(context: ActionContext): Outcome | Promise<Outcome> {
  return askBeforeRestart(context, 'restart', async () => {
    const answer = await context.agent.restart();
    if (!answer.success) throw new Refused(answer.error);
    return null;
  });
}

export function end(context: ActionContext): Outcome | Promise<Outcome> {
  return askBeforeEndingRun(context, 'end', async () => {
    await context.panel.end(context.agent.id);
    return null;
  });
}

/** Runs `act`, or returns the question to ask before it. */
export function askBeforeRestart(
  { agent }: Pick<ActionContext, 'agent'>,
  what: 'restart' | 'trust',
  act: Question['act'],
): Outcome | Promise<Outcome> {
  const { view } = agent;
  const isLost = view && hasNoFile(view) && (view.entries.length > 0 || view.run);
  if (!isLost) return askBeforeEndingRun({ agent }, what, act);
  return {
    kind: 'question',
    text: t('This conversation isn’t saved (pi was started with --no-session). A restart loses it.'),
    yes: t('Restart anyway'),
    isDestructive: true,
    act,
  };
}
