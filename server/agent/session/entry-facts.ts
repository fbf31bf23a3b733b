// Adds to entries what the session file and the metadata say about them: branches, labels, blocked calls.
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { PlanNotes } from '../../../shared/view/plan-notes.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import type { Entry, SentAs } from '../../../shared/view/conversation.ts';
import { markBlocked } from '../../../shared/view/tool-runs.ts';
import type { StoredRow } from '../../../shared/view/view-event.ts';
import type { History } from '../../sessions/history.ts';

/** Describes how the session continues around an entry. */
export function factsOf(
  history: History,
  entry: SessionEntry | undefined,
): Pick<StoredRow, 'branches' | 'isByExtension' | 'keptFrom'> {
  const author = (entry as { fromHook?: boolean } | undefined)?.fromHook
    ? { isByExtension: true as const }
    : {};
  if (entry?.type === 'compaction')
    return { keptFrom: history.firstRowFrom(entry.firstKeptEntryId, entry.id), ...author };
  if (entry?.type === 'branch_summary') return author;
  const branches = entry && history.branches(entry.id);
  return branches ? { branches } : {};
}

export function withSentAs(entry: Entry, sentAs: SentAs | undefined): Entry {
  return sentAs ? { ...entry, sentAs } : entry;
}

export function withLabel(entry: Entry, labels: ReadonlyMap<string, string>): Entry {
  const label = labels.get(entry.id ?? '');
  return label === undefined ? entry : { ...entry, label };
}

export function withPlanNotes(entry: Entry, notes: ReadonlyMap<number, PlanNotes>): Entry {
  const planNotes = entry.message.role === 'assistant' ? notes.get(entry.message.timestamp) : undefined;
  return planNotes === undefined ? entry : { ...entry, planNotes };
}

export function withBlocked(
  toolRuns: EntriesPage['toolRuns'],
  calls: readonly string[],
): EntriesPage['toolRuns'] {
  const runs = calls.flatMap((call) => toolRuns[call] ?? []);
  if (runs.length === 0) return toolRuns;
  return { ...toolRuns, ...Object.fromEntries(runs.map((run) => [run.id, markBlocked(run)] as const)) };
}
