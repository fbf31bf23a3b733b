// Trusting what a project brings for pi, for this run or for good. pi loads it when it starts, so another one starts.
import { t } from '../language/text.ts';
import type { TrustDecision } from '../../shared/resources.ts';
import { askBeforeEndingRun, Refused, type ActionContext } from './action.ts';
import type { Outcome } from './steps/step.ts';

/** `run`: only as long as this agent exists. `onDone` is called once pi has started again. */
export function decideTrust(
  context: ActionContext,
  decision: TrustDecision | 'run',
  onDone: () => void,
): Outcome | Promise<Outcome> {
  return askBeforeEndingRun(context, 'trust', async () => {
    const { agent } = context;
    if (decision !== 'run') {
      const path = `${agent.path}/setup/trust`;
      await agent.api.fetch(path, { method: 'POST', body: { decision } });
    }
    const answer = await agent.restart({ trust: decision === 'run' || decision === 'always' });
    if (!answer.success) throw new Refused(t('pi was not started again: {reason}', { reason: answer.error }));
    return onDone;
  });
}
