// Delivers the draft to pi, and stops runs. The draft is cleared only when pi accepts the text, or when the text
// appears in the queue or in the conversation. Nothing here writes the view, because what happened comes back as an
// event.
import { plural, t, type Text } from '../../language/text.ts';
import type { Action } from '../../actions/action.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Agent, Taken } from '../../state/agent/agent.svelte.ts';
import { parseRequest, type Request } from './draft/draft-text.ts';
import type { Draft } from './draft/draft.svelte.ts';
import { giveBack } from './draft/give-back.ts';
import { Requests, type Outcome } from './requests.ts';
import { addSent } from './draft/stored-drafts.ts';
import { newOutgoingMessage, type OutgoingMessage } from './outgoing-message.ts';

interface Options {
  draft: Draft;
  agent: () => Agent;
  /** The names of pi's commands, templates and skills. */
  known: () => ReadonlySet<string>;
  /** Resolves once `known` is complete. */
  loadCommands: () => Promise<void>;
  /** The actions of the page, which its slash commands run. */
  actions: {
    readonly all: readonly Action[];
    /** Resolves to false if the action was not carried out. */
    runSlash: (action: Action, argument: string) => Promise<boolean>;
  };
}

/**
 * A panel executes a request only once, however often it is sent. A restarted panel, however, does not know earlier
 * requests.
 */
const LOST: Text =
  'If the panel was restarted, check the conversation first: the agent may have the message.';

type Failure = 'It could not be stopped: {reason}' | 'It could not be taken back: {reason}';

export class Delivery {
  /** The texts that pi has not accepted yet, as the user typed them. */
  sending = $state.raw<readonly string[]>([]);
  isStopping = $state(false);
  /** Why the last request failed, and what to do. */
  error = $state<string | null>(null);
  /** Whether the same request may succeed when it is sent again. */
  canRetry = $state(false);

  readonly #options: Options;
  readonly #draft: Draft;
  readonly #requests: Requests;
  /** The message that is being sent. Further messages wait, so that pi gets them in the order of the key presses. */
  #current: OutgoingMessage | null = null;
  #next: OutgoingMessage[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#draft = options.draft;
    this.#requests = new Requests(options);
  }

  /**
   * Sends the draft; during a run, into `lane`. While another message is being sent, only the text added since then is
   * sent, as soon as the other message has arrived.
   */
  async send(lane: Lane): Promise<void> {
    const { text, attached, isPlain, session } = this.#draft;
    if (this.sending.includes(text)) return;
    const message = newOutgoingMessage(
      { text, attachments: attached.list, isPlain, session },
      this.#current ? [this.#current, ...this.#next] : [],
      lane,
    );
    if (!message) return;
    if (this.#current) this.#next.push(message);
    else await this.#deliver(message, this.#agent.view?.run != null);
  }

  /** Stops the current run. Messages that were queued but not delivered come back into the composer. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.#next = [];
    this.#clearError();
    const { session } = this.#draft;
    const answer = await this.#agent.stop().finally(() => (this.isStopping = false));
    this.#restore(session, answer, 'It could not be stopped: {reason}');
    const returned = (answer.success && answer.data?.messages.length) || 0;
    if (returned > 0)
      this.#draft.at(session).note = plural(returned, [
        'The queued message was not sent. It is back here.',
        'The {count} queued messages were not sent. They are back here, one below the other.',
      ]);
  }

  /** Moves queued or returned messages into the composer. */
  async takeFromQueue(ids: readonly string[]): Promise<void> {
    this.#clearError();
    const { session } = this.#draft;
    this.#restore(session, await this.#agent.takeFromQueue(ids), 'It could not be taken back: {reason}');
  }

  /**
   * Must be called when the queue or the entries have changed. A message that is in the queue or in the conversation
   * was accepted, and so was a command that is running. The response may come only when the command has ended. It may
   * also be lost, or have gone to the page before a reload.
   */
  onView({ queue, entries }: Pick<View, 'queue' | 'entries'>): void {
    const { unanswered } = this.#draft;
    if (!unanswered || this.#requests.isSeen(unanswered.key)) return;
    const known = [...queue.running, ...queue.steering, ...queue.followUp, ...queue.returned];
    const isQueued = known.some(({ id, state }) => id === unanswered.key && state !== 'sending');
    if (!isQueued && !entries.some(({ sentAs }) => sentAs?.id === unanswered.key)) return;
    this.#requests.onSeen(unanswered.key);
    this.sending = this.sending.filter((text) => text !== unanswered.text);
    const isCurrent = this.#current?.text === unanswered.text;
    const { attached, isPlain, session } = this.#draft;
    this.#onAccepted(
      isCurrent
        ? this.#current!
        : { text: unanswered.text, attachments: attached.list, isPlain, session, lane: 'steer' },
    );
    if (isCurrent) this.#current = null;
    this.#clearError();
    this.#sendNext();
  }

  /** Clears what belongs to the previous conversation. */
  onSessionChange(): void {
    this.#next = [];
    this.#clearError();
  }

  get #agent(): Agent {
    return this.#options.agent();
  }

  /** Sends a message. During a run (`isInRun`), it waits in its lane. */
  async #deliver(message: OutgoingMessage, isInRun: boolean): Promise<void> {
    try {
      await this.#attempt(message, isInRun);
    } catch (error) {
      // The composer still has this text and the waiting ones, so the user can send them again.
      this.sending = this.sending.filter((text) => text !== message.text);
      if (this.#current === message) this.#current = null;
      this.#next = [];
      throw error;
    }
  }

  async #attempt(message: OutgoingMessage, isInRun: boolean): Promise<void> {
    const { text, session } = message;
    const { actions } = this.#options;
    let request = this.#parse(message);
    this.#clearError();
    if (request.kind === 'elsewhere') {
      // An extension may have a command of this name.
      this.#current = message;
      await this.#options.loadCommands();
      this.#current = null;
      request = this.#parse(message);
    }
    if (request.kind === 'elsewhere') {
      this.#next = [];
      this.error = t("{command} belongs to pi's terminal interface. Here: {instead}.", {
        command: `/${request.command}`,
        instead: t(request.instead),
      });
      return;
    }
    if (request.kind === 'action') {
      this.#draft.at(session).removeSent(text, []);
      addSent(text.trim());
      if (!(await actions.runSlash(request.action, request.argument)))
        this.#draft.at(session).prepend([text.trim()]);
      return;
    }
    this.sending = [...this.sending, text];
    this.#current = message;
    const { answer, key, wasSeen } = await this.#carryOut(request, message, isInRun);
    if (wasSeen) return this.#onLateAnswer(session, answer, key!);
    this.sending = this.sending.filter((other) => other !== text);
    if (this.#current === message) this.#current = null;
    if (!answer.success) {
      this.error = answer.isLost ? `${answer.error} ${t(LOST)}` : answer.error;
      this.canRetry = true;
      this.#next = [];
      if (key && !answer.isLost && text.startsWith('/')) await this.#takeRefused(session, key);
      return;
    }
    this.#onAccepted(request.kind === 'message' ? message : { ...message, attachments: [] });
    this.#sendNext();
  }

  #parse({ text, isPlain }: Pick<OutgoingMessage, 'text' | 'isPlain'>): Request {
    const { known, actions } = this.#options;
    return parseRequest(text, { known: known(), actions: actions.all, isPlain });
  }

  #onAccepted(message: OutgoingMessage): void {
    const { text, attachments, isPlain, session } = message;
    if (text.trim() !== '') addSent(text.trim(), isPlain);
    const draft = this.#draft.at(session);
    draft.removeSent(text, attachments);
    const request = this.#parse(message);
    if (request.kind === 'message' && request.unknown)
      draft.note = t('{command} is not a command of pi or the panel, so it was sent as text.', {
        command: `/${request.unknown}`,
      });
  }

  /** Handles the response to a command that was cleared from the composer when pi started it. It may have failed. */
  async #onLateAnswer(session: string | null, answer: Answer, key: string): Promise<void> {
    if (answer.success || answer.isLost) return;
    this.error = answer.error;
    await this.#takeRefused(session, key);
  }

  /** Fetches a refused command, which the server keeps for the page that sent it. */
  async #takeRefused(session: string | null, key: string): Promise<void> {
    const taken = await this.#agent.takeFromQueue([key]);
    const messages = taken.success ? (taken.data?.messages ?? []) : [];
    const draft = this.#draft.at(session);
    giveBack(
      draft,
      messages.filter(({ text }) => !draft.text.startsWith(text)),
    );
  }

  #sendNext(): void {
    while (!this.#current) {
      const message = this.#next.shift();
      if (!message) return;
      // The previous message may have started a run whose event has not arrived yet.
      void this.#deliver(message, true);
    }
  }

  async #carryOut(
    request: Exclude<Request, { kind: 'elsewhere' | 'action' }>,
    message: OutgoingMessage,
    isInRun: boolean,
  ): Promise<Outcome> {
    if (request.kind !== 'bash') return this.#requests.prompt(request.text, message, isInRun);
    const answer = await this.#agent.bash(request.command, request.excludeFromContext);
    return { answer, wasSeen: false };
  }

  #restore(session: string | null, answer: Answer<Taken>, failure: Failure): void {
    if (answer.success) giveBack(this.#draft.at(session), answer.data?.messages ?? []);
    else this.error = t(failure, { reason: answer.error });
  }

  #clearError(): void {
    this.error = null;
    this.canRetry = false;
  }
}
