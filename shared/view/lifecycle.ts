// The state of the agent: runs, retries, compaction, the state of the session, and the end of the process.
import { addNotice } from './extension-ui.ts';
import { closeLive } from './live.ts';
import { interruptToolRuns } from './tool-runs.ts';
import { appendEntry, entryKey, failedAttempt, moveToEnd, takeBackFailedAttempt } from './transcript.ts';
import type { PanelEvent, SlimEvent } from './view-event.ts';
import type { Retry, SessionInfo, View } from './view.ts';

type Of<T extends string> = Extract<SlimEvent | PanelEvent, { type: T }>;

export function startRun(view: View, event: Of<'agent_start' | 'turn_start'>): View {
  return {
    ...view,
    run: view.run ?? { startedAt: event.panel_at },
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

export function startRetry(view: View, event: Of<'auto_retry_start'>): View {
  const { attempt, maxAttempts, errorMessage, delayMs, panel_at } = event;
  const retry: Retry = { attempt, maxAttempts, errorMessage, until: panel_at + delayMs, waiting: true };
  const failed = failedAttempt(view);
  if (failed) retry.failed = failed;
  return { ...takeBackFailedAttempt(view), retry };
}

export function endRetry(view: View, event: Of<'auto_retry_end'>): View {
  const { retry } = view;
  if (event.success || !retry) return { ...view, retry: null };
  if (retry.waiting && retry.failed) return appendEntry({ ...view, retry: null }, retry.failed);
  // Up to 0.80.3 nothing else follows a cancelled wait. The failed attempt was removed, so its error becomes a notice.
  const message = event.finalError ?? retry.errorMessage;
  return addNotice(
    { ...view, retry: null },
    { id: `retry-${retry.until}`, kind: 'error', message, at: retry.until },
  );
}

/** pi >= 0.87 removes a failed attempt from the stored conversation before it retries. */
export function forgetFailed(view: View): View {
  if (!view.retry?.failed) return takeBackFailedAttempt(view);
  const { failed: _gone, ...retry } = view.retry;
  return { ...view, retry };
}

export function startCompaction(view: View, event: Of<'compaction_start'>): View {
  const { reason, panel_at: startedAt } = event;
  return { ...closeLive(view), compaction: { reason, startedAt } };
}

export function endCompaction(view: View, event: Of<'compaction_end'>): View {
  // The attempt that overflowed is repeated, as in a retry.
  const before = event.willRetry ? takeBackFailedAttempt(view) : view;
  const ended: View = { ...before, compaction: null, retry: null };
  const { result, panel_at: at } = event;
  if (result) {
    const message = {
      role: 'compactionSummary' as const,
      summary: result.summary,
      tokensBefore: result.tokensBefore,
      timestamp: at,
    };
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
  return {
    ...view,
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

export function renameSession(view: View, name: string | undefined): View {
  if (!view.session) return view;
  const { name: _old, ...rest } = view.session;
  return { ...view, session: name ? { ...rest, name } : rest };
}

/** The process has exited: nothing stays open. The next event updates the queue. */
export function endProcess(view: View, event: Of<'panel_exit'>): View {
  const { code, signal, reason, stderr, panel_at } = event;
  const closed = interruptToolRuns(
    closeLive(view, 'The agent ended before this answer was complete'),
    'all',
    panel_at,
  );
  return {
    ...closed,
    exit: { code, signal, reason, stderr },
    silentSince: null,
    run: null,
    retry: null,
    compaction: null,
    dialogs: [],
  };
}
