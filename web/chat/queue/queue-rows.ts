// The rows of the queue, and which of its messages come back into the composer. These functions are pure.
import {
  isOfSession,
  isWaiting,
  LANES,
  LIST_OF,
  type Lane,
  type Queue,
  type Queued,
} from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';

interface WaitingRow {
  queued: Queued;
  lane: Lane;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Returns the messages that wait, in the order of delivery. The message that pi has not accepted yet is left out on the
 * page that sent it as `unanswered`, because it is still in the composer there.
 */
export function waitingRows(queue: Queue, unanswered: string | undefined): WaitingRow[] {
  return rowsOf(queue).filter(({ queued: { id, state } }) => state !== 'sending' || id !== unanswered);
}

function rowsOf(queue: Queue): WaitingRow[] {
  return LANES.flatMap((lane) =>
    queue[LIST_OF[lane]].map((queued, at, { length }) => ({
      queued,
      lane,
      isFirst: at === 0,
      isLast: at === length - 1,
    })),
  );
}

/**
 * Returns the ids of the messages that "Edit queue" takes back. `canClear`: whether pi can return messages that it has
 * already. Those of them that are being sent can be taken, too, because the server waits until pi has them. Messages that
 * were returned from another session only come back one by one.
 */
export function editableIds(
  queue: Queue,
  { canClear, session }: { canClear: boolean; session: string | undefined },
): string[] {
  const waiting = rowsOf(queue)
    .map(({ queued }) => queued)
    .filter(({ state }) => canClear || (state !== 'waiting' && state !== 'sending'));
  const returned = queue.returned.filter((queued) => isOfSession(queued, session));
  return [...waiting, ...returned].map(({ id }) => id);
}

/** Whether what waits can be sent now: while the agent works, it waits for its turn. */
export function canSendNow(
  queue: Queue,
  { run, compaction, exit }: Pick<View, 'run' | 'compaction' | 'exit'>,
): boolean {
  return isWaiting(queue) && !run && !compaction && !exit;
}
