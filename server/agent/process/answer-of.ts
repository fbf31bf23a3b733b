import type { Answer, ResponseRecord } from '../../../shared/pi/commands.ts';

/** What pi answered, without what only matters on its way. */
export function answerOf(response: ResponseRecord): Answer {
  if (!response.success) return { success: false, error: response.error ?? 'The agent gave no reason.' };
  return response.data === undefined ? { success: true } : { success: true, data: response.data };
}
