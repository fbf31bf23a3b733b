// Decides which news becomes a notification: an agent waits for the user, failed, or finished after more than a minute.
// Derived from the rows of the agents list, by the server for Web Push and by the page for sounds and desktop
// notifications.
import type { OverviewAgent } from './overview.ts';

export const NEWS_KINDS = ['waiting', 'failed', 'finished'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
export type NewsChoices = Record<NewsKind, boolean>;

/** A user who has waited for less than this is still looking at the page. */
export const LONG_RUN_MS = 60_000;

type Row = Pick<OverviewAgent, 'id' | 'state' | 'since' | 'endedAt' | 'dialog'>;

interface Seen {
  row: Row;
  /** When its current or last run began. A question in the middle of a run does not start a new one. */
  startedAt: number;
}

export class AgentNews {
  readonly #seen = new Map<string, Seen>();

  /** Null if nothing is new. The first row of an agent is never news, because it describes the past. */
  onRow(row: Row): NewsKind | null {
    const before = this.#seen.get(row.id);
    const startedAt = before && isBusy(before.row) ? before.startedAt : row.since;
    this.#seen.set(row.id, { row, startedAt });
    if (!before) return null;
    if (row.state === 'needs_you') return isAsked(before.row, row) ? 'waiting' : null;
    if (row.state === 'failed') return before.row.state === 'failed' ? null : 'failed';
    if (row.state === 'working' || row.endedAt === null || row.endedAt === before.row.endedAt) return null;
    return row.endedAt - startedAt > LONG_RUN_MS ? 'finished' : null;
  }

  forget(id: string): void {
    this.#seen.delete(id);
  }
}

function isBusy({ state }: Row): boolean {
  return state === 'working' || state === 'needs_you';
}

/** Whether the agent asks something new. Each of several dialogs in a row is a separate question. */
function isAsked(before: Row, row: Row): boolean {
  if (before.state !== 'needs_you') return true;
  return row.dialog !== null && row.dialog.id !== before.dialog?.id;
}
