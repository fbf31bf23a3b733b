// Follows something that goes on in the panel, such as an installation, with requests that wait for its next change.
import { ApiError, isPermanent } from './api.ts';
import { backOff, pause } from './pause.ts';

/**
 * Calls `poll` until it resolves to false. A poll that was lost is repeated after a pause. Rejects with the ApiError of
 * a poll that would always be refused, because the panel was restarted, for instance.
 */
export async function followPolls(poll: () => Promise<boolean>): Promise<void> {
  let failures = 0;
  for (;;)
    try {
      if (!(await poll())) return;
      failures = 0;
    } catch (error) {
      if (!(error instanceof ApiError) || isPermanent(error)) throw error;
      await pause(backOff(++failures));
    }
}
