// What is done with messages that wait: given to pi in turn, taken back, rearranged and handed over again, held here
// where pi could not give them back. Where each of them is, the ledger knows.
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { LANES, touched, type Arrangement, type Lane, type Queue } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Said } from '../../../shared/view/view.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import { QueueSender, type QueueSenderOptions, type Spoken } from './queue-sender.ts';
import { PromptLock } from './prompt-lock.ts';
import type { Message, NewMessage } from './queue-item.ts';
import type { QueueJournal } from './queue-journal.ts';
import { QueueTracker } from './queue-tracker.ts';
import {
  requireArrangement,
  requireArrived,
  requireOwn,
  requireRevision,
  requireRoom,
  requireTakable,
} from './queue-rules.ts';
import { WaitUntil } from './wait-until.ts';
import { UnsavedPrompts } from './unsaved-prompts.ts';

/** How long a change waits for a moment at which pi is between nothing, in ms. */
const PATIENCE = 30_000;

export interface MessageQueueOptions extends Pick<QueueSenderOptions, 'view' | 'pi'> {
  desk: Dialogs;
  emit: (event: ViewEvent) => void;
  /** Null: what waits does not outlive this process. */
  journal: QueueJournal | null;
  /** A reference for the views; null for what is no picture. */
  keepImage: (image: ImageContent) => string | null;
  /** Whether pi would run this at once instead of saying it. */
  isExtensionCommand: (text: string) => Promise<boolean>;
}

export interface Change {
  arrangement: Arrangement;
  /** That of the queue which the person saw. */
  revision: number;
  /** While nothing runs: let the first begin a run. */
  start: boolean;
}

export class MessageQueue {
  readonly #options: MessageQueueOptions;
  readonly #ledger = new QueueTracker();
  readonly #line = new PromptLock();
  readonly #moment = new WaitUntil();
  readonly #handOver: QueueSender;
  readonly #unstored: UnsavedPrompts;
  #told: Queue;
  #isAborted = false;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
    const { view, pi } = options;
    this.#handOver = new QueueSender({ ledger: this.#ledger, view, pi, onChange: () => this.changed() });
    this.#unstored = new UnsavedPrompts({
      isWritten: () => {
        const { session, entries } = view();
        // Without a file (--no-session) an answer writes nothing.
        return session?.file !== undefined && entries.some(({ message }) => message.role === 'assistant');
      },
      refer: (images) => this.#refer(images),
    });
    this.#told = this.#ledger.queue;
  }

  get queue(): Queue {
    return this.#ledger.queue;
  }

  /**
   * Gives a message to pi, or holds it until the agent would stop where pi could not give it back.
   * Throws a Refusal 413 when too much waits already.
   */
  say(command: Spoken, id: string): Promise<Answer> {
    return this.#line.next(this.#options.desk, async () => {
      const message = this.#messageOf(command, id);
      const { lane } = message;
      if (lane) requireRoom(this.#ledger, message);
      if (lane === 'followUp' && (await this.#isToBeHeld(command))) {
        this.#ledger.hold({ ...message, lane });
        this.changed();
        await this.#written();
        return { success: true };
      }
      const answer = await this.#handOver.give(message, command);
      if (answer.success) await this.#written();
      return answer;
    });
  }

  /**
   * The queue as the person wants it; gives the messages among those changed that were delivered before.
   * Throws a Refusal: 412 when it changed meanwhile, 422 what is no arrangement of it, 409 what pi cannot give back,
   * 503 when no safe moment came.
   */
  async change(change: Change): Promise<{ missed: string[] }> {
    return this.#atSafeMoment(() => this.#change(change));
  }

  /**
   * What waits, no longer: given to whoever asked. Without ids everything that can be had.
   * What was delivered before is not among it. Throws a Refusal 409, 503 as above.
   */
  async take(ids?: readonly string[]): Promise<Message[]> {
    return this.#atSafeMoment(() => this.#take(ids && new Set(ids)));
  }

  /** For the Stop, which waits for nothing: everything comes back, and stays in sight until it is taken. */
  async giveBack(): Promise<void> {
    await this.#handOver.settled();
    if (this.#options.view().can.clearQueue) await this.#handOver.takeBack();
    this.#ledger.giveBack();
    this.changed();
  }

  /** While it is on, nothing is handed over. */
  set isStopping(isOn: boolean) {
    this.#handOver.isStopping = isOn;
    if (isOn) this.#isAborted = true;
    this.#moment.look();
  }

  /** pi was asked to end its run: what is held here waits for the person's word. */
  aborted(): void {
    this.#isAborted = true;
  }

  /** pi is gone. */
  onPiExit(): void {
    this.#ledger.onPiExit();
    this.changed();
  }

  /** pi is on another session. What it has not written of the one before, it never will. */
  left(): void {
    this.#ledger.onPiExit();
    this.restarted({ isWritten: false });
  }

  /** What an earlier panel, or an earlier pi, left undelivered. */
  bringBack(messages: readonly Message[]): void {
    this.#ledger.bringBack(messages.map((message) => ({ ...message, refs: this.#refer(message.images) })));
    this.changed();
  }

  /** pi is started anew. `isWritten`: it will find its session with all that was said in it. */
  restarted({ isWritten }: { isWritten: boolean }): void {
    const unstored = this.#unstored.messages;
    this.#unstored.clear();
    this.bringBack(isWritten ? [] : unstored);
  }

  /** To be called for each event of pi's before it is folded. */
  follow(event: PiEvent): Said | undefined {
    const said = this.#ledger.follow(event);
    const before = this.#unstored.messages;
    this.#unstored.follow(event, said);
    if (this.#unstored.messages !== before) void this.#written();
    return said;
  }

  /** What a page must be told after that. */
  news(): ViewEvent[] {
    const { queue } = this.#ledger;
    if (queue === this.#told) return [];
    this.#told = queue;
    void this.#written();
    return [{ type: 'panel_queue', queue }];
  }

  /** To be called for every event after it was folded. */
  onEvent(event: ViewEvent): void {
    if (event.type === 'agent_start') this.#isAborted = false;
    if (event.type === 'agent_settled' || event.type === 'compaction_end') void this.#atBoundary();
    this.#moment.look();
  }

  changed(): void {
    for (const event of this.news()) this.#options.emit(event);
    this.#moment.look();
  }

  async #change({ arrangement, revision, start }: Change): Promise<{ missed: string[] } | null> {
    const ledger = this.#ledger;
    const { queue } = ledger;
    const view = this.#options.view();
    requireRevision(queue, revision);
    requireArrangement(queue, arrangement);
    const ids = touched(queue, arrangement);
    requireArrived(ledger, ids);
    const isMoving = start || this.#needsTaking(arrangement, ids);
    if (isMoving) {
      requireTakable(ledger, view, ids);
      requireOwn(ledger, view);
      if (!ledger.isSafe) return null;
    }
    if (isMoving && view.can.clearQueue) await this.#handOver.takeBack();
    await this.#sure();
    const missed = [...ids].filter((id) => !ledger.isHere(id));
    ledger.arrange(arrangement);
    this.changed();
    await this.#handOver.handAll({ isToRun: view.run !== null || start, isStart: start });
    await this.#written();
    return { missed };
  }

  async #take(wanted: ReadonlySet<string> | undefined): Promise<Message[] | null> {
    const ledger = this.#ledger;
    const view = this.#options.view();
    const isWanted = (id: string): boolean => !wanted || wanted.has(id);
    const waiting = [...ledger.queue.steering, ...ledger.queue.followUp].map(({ id }) => id);
    const listed = waiting.filter((id) => isWanted(id) && ledger.isListed(id));
    if (listed.length > 0 && (wanted || view.can.clearQueue)) {
      requireTakable(ledger, view, new Set(listed));
      if (!waiting.every(isWanted)) requireOwn(ledger, view);
      if (!ledger.isSafe) return null;
      await this.#handOver.takeBack();
      await this.#sure();
    }
    ledger.giveBack(wanted);
    const messages = ledger.take(wanted);
    this.changed();
    await this.#handOver.handAll({ isToRun: view.run !== null });
    await this.#written();
    return messages;
  }

  /** Whether pi has to give its queue back for this. What is here can be handed over behind what pi has. */
  #needsTaking({ order }: Arrangement, ids: ReadonlySet<string>): boolean {
    if ([...ids].some((id) => this.#ledger.isListed(id))) return true;
    return LANES.some((lane) => {
      const inPi = order.filter((wanted) => wanted.lane === lane).map(({ id }) => this.#ledger.isListed(id));
      return inPi.lastIndexOf(true) > inPi.indexOf(false) && inPi.includes(false);
    });
  }

  /**
   * pi takes from its queue before it says so. What it may have taken must not be handed over a second time: so a
   * change waits until the model is asked, and then goes in one turn with what is said by others.
   */
  async #atSafeMoment<T>(act: () => Promise<T | null>): Promise<T> {
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      const done = await this.#line.next(this.#options.desk, act);
      if (done !== null) return done;
      await this.#moment.until(() => this.#ledger.isSafe || this.#options.view().exit !== null, deadline);
    }
  }

  /** A delivery may have begun in the moment of the taking: it is waited for, be it seconds. */
  async #sure(): Promise<void> {
    const isSure = (): boolean =>
      !this.#ledger.isUnsure || this.#handOver.isStopping || this.#options.view().exit !== null;
    await this.#moment.until(isSure, Infinity);
  }

  /** The agent has stopped by itself: what was held for this moment is handed over. */
  async #atBoundary(): Promise<void> {
    const isDue = (): boolean => {
      const { can, run, compaction, exit } = this.#options.view();
      const isHeldUp = this.#handOver.isStopping || this.#isAborted || run || compaction || exit;
      return !can.clearQueue && !isHeldUp && this.#ledger.held.length > 0 && !this.#hasFailed();
    };
    if (!isDue()) return;
    await this.#line.next(this.#options.desk, async () => {
      if (!isDue()) return;
      const [first, ...rest] = this.#ledger.held;
      if (first) await this.#handOver.hand(first, true);
      if (this.#options.view().followUpMode === 'all')
        for (const message of rest) await this.#handOver.hand(message, true);
    });
  }

  /** The run ended in an error: nobody's wish was fulfilled, and more of them would hardly be. */
  #hasFailed(): boolean {
    const last = this.#options
      .view()
      .entries.findLast(({ message }) => message.role === 'assistant')?.message;
    return last?.role === 'assistant' && (last.stopReason === 'error' || last.stopReason === 'aborted');
  }

  /** pi's own `follow_up` is left to pi: whoever asks for that knows what it does. */
  async #isToBeHeld({ type, message }: Spoken): Promise<boolean> {
    const { can, run } = this.#options.view();
    if (can.clearQueue || !run || type !== 'prompt') return false;
    return !(message.startsWith('/') && (await this.#options.isExtensionCommand(message)));
  }

  #messageOf(command: Spoken, id: string): NewMessage {
    const { message: text, images = [] } = command;
    return { id, text, lane: laneOf(command), images, refs: this.#refer(images), at: Date.now() };
  }

  #refer(images: readonly ImageContent[]): ImageContent[] {
    return images.flatMap((image): ImageContent[] => {
      const ref = this.#options.keepImage(image);
      return ref === null ? [] : [{ type: 'image', mimeType: image.mimeType, panel_ref: ref }];
    });
  }

  /** Resolves when the next panel would find all that somebody was told is taken care of. */
  #written(): Promise<void> {
    const messages = [...this.#unstored.messages, ...this.#ledger.accepted];
    return this.#options.journal?.keep(messages) ?? Promise.resolve();
  }
}

function laneOf(command: Spoken): Lane | undefined {
  if (command.type === 'steer') return 'steer';
  if (command.type === 'follow_up') return 'followUp';
  return command.streamingBehavior;
}
