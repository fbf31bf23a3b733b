// The queue of one agent: accepts messages for pi, holds back those that pi could not give back, and keeps all of them
// until they are delivered. The tracker knows where each message is; the editor applies what users change.
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { Lane, Queue } from '../../../shared/view/queue.ts';
import type { PanelEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import type { Entry, Said } from '../../../shared/view/view.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import { readEach, type Stage, type TrackedEvent } from '../feed/stage.ts';
import { PromptLock } from './prompt-lock.ts';
import { QueueEditor } from './queue-editor.ts';
import type { Message, NewMessage } from './queue-items.ts';
import { QueueJournal } from './queue-journal.ts';
import { requireRoom } from './queue-rules.ts';
import { QueueSender, type MessageCommand, type QueueSenderOptions } from './queue-sender.ts';
import { QueueTracker } from './queue-tracker.ts';
import { UnsavedPrompts } from './unsaved-prompts.ts';

export interface MessageQueueOptions extends Pick<QueueSenderOptions, 'view' | 'pi'> {
  dialogs: Dialogs;
  emit: (event: ViewEvent) => void;
  /** Absolute path of the folder that keeps undelivered messages. Without it the queue does not outlive this process. */
  folder?: string | undefined;
  /** Stores an image and returns its reference for the views, or null if it is not an image. */
  storeImage: (image: ImageContent) => string | null;
  /** Whether pi would run this text at once instead of delivering it as a message. */
  isExtensionCommand: (text: string) => Promise<boolean>;
  /** Finds the file of a session by its id; rejects with a Refusal 404 if pi has none. */
  findSession: (id: string) => Promise<string>;
}

export class MessageQueue implements Stage<PiEvent, TrackedEvent> {
  /** What users change in the queue. */
  readonly editor: QueueEditor;
  readonly #options: MessageQueueOptions;
  readonly #tracker = new QueueTracker();
  readonly #journal: QueueJournal | null;
  readonly #lock: PromptLock;
  readonly #sender: QueueSender;
  readonly #unsaved: UnsavedPrompts;
  #published: Queue;
  /** The user stopped the run. Held messages wait until the next run. */
  #isAborted = false;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
    const { dialogs, emit, folder, pi, view } = options;
    const onTrouble = (message: string): void =>
      emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
    this.#journal = folder ? new QueueJournal({ folder, onTrouble }) : null;
    const tracker = this.#tracker;
    const publish = (): void => this.#publish();
    this.#lock = new PromptLock(dialogs);
    this.#sender = new QueueSender({ tracker, view, pi, onChange: publish });
    this.editor = new QueueEditor({
      tracker,
      sender: this.#sender,
      lock: this.#lock,
      view,
      publish,
      save: () => this.#save(),
    });
    this.#unsaved = new UnsavedPrompts({
      isSaved: () => {
        const { session, entries } = view();
        // Without a file (--no-session) an answer saves nothing.
        return session?.file !== undefined && entries.some(({ message }) => message.role === 'assistant');
      },
      toReferences: (images) => this.#toReferences(images),
    });
    this.#published = tracker.queue;
  }

  get queue(): Queue {
    return this.#tracker.queue;
  }

  /**
   * Sends a message to pi, or holds it until the agent would stop if pi could not give it back.
   * Throws a Refusal 413 if the queue is too large.
   */
  accept(command: MessageCommand, id: string): Promise<Answer> {
    return this.#lock.run(async () => {
      const message = this.#createMessage(command, id);
      const { lane } = message;
      if (lane) requireRoom(this.#tracker, message);
      if (lane === 'followUp' && (await this.#isToBeHeld(command))) {
        this.#tracker.hold({ ...message, lane });
        this.#publish();
        await this.#save();
        return { success: true };
      }
      const answer = await this.#sender.send(message, command);
      if (answer.success) await this.#save();
      return answer;
    });
  }

  /** For the user's Stop, which cannot wait for a safe moment: returns every message to the user. */
  async returnAll(): Promise<void> {
    await this.#sender.whenHeldSent();
    if (this.#options.view().can.clearQueue) await this.#sender.clearPiQueue();
    this.#tracker.returnMessages();
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
    this.#tracker.onQueueLost();
    this.#publish();
  }

  /** pi is on another session. It will never save what it has not saved of the one before. */
  onSessionLeft(): void {
    this.#tracker.onQueueLost();
    this.onRestart({ isSaved: false });
  }

  /** Another pi starts. `isSaved`: it finds all prompts in its session file. */
  onRestart({ isSaved }: { isSaved: boolean }): void {
    const prompts = this.#unsaved.messages;
    this.#unsaved.clear();
    this.#restore(isSaved ? [] : prompts);
  }

  /** Call this when the view shows a session. Returns the messages that an earlier panel accepted and pi never got. */
  async recover(): Promise<void> {
    const { findSession, view } = this.#options;
    const { session, workspace, entries } = view();
    if (!session) return;
    await this.#journal?.open(
      { session: session.id, workspace },
      {
        isStored: (id) => findSession(id).then(() => true, isOtherThanUnknown),
        onFound: (messages) => this.#restore(messages.filter((message) => !isDelivered(message, entries))),
      },
    );
  }

  /** Adds to pi's events which messages of the user they deliver, and how the queue changed. */
  push(events: readonly PiEvent[]): TrackedEvent[] {
    return readEach(events, (event): TrackedEvent[] => {
      const said = this.#trackEvent(event);
      return [said ? { ...event, panel_said: said } : event, ...this.#drainEvents()];
    });
  }

  /** If the event delivers a message of the user, returns which one. */
  #trackEvent(event: PiEvent): Said | undefined {
    const said = this.#tracker.trackEvent(event);
    const before = this.#unsaved.messages;
    this.#unsaved.trackEvent(event, said);
    if (this.#unsaved.messages !== before) void this.#save();
    return said;
  }

  /** The events that tell the pages about the queue, if it has changed since the last call. */
  #drainEvents(): PanelEvent[] {
    const { queue } = this.#tracker;
    if (queue === this.#published) return [];
    this.#published = queue;
    void this.#save();
    return [{ type: 'panel_queue', queue }];
  }

  /** Call this for every event after it was folded. */
  onEvent(event: ViewEvent): void {
    if (event.type === 'agent_start') this.#isAborted = false;
    if (event.type === 'agent_settled' || event.type === 'compaction_end') void this.#sendFollowUps();
    this.editor.notifyProgress();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #publish(): void {
    for (const event of this.#drainEvents()) this.#options.emit(event);
    this.editor.notifyProgress();
  }

  #restore(messages: readonly Message[]): void {
    this.#tracker.addReturned(
      messages.map((message) => ({ ...message, refs: this.#toReferences(message.images) })),
    );
    this.#publish();
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

  /** The last answer ended in an error: the next messages would probably fail as well. */
  #hasFailed(): boolean {
    const { entries } = this.#options.view();
    const last = entries.findLast(({ message }) => message.role === 'assistant')?.message;
    return last?.role === 'assistant' && (last.stopReason === 'error' || last.stopReason === 'aborted');
  }

  /** pi's own `follow_up` goes to pi in any case: it asks for pi's queue. */
  async #isToBeHeld({ type, message }: MessageCommand): Promise<boolean> {
    const { can, run } = this.#options.view();
    if (can.clearQueue || !run || type !== 'prompt') return false;
    return !(message.startsWith('/') && (await this.#options.isExtensionCommand(message)));
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

  /** Resolves when the next panel would find all accepted messages. */
  #save(): Promise<void> {
    const messages = [...this.#unsaved.messages, ...this.#tracker.accepted];
    return this.#journal?.save(messages) ?? Promise.resolve();
  }
}

function laneOf(command: MessageCommand): Lane | undefined {
  if (command.type === 'steer') return 'steer';
  if (command.type === 'follow_up') return 'followUp';
  return command.streamingBehavior;
}

/** pi has the message in its session: by its id, or by its text if no panel saw pi deliver it. */
function isDelivered({ id, text, at }: Message, entries: readonly Entry[]): boolean {
  return entries.some(({ message, said }) => {
    if (message.role !== 'user') return false;
    return said ? said.id === id : message.timestamp >= at && plainText(message.content) === text;
  });
}

function isOtherThanUnknown(error: unknown): boolean {
  return !(error instanceof Refusal && error.status === 404);
}
