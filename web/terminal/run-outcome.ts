// How a run stands, in words: for its tab, its foot and for whoever cannot see the icon.
import { duration, ticking } from '../lib/time.ts';
import type { ToolRun } from '../../shared/view/view.ts';

/** `running`, `done`, `exit 3`, `failed`, `blocked`, `stopped`, `timed out` or `interrupted`. */
export function outcomeOf({ state, exitCode }: Pick<ToolRun, 'state' | 'exitCode'>): string {
  switch (state) {
    case 'running':
      return 'running';
    case 'ok':
      return 'done';
    case 'failed':
      return exitCode === undefined ? 'failed' : `exit ${exitCode}`;
    case 'blocked':
      return 'blocked';
    case 'aborted':
      return 'stopped';
    case 'timed-out':
      return 'timed out';
    case 'interrupted':
      return 'interrupted';
  }
}

/** By itself: nobody stopped it. */
export function hasFailed({ state }: Pick<ToolRun, 'state'>): boolean {
  return state === 'failed' || state === 'timed-out';
}

/** Ticks while it runs; empty for runs of which only the session file tells. */
export function durationOf(
  { state, startedAt, endedAt }: Pick<ToolRun, 'state' | 'startedAt' | 'endedAt'>,
  now: number,
): string {
  if (startedAt === undefined) return '';
  if (endedAt !== undefined) return duration(endedAt - startedAt);
  return state === 'running' ? ticking(now - startedAt) : '';
}
