// What is done with messages that wait: given to pi in turn, taken back, rearranged and handed over again, held here
// where pi could not give them back. Where each of them is, the ledger knows.
import type { Answer, PiCommand, ResponseRecord } from '../../shared/pi/commands.ts';
import { sinceWhich } from '../../shared/pi/abilities.ts';
import type { PiEvent } from '../../shared/pi/events.ts';
import type { ImageContent } from '../../shared/pi/messages.ts';
import { Refusal } from '../../shared/refusal.ts';
import { LANES, misfit, touched, type Arrangement, type Lane, type Queue } from '../../shared/view/queue.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { Said, View } from '../../shared/view/view.ts';
import type { DialogDesk } from './dialog-desk.ts';
import { PromptLine } from './prompt-line.ts';
import type { QueueJournal } from './queue-journal.ts';
import { QueueLedger, sizeOf, type Message } from './queue-ledger.ts';

/** How long a change waits for a moment at which pi is between nothing, in ms. */
const PATIENCE = 30_000;
/** Characters of all that may wait, pictures as base64: four messages with all the pictures that one may have. */
const MAX_WAITING = 34 * 1024 * 1024;

export type Spoken = Extract<PiCommand, { message: string }>;

export interface QueueDeskOptions {
  view: () => View;
  desk: DialogDesk;
  emit: (event: ViewEvent) => void;
  /** Null: what waits does not outlive this process. */
  journal: QueueJournal | null;
  /**
   * pi's answer; `onAnswer` is called with it before anything that pi says after it. Rejects with a Refusal.
   */
  request: (command: PiCommand, onAnswer?: (response: ResponseRecord) => void) => Promise<Answer>;
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

export class QueueDesk {
  readonly #options: QueueDeskOptions;
  readonly #ledger = new QueueLedger();
  readonly #line = new PromptLine();
  #told: Queue;
  #isStopping = false;
  #isAborted = false;
  /** A message that is being handed over. */
  #handing: Promise<unknown> = Promise.resolve();
  #waiters: (() => void)[] = [];

  constructor(options: QueueDeskOptions) {
    this.#options = options;
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
      if (lane) this.#requireRoom(message);
      if (lane === 'followUp' && (await this.#isToBeHeld(command))) {
        this.#ledger.hold({ ...message, lane });
        this.changed();
        await this.#written();
        return { success: true };
      }
      const answer = await this.#give(message, command);
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
    await this.#handing;
    if (this.#options.view().can.clearQueue) await this.#clear();
    this.#ledger.giveBack();
    this.changed();
  }

  /** While it is on, nothing is handed over. */
  set isStopping(isOn: boolean) {
    this.#isStopping = isOn;
    if (isOn) this.#isAborted = true;
    this.#wake();
  }

  /** pi was asked to end its run: what is held here waits for the person's word. */
  aborted(): void {
    this.#isAborted = true;
  }

  /** pi is gone, or on another session. */
  forsaken(): void {
    this.#ledger.forsaken();
    this.changed();
  }

  /** What an earlier panel, or an earlier pi, left undelivered. */
  bringBack(messages: readonly Message[]): void {
    this.#ledger.bringBack(messages);
    this.changed();
  }

  /** To be called for each event of pi's before it is folded. */
  follow(event: PiEvent): Said | undefined {
    return this.#ledger.follow(event);
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
  noticed(event: ViewEvent): void {
    if (event.type === 'agent_start') this.#isAborted = false;
    if (event.type === 'agent_settled' || event.type === 'compaction_end') void this.#atBoundary();
    this.#wake();
  }

  changed(): void {
    for (const event of this.news()) this.#options.emit(event);
    this.#wake();
  }

  async #change({ arrangement, revision, start }: Change): Promise<{ missed: string[] } | null> {
    const { queue } = this.#ledger;
    requireRevision(queue, revision);
    const why = misfit(queue, arrangement);
    if (why) throw new Refusal(422, 'bad_arrangement', `order: ${why}.`);
    const ids = touched(queue, arrangement);
    if ([...ids].some((id) => this.#ledger.isOnItsWay(id)))
      throw new Refusal(409, 'on_its_way', 'The message is on its way to the agent: try again.');
    const isMoving = start || this.#needsTaking(arrangement, ids);
    if (isMoving) {
      this.#requireTakable(ids);
      this.#requireOwn();
      if (!this.#ledger.isSafe) return null;
    }
    const { run } = this.#options.view();
    if (isMoving && this.#options.view().can.clearQueue) await this.#clear();
    await this.#sure();
    const missed = [...ids].filter((id) => !this.#ledger.isHere(id));
    this.#ledger.arrange(arrangement);
    this.changed();
    await this.#handOver({ isToRun: run !== null || start, isStart: start });
    await this.#written();
    return { missed };
  }

  async #take(wanted: ReadonlySet<string> | undefined): Promise<Message[] | null> {
    const isWanted = (id: string): boolean => !wanted || wanted.has(id);
    const listed = this.#idsOf(this.#ledger.queue).filter((id) => isWanted(id) && this.#ledger.isListed(id));
    const { can, run } = this.#options.view();
    if (listed.length > 0 && (wanted || can.clearQueue)) {
      this.#requireTakable(new Set(listed));
      if (this.#idsOf(this.#ledger.queue).some((id) => !isWanted(id))) this.#requireOwn();
      if (!this.#ledger.isSafe) return null;
      await this.#clear();
      await this.#sure();
    }
    this.#ledger.giveBack(wanted);
    const messages = this.#ledger.take(wanted);
    this.changed();
    await this.#handOver({ isToRun: run !== null });
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

  #requireTakable(ids: ReadonlySet<string>): void {
    const { can, version } = this.#options.view();
    const { steering, followUp } = this.#ledger.queue;
    const queued = [...steering, ...followUp];
    if (!can.clearQueue && queued.some(({ id }) => ids.has(id) && this.#ledger.isListed(id)))
      throw new Refusal(
        409,
        'pi_too_old',
        `pi ${version} does not give back what it has been given: that takes pi ${sinceWhich('clearQueue')} or newer.`,
      );
  }

  #requireRoom(message: Pick<Message, 'text' | 'images'>): void {
    if (this.#ledger.size + sizeOf(message) <= MAX_WAITING) return;
    throw new Refusal(
      413,
      'queue_full',
      'The pictures that wait for the agent are too large together: this one was not sent. Wait until some were delivered, or remove one.',
    );
  }

  /** What is handed over again must be whole: pi gives back texts only. */
  #requireOwn(): void {
    const { can } = this.#options.view();
    const { steering, followUp } = this.#ledger.queue;
    if (!can.clearQueue || ![...steering, ...followUp].some((one) => one.isForeign)) return;
    throw new Refusal(
      409,
      'foreign_message',
      'An extension has queued a message, and pi would give it back without its pictures. The queue can be changed when that is delivered.',
    );
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
      await this.#until(() => this.#ledger.isSafe, deadline);
    }
  }

  /** A delivery may have begun in the moment of the taking: it is waited for, be it seconds. */
  async #sure(): Promise<void> {
    await this.#until(() => !this.#ledger.isUnsure || this.#isStopping, Infinity);
  }

  async #handOver({ isToRun, isStart = false }: { isToRun: boolean; isStart?: boolean }): Promise<void> {
    const { can } = this.#options.view();
    let isFirst = isStart;
    for (const message of this.#ledger.held) {
      if (this.#isStopping || this.#options.view().exit) break;
      if (message.lane === 'followUp' && !can.clearQueue && !isFirst) continue;
      isFirst = false;
      await this.#hand(message, isToRun);
    }
  }

  /** `isToRun`: should the run be over meanwhile, it begins another. Else it waits with pi. */
  async #hand(message: Message, isToRun: boolean): Promise<void> {
    const isQueued = !isToRun || this.#options.view().compaction !== null;
    this.#handing = this.#give(message, isQueued ? asQueued(message) : asPrompt(message)).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      },
    );
    await this.#handing;
  }

  async #give(
    message: Omit<Message, 'lane'> & { lane?: Lane | undefined },
    command: Spoken,
  ): Promise<Answer> {
    this.#ledger.sending(message);
    try {
      const answer = this.#options.request(command, ({ success, error = 'The agent gave no reason.' }) => {
        this.#ledger.answered(message.id, success ? undefined : error);
        this.changed();
      });
      // Pages are told while pi reads.
      this.changed();
      return await answer;
    } catch (error) {
      this.#ledger.answered(message.id, error instanceof Error ? error.message : String(error));
      this.changed();
      throw error;
    }
  }

  async #clear(): Promise<void> {
    const answer = await this.#options.request({ type: 'clear_queue' }, ({ success, data }) => {
      if (success) this.#ledger.cleared(data as Record<Lane, string[]>);
      this.changed();
    });
    if (!answer.success)
      throw new Refusal(502, 'agent_refused', `The agent does not give back its queue: ${answer.error}`);
  }

  /** The agent has stopped by itself: what was held for this moment is handed over. */
  async #atBoundary(): Promise<void> {
    const isDue = (): boolean => {
      const { can, run, compaction, exit } = this.#options.view();
      const isHeldUp = this.#isStopping || this.#isAborted || run || compaction || exit;
      return !can.clearQueue && !isHeldUp && this.#ledger.held.length > 0 && !this.#hasFailed();
    };
    if (!isDue()) return;
    await this.#line.next(this.#options.desk, async () => {
      if (!isDue()) return;
      const [first, ...rest] = this.#ledger.held;
      if (first) await this.#hand(first, true);
      if (this.#options.view().followUpMode === 'all')
        for (const message of rest) await this.#hand(message, true);
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

  #messageOf(command: Spoken, id: string): Omit<Message, 'lane'> & { lane?: Lane | undefined } {
    const { message: text, images = [] } = command;
    const refs = images.flatMap((image): ImageContent[] => {
      const ref = this.#options.keepImage(image);
      return ref === null ? [] : [{ type: 'image', mimeType: image.mimeType, panel_ref: ref }];
    });
    return { id, text, lane: laneOf(command), images, refs, at: Date.now() };
  }

  #idsOf({ steering, followUp }: Queue): string[] {
    return [...steering, ...followUp].map(({ id }) => id);
  }

  #written(): Promise<void> {
    return this.#options.journal?.keep(this.#ledger.accepted) ?? Promise.resolve();
  }

  #wake(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** Throws a Refusal 503 when it does not come true in time. */
  async #until(claim: () => boolean, deadline: number): Promise<void> {
    while (!claim() && !this.#options.view().exit) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      this.#waiters.push(() => resolve(true));
      const left = Math.max(deadline - performance.now(), 0);
      const timer = Number.isFinite(left) ? setTimeout(resolve, left, false) : undefined;
      const isWoken = await promise;
      clearTimeout(timer);
      if (!isWoken)
        throw new Refusal(
          503,
          'no_safe_moment',
          'The agent is between two steps and may be delivering: nothing was changed. Try again.',
        );
    }
  }
}

function laneOf(command: Spoken): Lane | undefined {
  if (command.type === 'steer') return 'steering';
  if (command.type === 'follow_up') return 'followUp';
  if (command.streamingBehavior === undefined) return undefined;
  return command.streamingBehavior === 'followUp' ? 'followUp' : 'steering';
}

/** Waits for its boundary in a run, and begins one otherwise. */
function asPrompt({ text, lane, images }: Message): Spoken {
  const streamingBehavior = lane === 'followUp' ? 'followUp' : 'steer';
  return { type: 'prompt', message: text, ...(images.length > 0 && { images }), streamingBehavior };
}

/** Waits in any case. */
function asQueued({ text, lane, images }: Message): Spoken {
  const type = lane === 'followUp' ? 'follow_up' : 'steer';
  return { type, message: text, ...(images.length > 0 && { images }) };
}

function requireRevision({ revision }: Queue, wanted: number): void {
  if (revision === wanted) return;
  throw new Refusal(412, 'queue_changed', 'The queue changed meanwhile: look again.').with({
    ETag: `"${revision}"`,
  });
}
