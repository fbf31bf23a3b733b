// The queue of one agent: accepts messages for pi, holds back messages that pi could not give back, and keeps all
// messages until they are delivered. The tracker knows where each message is; the editor applies what users change.
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Lane, Queue } from '../../../shared/view/queue.ts';
import type { PanelEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import { readEach, type Stage, type TrackedEvent } from '../feed/stage.ts';
import { PromptLock } from './prompt-lock.ts';
import { QueueEditor } from './queue-editor.ts';
import type { Message, NewMessage } from './queue-item.ts';
import { QueueRecovery, type QueueRecoveryOptions } from './queue-recovery.ts';
import { requireRoom } from './queue-rules.ts';
import { QueueSender, type MessageCommand, type QueueSenderOptions } from './queue-sender.ts';
import { QueueTracker } from './queue-tracker.ts';

/**
 * How long other messages wait for a running command, in ms. At its beginning it may start a run, and pi would lose a
 * prompt that arrives at the same moment.
 */
const LONG_COMMAND = 1000;

export interface MessageQueueOptions
  extends
    Pick<QueueSenderOptions, 'pi' | 'requireReady'>,
    Pick<QueueRecoveryOptions, 'view' | 'emit' | 'folder' | 'findSession'> {
  dialogs: Dialogs;
  /** Stores an image and returns its reference for the views, or null if it is not an image. */
  storeImage: (image: ImageContent) => string | null;
  /** Whether pi would run this text as an extension command instead of delivering it as a message. */
  isExtensionCommand: (text: string) => Promise<boolean>;
}

export class MessageQueue implements Stage<PiEvent, TrackedEvent> {
  readonly editor: QueueEditor;
  readonly recovery: QueueRecovery;
  readonly #options: MessageQueueOptions;
  readonly #tracker = new QueueTracker();
  readonly #lock: PromptLock;
  readonly #sender: QueueSender;
  #published: Queue;
  /** Whether the user stopped the run. Held messages then wait until the next run. */
  #isAborted = false;
  /** Ids of the messages that came during a compaction, in order. pi would refuse or lose them. */
  readonly #untilCompacted = new Set<string>();

  constructor(options: MessageQueueOptions) {
    this.#options = options;
    const { dialogs, view } = options;
    const tracker = this.#tracker;
    const publish = (): void => this.#publish();
    this.#lock = new PromptLock(dialogs);
    this.#sender = new QueueSender({
      ...options,
      tracker,
      onChange: publish,
      onHandled: ({ text }) => options.emit(handledNotice(text)),
    });
    this.editor = new QueueEditor({
      tracker,
      sender: this.#sender,
      lock: this.#lock,
      view,
      publish,
      save: () => this.recovery.save(),
    });
    this.recovery = new QueueRecovery({
      ...options,
      tracker,
      toReferences: (images) => this.#toReferences(images),
      onChange: publish,
    });
    this.#published = tracker.queue;
  }

  get queue(): Queue {
    return this.#tracker.queue;
  }

  /**
   * Sends a message to pi. A message that pi could not give back is held until the agent would stop, and one that comes
   * during a compaction until that has ended, as in pi's TUI. Throws a Refusal 413 if the queue is too large.
   */
  accept(command: MessageCommand, id: string): Promise<Answer> {
    return this.#lock.run(async (release) => {
      const message = this.#createMessage(command, id);
      if (await this.#isExtensionCommand(command)) return this.#runCommand(message, command, release);
      const { lane } = message;
      if (this.#options.view().compaction && command.type === 'prompt') {
        const waiting = { ...message, lane: lane ?? 'steer' };
        requireRoom(this.#tracker, waiting);
        this.#untilCompacted.add(id);
        return this.#hold(waiting);
      }
      this.#requireText(message);
      if (lane) requireRoom(this.#tracker, message);
      if (lane === 'followUp' && this.#isToBeHeld(command)) return this.#hold({ ...message, lane });
      const answer = await this.#sender.send(message, command);
      if (answer.success) await this.recovery.save();
      return answer;
    });
  }

  /** Returns a message to the user that pi refused and no page has. */
  async returnUnsent(text: string, id: string): Promise<void> {
    this.#tracker.returned.add([{ id, text, lane: 'steer', images: [], refs: [], at: Date.now() }]);
    this.#publish();
    await this.recovery.save();
  }

  /** Returns every message to the user. For the user's Stop, which cannot wait for a safe moment. */
  async returnAll(): Promise<void> {
    await this.#sender.whenHeldSent();
    if (this.#options.view().can.clearQueue) await this.#sender.clearPiQueue();
    this.#tracker.returned.returnFromPanel();
    this.#publish();
  }

  /** While true, no held messages are sent. */
  set isStopping(isStopping: boolean) {
    this.#sender.isStopping = isStopping;
    if (isStopping) this.#isAborted = true;
    this.editor.notifyProgress();
  }

  /** Call this when pi is asked to end its run. */
  onAbort(): void {
    this.#isAborted = true;
  }

  onPiExit(): void {
    this.#tracker.commands.onPiExit();
    this.#tracker.onQueueLost();
    this.#publish();
  }

  /** Call this when pi is on another session. pi will never save what it has not saved of the session before. */
  onSessionLeft(): void {
    this.#tracker.onQueueLost();
    this.recovery.onSessionLeft();
  }

  /** Adds to pi's events which of the user's messages they deliver, and how the queue changed. */
  push(events: readonly PiEvent[]): TrackedEvent[] {
    return readEach(events, (event): TrackedEvent[] => {
      const delivered = this.#tracker.trackEvent(event);
      this.recovery.trackEvent(event, delivered);
      return [delivered ? { ...event, panel_sent_as: delivered } : event, ...this.#drainEvents()];
    });
  }

  /** Call this for every event after it was folded. */
  onEvent(event: ViewEvent): void {
    if (event.type === 'agent_start') this.#isAborted = false;
    if (event.type === 'compaction_end')
      // pi goes on by itself if it will retry. A prompt would then start a second run.
      void this.#sendCompacted({ startsRun: !event.willRetry }).then(() => this.#sendFollowUps());
    if (event.type === 'agent_settled') void this.#sendFollowUps();
    this.editor.notifyProgress();
  }

  /** Returns the events that announce the queue to the pages, if it has changed since the last call. */
  #drainEvents(): PanelEvent[] {
    const { queue } = this.#tracker;
    if (queue === this.#published) return [];
    this.#published = queue;
    void this.recovery.save();
    return [{ type: 'panel_queue', queue }];
  }

  #publish(): void {
    for (const event of this.#drainEvents()) this.#options.emit(event);
    this.editor.notifyProgress();
  }

  async #hold(message: Message): Promise<Answer> {
    this.#tracker.hold(message);
    this.#publish();
    await this.recovery.save();
    return { success: true };
  }

  /** Sends what came during a compaction, in the same order. */
  async #sendCompacted(how: { startsRun: boolean }): Promise<void> {
    if (this.#untilCompacted.size === 0) return;
    await this.#lock.run(async () => {
      // The user may have moved them meanwhile.
      for (const message of this.#tracker.held) {
        const { compaction, exit } = this.#options.view();
        if (this.#sender.isStopping || compaction || exit) return;
        if (this.#untilCompacted.delete(message.id)) await this.#sender.sendHeld(message, how);
      }
      this.#untilCompacted.clear();
    });
  }

  /** Sends the held follow-ups when the agent has stopped by itself. */
  async #sendFollowUps(): Promise<void> {
    const { view } = this.#options;
    const isDue = (): boolean => {
      const { can, run, compaction, exit } = view();
      const isBlocked = this.#sender.isStopping || this.#isAborted || run || compaction || exit;
      return !can.clearQueue && !isBlocked && this.#tracker.held.length > 0 && !this.#hasFailed();
    };
    if (!isDue()) return;
    await this.#lock.run(async () => {
      if (!isDue()) return;
      const due = view().followUpMode === 'all' ? this.#tracker.held : this.#tracker.held.slice(0, 1);
      for (const message of due) await this.#sender.sendHeld(message, { startsRun: true });
    });
  }

  /** Whether the last answer ended in an error, so that the next messages would probably fail as well. */
  #hasFailed(): boolean {
    const { entries } = this.#options.view();
    const last = entries.findLast(({ message }) => message.role === 'assistant')?.message;
    return last?.role === 'assistant' && (last.stopReason === 'error' || last.stopReason === 'aborted');
  }

  /** Whether to hold back this message. pi's own `follow_up` always goes to pi, because it asks for pi's queue. */
  #isToBeHeld({ type }: MessageCommand): boolean {
    const { can, run } = this.#options.view();
    return !can.clearQueue && run !== null && type === 'prompt';
  }

  /** Throws a Refusal for a picture without text that would stay in pi's queue forever. */
  #requireText({ lane, text }: NewMessage): void {
    const { can, run } = this.#options.view();
    if (text.trim() === '' && lane && run && !can.queueEmpty)
      throw new Refusal(
        409,
        'text_needed',
        'This pi cannot queue a picture without text: add a word, or send it after the run.',
      );
  }

  /** Whether to run this as an extension command. pi refuses such a command as `steer` or `follow_up`. */
  async #isExtensionCommand({ type, message }: MessageCommand): Promise<boolean> {
    return type === 'prompt' && message.startsWith('/') && this.#options.isExtensionCommand(message);
  }

  async #runCommand(message: NewMessage, command: MessageCommand, release: () => void): Promise<Answer> {
    const timer = setTimeout(release, LONG_COMMAND);
    try {
      return await this.#sender.runCommand(message, command);
    } finally {
      clearTimeout(timer);
    }
  }

  #createMessage(command: MessageCommand, id: string): NewMessage {
    const { message: text, images = [] } = command;
    return { id, text, lane: laneOf(command), images, refs: this.#toReferences(images), at: Date.now() };
  }

  #toReferences(images: readonly ImageContent[]): ImageContent[] {
    return images.flatMap((image): ImageContent[] => {
      const reference = this.#options.storeImage(image);
      return reference === null ? [] : [{ type: 'image', mimeType: image.mimeType, panel_ref: reference }];
    });
  }
}

/** Tells the user what became of a message that is neither in the conversation nor in the queue. */
function handledNotice(text: string): PanelEvent {
  const line = cutText(text.replace(/\s+/g, ' ').trim(), 60);
  const message = `An extension handled “${line}”, so it isn't in the conversation.`;
  return { type: 'panel_notice', kind: 'info', message, panel_at: Date.now() };
}

function laneOf(command: MessageCommand): Lane | undefined {
  if (command.type === 'steer') return 'steer';
  if (command.type === 'follow_up') return 'followUp';
  return command.streamingBehavior;
}
