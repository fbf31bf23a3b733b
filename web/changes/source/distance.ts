// How far a branch is from its upstream, in words.
import type { GitState } from '../../../shared/git.ts';
import { t } from '../../language/text.ts';

export function distanceOf({ branch, upstream, ahead, behind }: GitState): string {
  if (branch === null) return t('HEAD is detached');
  if (upstream === null) return t('No upstream branch');
  if (ahead > 0 && behind > 0)
    return t('{ahead} ahead, {behind} behind of {upstream}', { ahead, behind, upstream });
  if (ahead > 0) return t('{ahead} ahead of {upstream}', { ahead, upstream });
  return behind > 0
    ? t('{behind} behind of {upstream}', { behind, upstream })
    : t('up to date with {upstream}', { upstream });
}

/** Whether a push has to be told where to: the branch has never been pushed. */
export function needsRemote({ branch, upstream }: Pick<GitState, 'branch' | 'upstream'>): boolean {
  return branch !== null && upstream === null;
}
