// Applies the changes that users make to the queue. pi removes messages from its own queue before it announces that (in
// pi 0.73.1 to 1.5.2). A change therefore waits for a safe moment, when pi delivers none of the messages that it gives
// back. In the names below, a message is `listed` while it is in pi's queue, `held` while only the panel has it, and
// `unsure` if pi has given it back but may still deliver it. A message is `foreign` if an extension queued it.
import { Refusal } from '../../../shared/refusal.ts';
import { findTouched, type Arrangement } from '../../../shared/view/queue-changes.ts';
import { LANES } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PromptLock } from './prompt-lock.ts';
import { isWithPanel, type Message } from './queue-item.ts';
import {
  requireAnswered,
  requireArrangement,
  requireClearable,
  requireNoForeign,
  requireRevision,
} from './queue-rules.ts';
import type { QueueSender } from './queue-sender.ts';
import type { QueueTracker } from './queue-tracker.ts';
import { Signal, waitUntil } from './wait-until.ts';

/** How long a change waits for a safe moment before it is refused. */
const MAX_WAIT_MS = 30_000;

export interface QueueChange {
  arrangement: Arrangement;
  /** The revision of the queue that the user saw. */
  revision: number;
  /** Whether the first message starts a run if the agent is idle. */
  start: boolean;
}

export interface QueueEditorOptions {
  tracker: QueueTracker;
  sender: QueueSender;
  lock: PromptLock;
  view: () => View;
  /** Sends the changed queue to the pages. */
  publish: () => void;
  /** Resolves when the accepted messages are on disk. */
  save: () => Promise<void>;
}

export class QueueEditor {
  readonly #options: QueueEditorOptions;
  /** Notified of everything that may create a safe moment. */
  readonly #progress = new Signal();

  constructor(options: QueueEditorOptions) {
    this.#options = options;
  }

  /**
   * Rearranges the queue. Resolves to the ids of changed messages that pi delivered before the change took effect.
   * Rejects with a Refusal: 412 if the queue has changed in the meantime, 422 if the arrangement does not fit the queue,
   * 409 if pi cannot give back a message, 502 if pi refuses to, 503 if no safe moment comes in time.
   */
  applyChange(change: QueueChange): Promise<{ missed: string[] }> {
    return this.#atSafeMoment(() => this.#tryChange(change));
  }

  /**
   * Takes messages out of the queue and gives them back to the user: those with these ids, or all that can be taken.
   * Resolves to them, without those that pi delivered first. Rejects with a Refusal 409, 502 or 503 for the reasons of
   * `applyChange`.
   */
  takeBack(ids?: readonly string[]): Promise<Message[]> {
    return this.#atSafeMoment(() => this.#tryTakeBack(ids && new Set(ids)));
  }

  /** Call this after every event and every change of the queue. */
  notifyProgress(): void {
    this.#progress.notify();
  }

  /** Runs `act` at once, and again at each safe moment until it resolves to something other than null. */
  async #atSafeMoment<T>(act: () => Promise<T | null>): Promise<T> {
    const { tracker, lock } = this.#options;
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const result = await lock.run(act);
      if (result !== null) return result;
      // The same condition as in `act`: any other could be true while `act` returns null, and this loop would spin. It is
      // also true after the exit of pi, when the tracker knows that pi's queue is gone.
      const isSafe = (): boolean => tracker.isSafeToClear;
      if (await waitUntil(isSafe, { signal: this.#progress, deadline })) continue;
      throw new Refusal(
        503,
        'no_safe_moment',
        'The queue was not changed, because the agent may be delivering messages right now. Try again.',
      );
    }
  }

  async #tryChange({ arrangement, revision, start }: QueueChange): Promise<{ missed: string[] } | null> {
    const { tracker, sender, publish, save } = this.#options;
    const { queue } = tracker;
    const view = this.#options.view();
    requireRevision(queue, revision);
    requireArrangement(queue, arrangement);
    const ids = findTouched(queue, arrangement);
    requireAnswered(tracker, ids);
    const needsClear = start || this.#affectsListed(arrangement, ids);
    if (needsClear) {
      requireClearable(tracker, view, ids);
      requireNoForeign(tracker, view);
      if (!tracker.isSafeToClear) return null;
    }
    if (needsClear && view.can.clearQueue) await sender.clearPiQueue();
    await this.#waitUntilSure();
    const missed = [...ids].filter((id) => !isWithPanel(tracker.placeOf(id)));
    tracker.arrange(arrangement);
    publish();
    await sender.sendAllHeld({ startsRun: view.run !== null || start, isStart: start });
    await save();
    return { missed };
  }

  async #tryTakeBack(wanted: ReadonlySet<string> | undefined): Promise<Message[] | null> {
    const { tracker, sender, publish, save } = this.#options;
    const view = this.#options.view();
    const isWanted = (id: string): boolean => !wanted || wanted.has(id);
    const waiting = [...tracker.queue.steering, ...tracker.queue.followUp].map(({ id }) => id);
    const listed = waiting.filter((id) => isWanted(id) && tracker.placeOf(id) === 'listed');
    if (listed.length > 0 && (wanted || view.can.clearQueue)) {
      requireClearable(tracker, view, new Set(listed));
      if (!waiting.every(isWanted)) requireNoForeign(tracker, view);
      if (!tracker.isSafeToClear) return null;
      await sender.clearPiQueue();
      await this.#waitUntilSure();
    }
    tracker.returned.returnFromPanel(wanted);
    const messages = tracker.returned.takeBack(wanted);
    publish();
    await sender.sendAllHeld({ startsRun: view.run !== null });
    await save();
    return messages;
  }

  /**
   * Whether pi has to give back its queue for this change. It has to if the change touches a listed message, or puts
   * another message before a listed one, because pi appends every message that it is sent.
   */
  #affectsListed({ order }: Arrangement, ids: ReadonlySet<string>): boolean {
    const isListed = (id: string): boolean => this.#options.tracker.placeOf(id) === 'listed';
    if ([...ids].some(isListed)) return true;
    return LANES.some((lane) => {
      const listed = order.filter((wanted) => wanted.lane === lane).map(({ id }) => isListed(id));
      return listed.includes(false) && listed.lastIndexOf(true) > listed.indexOf(false);
    });
  }

  /**
   * Waits until no message is unsure, however long it takes, or until the agent is being stopped or pi has exited. pi may
   * have started a delivery just before it gave back its queue.
   */
  async #waitUntilSure(): Promise<void> {
    const { tracker, sender, view } = this.#options;
    const isSure = (): boolean => !tracker.hasUnsure || sender.isStopping || view().exit !== null;
    await waitUntil(isSure, { signal: this.#progress });
  }
}
