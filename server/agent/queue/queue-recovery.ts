// Saves accepted messages until they are delivered. If pi or the panel ends before that, the messages are returned to
// the user.
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { SentAs } from '../../../shared/view/conversation.ts';
import { isOfSession } from '../../../shared/view/queue.ts';
import type { SessionInfo, View } from '../../../shared/view/view.ts';
import type { Message } from './queue-item.ts';
import { QueueJournal } from './queue-journal.ts';
import type { QueueTracker } from './queue-tracker.ts';
import { UnsavedPrompts } from './unsaved-prompts.ts';

export interface QueueRecoveryOptions {
  tracker: QueueTracker;
  view: () => View;
  emit: (event: ViewEvent) => void;
  /** Absolute path of the folder that keeps undelivered messages. Without it, they are lost when this process ends. */
  folder?: string | undefined;
  /** Finds the file of a session by its id. Rejects with a Refusal 404 if pi has none. */
  findSession: (id: string) => Promise<string>;
  /** The images as references, for the views. */
  toReferences: (images: readonly ImageContent[]) => ImageContent[];
  /** Called after messages were saved, or returned to the user. */
  onChange: () => void;
}

export class QueueRecovery {
  readonly #options: QueueRecoveryOptions;
  readonly #journal: QueueJournal | null;
  readonly #unsaved: UnsavedPrompts;
  /** The session that pi is on. The view may already show the next one. */
  #session: SessionInfo | null = null;

  constructor(options: QueueRecoveryOptions) {
    this.#options = options;
    const { emit, folder, toReferences, view } = options;
    const onTrouble = (message: string): void =>
      emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
    this.#journal = folder ? new QueueJournal({ folder, onTrouble }) : null;
    this.#unsaved = new UnsavedPrompts({
      isSaved: () => {
        const { session, entries } = view();
        // With --no-session there is no file, so an answer does not save anything.
        return session?.file !== undefined && entries.some(({ message }) => message.role === 'assistant');
      },
      toReferences,
    });
  }

  /**
   * Call this for each event from pi before it is folded. `delivered`: the user's message that the event delivers, if
   * any.
   */
  trackEvent(event: PiEvent, delivered: SentAs | undefined): void {
    this.#followSession();
    const before = this.#unsaved.messages;
    this.#unsaved.trackEvent(event, delivered);
    if (this.#unsaved.messages !== before) void this.save();
  }

  /** Resolves when the next panel would find all accepted messages, or when the user was told that it would not. */
  async save(): Promise<void> {
    const { onChange, tracker } = this.#options;
    const { accepted } = tracker;
    await this.#journal?.save([...this.#unsaved.messages, ...accepted]);
    tracker.onSaved(accepted);
    onChange();
  }

  /** Call this when pi is on another session. pi will never save what it has not saved of the session before. */
  onSessionLeft(): void {
    const { onChange, tracker } = this.#options;
    this.onRestart({ isSaved: false });
    this.#followSession();
    if (!this.#session) return;
    const { id, name, firstMessage = '' } = this.#session;
    tracker.returned.onSessionLeft({ id, title: name ?? firstMessage });
    onChange();
  }

  /** Call this when another pi starts. `isSaved`: the session file contains all prompts. */
  onRestart({ isSaved }: { isSaved: boolean }): void {
    const prompts = this.#unsaved.messages;
    this.#unsaved.clear();
    this.#restore(isSaved ? [] : prompts);
    // If they were not saved, the next panel would find prompts that the session file contains.
    if (prompts.length > 0) void this.save();
  }

  /**
   * Call this when the view shows a session. Returns to the user what an earlier panel accepted and pi never received.
   */
  async recover(): Promise<void> {
    const { findSession, view } = this.#options;
    const { session, workspace } = view();
    this.#session = session;
    if (!session) return;
    await this.#journal?.open(
      { session: session.id, workspace },
      {
        isStored: (id) => findSession(id).then(() => true, mayExist),
        onFound: (messages) => this.#restore(findUndelivered(messages, view())),
      },
    );
  }

  /** Follows the name of the session. */
  #followSession(): void {
    const { session } = this.#options.view();
    if (session?.id === this.#session?.id) this.#session = session;
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #restore(messages: readonly Message[]): void {
    const { onChange, toReferences, tracker } = this.#options;
    tracker.returned.add(messages.map((message) => ({ ...message, refs: toReferences(message.images) })));
    onChange();
  }
}

/** Returns the messages that the session does not already contain. */
function findUndelivered(
  messages: readonly Message[],
  { entries, session: shown }: Pick<View, 'entries' | 'session'>,
): Message[] {
  const deliveredIds = new Set(entries.flatMap(({ sentAs }) => sentAs?.id ?? []));
  // No panel saw pi deliver these entries, so only their texts identify them. Each entry delivered one message.
  const unidentified = entries.flatMap(({ message, sentAs }) =>
    message.role === 'user' && !sentAs ? message : [],
  );
  return messages.filter(({ id, text, at, session }) => {
    if (!isOfSession({ session }, shown?.id)) return true;
    if (deliveredIds.has(id)) return false;
    const match = unidentified.findIndex(
      ({ content, timestamp }) => timestamp >= at && plainText(content) === text,
    );
    if (match >= 0) unidentified.splice(match, 1);
    return match < 0;
  });
}

/** Whether pi may have such a session. Only a 404 says that it has none; other errors leave the question open. */
function mayExist(error: unknown): boolean {
  return !(error instanceof Refusal && error.status === 404);
}
