// The end of the log of a check.
import type { Check, CheckLog } from '../../../shared/pull-requests.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** Resolves to an empty text for a check without a log. Rejects with an ApiError. */
export async function readLog(
  { api, path }: Pick<Agent, 'api' | 'path'>,
  { id, hasLog }: Check,
): Promise<CheckLog> {
  if (!hasLog) return { text: '', isCut: false };
  return api.json<CheckLog>(`${path}/git/checks/log?check=${encodeURIComponent(id)}`);
}
