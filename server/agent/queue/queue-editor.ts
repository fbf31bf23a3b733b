// Applies the changes that users make to the queue. pi takes messages from its queue before it announces that (0.73.1
// to 1.5.2), so a change waits for a moment when pi can give back its queue without delivering any of it as well.
import { Refusal } from '../../../shared/refusal.ts';
import { LANES, findTouched, type Arrangement } from '../../../shared/view/queue.ts';
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

/** How long a change waits for a safe moment, in ms. */
const PATIENCE = 30_000;

export interface QueueChange {
  arrangement: Arrangement;
  /** Revision of the queue that the user saw. */
  revision: number;
  /** If the agent is idle, the first message starts a run. */
  start: boolean;
}

export interface QueueEditorOptions {
  tracker: QueueTracker;
  sender: QueueSender;
  lock: PromptLock;
  view: () => View;
  /** Tells the pages about the changed queue. */
  publish: () => void;
  /** Resolves when the accepted messages are on disk. */
  save: () => Promise<void>;
}

export class QueueEditor {
  readonly #options: QueueEditorOptions;
  /** Is notified of everything that may create a safe moment. */
  readonly #progress = new Signal();

  constructor(options: QueueEditorOptions) {
    this.#options = options;
  }

  /**
   * Rearranges the queue. Resolves to the changed messages that were delivered before the change took effect.
   * Throws a Refusal: 412 if the queue has changed meanwhile, 422 if the arrangement does not fit the queue, 409 for
   * messages that pi cannot give back, 503 if no safe moment comes.
   */
  applyChange(change: QueueChange): Promise<{ missed: string[] }> {
    return this.#atSafeMoment(() => this.#tryChange(change));
  }

  /**
   * Removes messages from the queue for the user: those with these ids, or all that can be removed. Resolves to them,
   * without those that were delivered before. Throws a Refusal 409 or 503 as above.
   */
  takeBack(ids?: readonly string[]): Promise<Message[]> {
    return this.#atSafeMoment(() => this.#tryTakeBack(ids && new Set(ids)));
  }

  /** Call this after every event and every change of the queue. */
  notifyProgress(): void {
    this.#progress.notify();
  }

  /** Runs `act` at each safe moment until it returns something other than null. */
  async #atSafeMoment<T>(act: () => Promise<T | null>): Promise<T> {
    const { tracker, lock, view } = this.#options;
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      const result = await lock.run(act);
      if (result !== null) return result;
      const isSafe = (): boolean => tracker.isSafeToClear || view().exit !== null;
      if (await waitUntil(isSafe, { signal: this.#progress, deadline })) continue;
      throw new Refusal(
        503,
        'no_safe_moment',
        'The agent is between two steps and may be delivering messages: nothing was changed. Try again.',
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
    const needsClear = start || this.#movesListed(arrangement, ids);
    if (needsClear) {
      requireClearable(tracker, view, ids);
      requireNoForeign(tracker, view);
      if (!tracker.isSafeToClear) return null;
    }
    if (needsClear && view.can.clearQueue) await sender.clearPiQueue();
    await this.#untilSure();
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
      await this.#untilSure();
    }
    tracker.returned.returnFromPanel(wanted);
    const messages = tracker.returned.takeBack(wanted);
    publish();
    await sender.sendAllHeld({ startsRun: view.run !== null });
    await save();
    return messages;
  }

  /**
   * Whether pi has to give back its queue for this change: it touches a message that pi has, or puts a message that
   * only the panel has before one that pi has. pi appends what it is sent.
   */
  #movesListed({ order }: Arrangement, ids: ReadonlySet<string>): boolean {
    const isListed = (id: string): boolean => this.#options.tracker.placeOf(id) === 'listed';
    if ([...ids].some(isListed)) return true;
    return LANES.some((lane) => {
      const listed = order.filter((wanted) => wanted.lane === lane).map(({ id }) => isListed(id));
      return listed.includes(false) && listed.lastIndexOf(true) > listed.indexOf(false);
    });
  }

  /**
   * pi may have started a delivery just before it gave back its queue: waits for the outcome, however long it takes.
   */
  async #untilSure(): Promise<void> {
    const { tracker, sender, view } = this.#options;
    const isSure = (): boolean => !tracker.hasUnsure || sender.isStopping || view().exit !== null;
    await waitUntil(isSure, { signal: this.#progress });
  }
}
