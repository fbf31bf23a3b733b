// The results of checks in a few words.
import type { Check, CheckState } from '../../../shared/pull-requests.ts';
import { plural, t } from '../../language/text.ts';

/** Null without checks. Skipped ones do not count unless there are no others. */
export function stateOf(checks: readonly Check[]): 'passed' | 'failed' | 'running' | null {
  const has = (wanted: CheckState): boolean => checks.some(({ state }) => state === wanted);
  if (checks.length === 0) return null;
  if (has('failed')) return 'failed';
  return has('running') ? 'running' : 'passed';
}

export function summaryOf(checks: readonly Check[]): string {
  if (checks.length === 0) return t('none yet##checks');
  const count = (wanted: CheckState): number => checks.filter(({ state }) => state === wanted).length;
  const [failed, running, passed] = [count('failed'), count('running'), count('passed')];
  const parts = [
    failed > 0 && plural(failed, ['{count} failed##check', '{count} failed##checks']),
    running > 0 && plural(running, ['{count} running##check', '{count} running##checks']),
    passed > 0 && plural(passed, ['{count} passed##check', '{count} passed##checks']),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t('skipped##check');
}
