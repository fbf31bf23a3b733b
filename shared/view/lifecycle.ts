// The state of the agent: runs, retries, compaction, the state of the session, and the end of the process.
import type { SessionStats } from '../pi/commands.ts';
import type { AssistantMessage } from '../pi/messages.ts';
import { addNotice } from './extension-ui.ts';
import { closeLive } from './live.ts';
import { LOST_ANSWER } from './lost-answer.ts';
import { interruptToolRuns } from './tool-runs.ts';
import { summaryMessage } from './history.ts';
import { firstMessageIn } from './session-title.ts';
import { appendEntry, entryKey, failedAttempt, isUnanswered, moveToEnd } from './transcript.ts';
import type { PanelEvent, SlimEvent } from './view-event.ts';
import type { Retry, SessionInfo, View } from './view.ts';

type Of<T extends string> = Extract<SlimEvent | PanelEvent, { type: T }>;

export function startRun(view: View, event: Of<'agent_start' | 'turn_start'>): View {
  const last = view.entries.at(-1);
  return {
    ...view,
    newerBranch: null,
    run: view.run ?? { startedAt: event.panel_at, ...(last && { after: last.key }) },
    retry: view.retry && { ...view.retry, waiting: false },
  };
}

export function settleRun(view: View): View {
  const settled: View = { ...interruptToolRuns(closeLive(view), 'agent'), run: null, retry: null };
  return moveToEnd(settled, findEndedUserBashes(view));
}

/** The user bashes that ended during this run, in order. */
function findEndedUserBashes({ run, toolRuns }: View): string[] {
  const since = run?.startedAt ?? Infinity;
  const own = Object.values(toolRuns).filter(({ user, endedAt = -1 }) => user && endedAt >= since);
  return own.sort((a, b) => a.endedAt! - b.endedAt!).map(({ id }) => id);
}

/** Keeps the failed attempt in the conversation until another answer follows; see `endLive`. */
export function startRetry(view: View, event: Of<'auto_retry_start'>): View {
  const { attempt, maxAttempts, errorMessage, delayMs, panel_at } = event;
  const retry: Retry = { attempt, maxAttempts, errorMessage, until: panel_at + delayMs, waiting: true };
  return { ...view, retry };
}

export function endRetry(view: View, event: Of<'auto_retry_end'>): View {
  const { retry } = view;
  const ended: View = { ...view, retry: null };
  if (event.success || !retry || failedAttempt(view.entries)) return ended;
  // The row with the error left the view, which is bounded.
  const message = event.finalError ?? retry.errorMessage;
  return addNotice(ended, { id: `retry-${retry.until}`, kind: 'error', message, at: retry.until });
}

export function startCompaction(view: View, event: Of<'compaction_start'>): View {
  const { reason, panel_at: startedAt } = event;
  return { ...closeLive(view), compaction: { reason, startedAt } };
}

export function endCompaction(view: View, event: Of<'compaction_end'>): View {
  const ended: View = { ...view, compaction: null, retry: null };
  const { result, panel_at: at } = event;
  if (result) {
    ended.contextEstimate = result.estimatedTokensAfter ?? null;
    const message = summaryMessage(result, at);
    return appendEntry(ended, { key: entryKey(ended.entries, message), message });
  }
  if (event.aborted)
    return addNotice(ended, { id: `compaction-${at}`, kind: 'info', message: 'Compaction stopped', at });
  const message = event.errorMessage ?? 'Compaction failed';
  return addNotice(ended, { id: `compaction-${at}`, kind: 'warning', message, at });
}

export function applyState(view: View, { state, thinkingLevels }: Of<'panel_state'>): View {
  const session: SessionInfo = { id: state.sessionId };
  if (state.sessionFile) session.file = state.sessionFile.split(/[/\\]/).at(-1) ?? state.sessionFile;
  if (state.sessionName) session.name = state.sessionName;
  // Messages that came before the first state belong to this session.
  const isSame = view.session === null || view.session.id === session.id;
  const firstMessage = isSame ? (view.session?.firstMessage ?? firstMessageIn(view.entries)) : undefined;
  if (firstMessage !== undefined) session.firstMessage = firstMessage;
  return {
    ...(isSame ? view : withoutConversation(view)),
    ready: true,
    session,
    model: state.model && state.model.provider !== 'unknown' ? state.model : null,
    thinkingLevel: state.thinkingLevel,
    thinkingLevels: thinkingLevels ?? view.thinkingLevels,
    steeringMode: state.steeringMode,
    followUpMode: state.followUpMode,
    autoCompaction: state.autoCompactionEnabled,
  };
}

/** Removes the rows of another session, which must never be under the title of this one. */
function withoutConversation(view: View): View {
  return {
    ...view,
    entries: [],
    toolRuns: {},
    hasOlder: false,
    newerBranch: null,
    live: null,
    sessionProblem: null,
  };
}

export function renameSession(view: View, name: string | undefined): View {
  if (!view.session) return view;
  const { name: _old, ...rest } = view.session;
  return { ...view, session: name ? { ...rest, name } : rest };
}

/** Closes everything that is open, because the process has exited. Only the queue is left to the next event. */
export function endProcess(view: View, event: Of<'panel_exit'>): View {
  const { code, signal, reason, stderr, panel_at } = event;
  const closed = interruptToolRuns(loseAnswer(view, panel_at), 'all', panel_at);
  return {
    ...closed,
    exit: { code, signal, reason, stderr },
    silentSince: null,
    lent: null,
    ports: [],
    children: [],
    run: null,
    retry: null,
    compaction: null,
    dialogs: [],
    drawn: [],
  };
}

/** Adds the answer that pi did not finish, even if it had not begun to stream it. */
function loseAnswer(view: View, at: number): View {
  if (view.live) return closeLive(view, LOST_ANSWER);
  if (!view.run || !isUnanswered(view.entries)) return view;
  const message: AssistantMessage = {
    role: 'assistant',
    content: [],
    stopReason: 'aborted',
    errorMessage: LOST_ANSWER,
    timestamp: at,
  };
  return appendEntry(view, { key: entryKey(view.entries, message), message });
}

/** Right after a compaction pi reports no token count (in any version), so its estimate stays until then. */
export function applyStats(view: View, stats: SessionStats): View {
  const isCounted = typeof stats.contextUsage?.tokens === 'number';
  return { ...view, stats, contextEstimate: isCounted ? null : view.contextEstimate };
}
