// The outcome and the duration of a tool run as text, for its tab, its card and its icon.
import { t } from '../../language/text.ts';
import { duration, runningTime } from '../../lib/format/time.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';

/** Returns `running`, `done`, `exit 3`, `failed`, `blocked`, `stopped`, `timed out` or `interrupted`. */
export function outcomeOf({ state, exitCode }: Pick<ToolRun, 'state' | 'exitCode'>): string {
  switch (state) {
    case 'ok':
      return t('done');
    case 'failed':
      return exitCode ? t('exit {code}', { code: exitCode }) : t('failed');
    case 'aborted':
      return t('stopped');
    case 'timed-out':
      return t('timed out');
    case 'running':
    case 'blocked':
    case 'interrupted':
      return t(state);
  }
}

/** Whether a run has failed. False if the user stopped it or an extension blocked it. */
export function hasFailed({ state }: Pick<ToolRun, 'state'>): boolean {
  return state === 'failed' || state === 'timed-out';
}

/** Durations shorter than this are not shown. */
export const SHORTEST_MS = 100;

/**
 * Returns the duration, which counts up during the run. Empty below 0.1 s, and for stored runs without a start time.
 */
export function durationOf(
  { state, startedAt, endedAt }: Pick<ToolRun, 'state' | 'startedAt' | 'endedAt'>,
  now: number,
): string {
  if (startedAt === undefined) return '';
  if (endedAt !== undefined) return endedAt - startedAt < SHORTEST_MS ? '' : duration(endedAt - startedAt);
  return state === 'running' ? runningTime(now - startedAt) : '';
}
