// Trusts or distrusts a project. pi loads a project's resources only when it starts, so this restarts pi.
import { t } from '../language/text.ts';
import type { TrustDecision } from '../../shared/resources.ts';
import { Refused, type ActionContext } from './action.ts';
import { askBeforeRestart } from './steps/restart-steps.ts';
import type { Outcome } from './steps/step.ts';

/** Restarts pi. `run` has an effect only as long as this agent exists. `onDone` is called once pi has restarted. */
export function decideTrust(
  context: ActionContext,
  decision: TrustDecision | 'run',
  onDone: () => void,
): Outcome | Promise<Outcome> {
  return askBeforeRestart(context, 'trust', async () => {
    const { agent } = context;
    if (decision !== 'run') {
      const path = `${agent.path}/setup/trust`;
      await agent.api.fetch(path, { method: 'POST', body: { decision } });
    }
    const answer = await agent.restart({ trust: decision === 'run' || decision === 'always' });
    if (!answer.success) throw new Refused(t("pi wasn't started again: {reason}", { reason: answer.error }));
    return onDone;
  });
}
