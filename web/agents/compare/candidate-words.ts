// Describes the state of an agent in the column of a comparison.
import { t } from '../../language/text.ts';
import type { Candidate } from '../../../shared/comparisons.ts';
import type { OverviewAgent } from '../../../shared/overview.ts';
import type { ShownState } from '../../state/panel/overview.svelte.ts';
import type { WorktreeStart } from '../../../shared/worktrees.ts';
import { duration, runningTime } from '../../lib/format/time.ts';
import { STATE_WORDS } from '../agent-words.ts';
import { STEP_WORDS } from '../worktrees/worktree-words.ts';

/** The facts about a candidate, from the list of agents and the worktrees that are being prepared. */
export interface CandidateFacts {
  candidate: Candidate;
  agent: OverviewAgent | undefined;
  state: ShownState | null;
  start: WorktreeStart | undefined;
}

/** Whether the candidate's agent is running or will run. */
export function isInProgress({ agent, state, start }: CandidateFacts): boolean {
  return agent ? state === 'working' || state === 'needs_you' : start?.state === 'running';
}

export function stateWords({ agent, state, start, candidate }: CandidateFacts): string {
  if (state === 'interrupted') return t('idle, interrupted');
  if (agent && state) return t(STATE_WORDS[state]);
  if (start) return start.state === 'failed' ? t('failed') : t(STEP_WORDS[start.step]);
  if (candidate.failure !== undefined) return t('failed');
  return candidate.isThere ? t('no agent') : t('worktree removed');
}

/** Returns how long the agent has worked, or '' if that is not known. */
export function workingTime({ agent, state, candidate: { startedAt } }: CandidateFacts, now: number): string {
  if (!agent || startedAt === null) return '';
  if (state === 'working' || state === 'needs_you') return runningTime(Math.max(0, now - startedAt));
  return agent.endedAt === null ? '' : duration(Math.max(0, agent.endedAt - startedAt));
}
