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
import { Outbox, type Trouble } from './outbox.svelte.ts';
import { Requests, type Outcome } from './requests.ts';
import { addSent } from './draft/stored-drafts.ts';
import { pause } from '../../lib/requests/pause.ts';
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

/** How long a slash command of the page waits for the list of pi's commands. A pi that hangs does not answer. */
const COMMANDS_MS = 1000;

type Failure = "It couldn't be stopped: {reason}" | "It couldn't be taken back: {reason}";

/** Everything that happens after a wait goes by the message: by its agent and by its draft, never by what is shown. */
export class Delivery {
  readonly #options: Options;
  readonly #draft: Draft;
  readonly #requests: Requests;
  readonly #outbox = new Outbox();

  constructor(options: Options) {
    this.#options = options;
    this.#draft = options.draft;
    this.#requests = new Requests(options.draft);
  }

  /** The texts that the shown agent has not accepted yet, as the user typed them. */
  get sending(): readonly string[] {
    return this.#outbox.of(this.#agent).map(({ text }) => text);
  }

  get isStopping(): boolean {
    return this.#outbox.isStopping(this.#agent);
  }

  /** Why the last request to the shown agent failed, and what to do. */
  get error(): string | null {
    return this.#outbox.troubleOf(this.#agent)?.error ?? null;
  }

  /** Whether the same request may succeed when it is sent again. */
  get canRetry(): boolean {
    return this.#outbox.troubleOf(this.#agent)?.canRetry === true;
  }

  /**
   * Sends the draft; during a run, into `lane`. While another message is being sent, only the text added since then is
   * sent, as soon as the other message has arrived. Files that are still being read go with the message; if one is
   * refused, nothing is sent.
   */
  async send(lane: Lane): Promise<void> {
    const agent = this.#agent;
    const { text, isPlain, session, attached } = this.#draft;
    const { reading } = attached;
    if (reading && !(await reading)) return;
    const earlier = this.#outbox.of(agent);
    const attachments = this.#draft.at(session).attached.list;
    const draft = { agent, text, attachments, isPlain, session };
    const message = newOutgoingMessage(draft, earlier, lane);
    if (!message) return;
    this.#outbox.add(message);
    if (earlier.length === 0) await this.#deliver(message, agent.view?.run != null);
  }

  /** Sends a text at once. Returns false if it was only added to the draft: to what the user writes, or during a run. */
  sendText(text: string): boolean {
    const isFree = this.#draft.text.trim() === '' && this.#agent.view?.run == null;
    this.#draft.append(text);
    if (isFree) void this.send('steer');
    return isFree;
  }

  /** Stops the current run. Messages that were queued but not delivered come back into the composer. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    const agent = this.#agent;
    this.#outbox.setStopping(agent, true);
    this.#stopWaiting(() => true);
    this.#outbox.setTrouble(agent, null);
    const { session } = this.#draft;
    const answer = await agent.stop().finally(() => this.#outbox.setStopping(agent, false));
    this.#restore({ agent, session }, answer, "It couldn't be stopped: {reason}");
    const returned = (answer.success && answer.data?.messages.length) || 0;
    if (returned > 0)
      this.#draft.at(session).note = plural(returned, [
        "The queued message wasn't sent. It is back here.",
        "The {count} queued messages weren't sent. They are back here, one below the other.",
      ]);
  }

  /** Moves queued or returned messages into the composer. */
  async takeFromQueue(ids: readonly string[]): Promise<void> {
    const agent = this.#agent;
    this.#outbox.setTrouble(agent, null);
    const { session } = this.#draft;
    const answer = await agent.takeFromQueue(ids);
    this.#restore({ agent, session }, answer, "It couldn't be taken back: {reason}");
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
    const agent = this.#agent;
    const { text } = unanswered;
    const [current] = this.#outbox.of(agent);
    const { attached, isPlain, session } = this.#draft;
    const message =
      current?.text === text
        ? current
        : ({ agent, text, attachments: attached.list, isPlain, session, lane: 'steer' } as const);
    this.#onAccepted(message);
    void this.#noteUnknown(message);
    this.#outbox.setTrouble(agent, null);
    this.#sendNextAfter(message);
  }

  /** Clears what belongs to the previous conversation of the shown agent. */
  onSessionChange(): void {
    this.#stopWaiting(({ session }) => !this.#draft.isOf(session));
    const trouble = this.#outbox.troubleOf(this.#agent);
    if (trouble && !this.#draft.isOf(trouble.session)) this.#outbox.setTrouble(this.#agent, null);
  }

  get #agent(): Agent {
    return this.#options.agent();
  }

  /** Removes these messages to the shown agent. They stay in the composer, where the user can send them again. */
  #stopWaiting(which: (message: OutgoingMessage) => boolean): void {
    this.#outbox.remove(...this.#outbox.of(this.#agent).slice(1).filter(which));
  }

  /** Sends a message. During a run (`isInRun`), it waits in its lane. */
  async #deliver(message: OutgoingMessage, isInRun: boolean): Promise<void> {
    try {
      await this.#attempt(message, isInRun);
    } catch (error) {
      // The composer still has this text and the waiting ones, so the user can send them again.
      this.#outbox.remove(...this.#outbox.of(message.agent));
      throw error;
    }
  }

  async #attempt(message: OutgoingMessage, isInRun: boolean): Promise<void> {
    const { agent, text, session } = message;
    const { actions } = this.#options;
    let request = this.#parse(message);
    this.#outbox.setTrouble(agent, null);
    if (request.kind === 'elsewhere' || request.kind === 'action') {
      // An extension may have a command of this name. An action of the page must also work without pi.
      const loaded = this.#options.loadCommands();
      await (request.kind === 'action' ? Promise.race([loaded, pause(COMMANDS_MS)]) : loaded);
      request = this.#parse(message);
    }
    if (request.kind === 'elsewhere') {
      const { insteadOf } = await import('./draft/instead.ts');
      const error = t("{command} belongs to pi's terminal interface. Here: {instead}.", {
        command: `/${request.command}`,
        instead: insteadOf(request.command),
      });
      return this.#fail(message, { error, session });
    }
    // An action acts on the shown agent.
    if (request.kind === 'action' && agent.id !== this.#agent.id)
      return this.#outbox.remove(...this.#outbox.of(agent));
    if (request.kind === 'action') {
      this.#draft.at(session).removeSent(text, []);
      addSent(text.trim());
      this.#sendNextAfter(message);
      if (!(await actions.runSlash(request.action, request.argument)))
        this.#draft.at(session).prepend([text.trim()]);
      return;
    }
    const { answer, key, wasSeen } = await this.#carryOut(request, message, isInRun);
    if (wasSeen) return this.#onLateAnswer(message, answer, key!);
    if (!answer.success) {
      const error = answer.isLost ? `${answer.error} ${t(LOST)}` : answer.error;
      this.#fail(message, { error, canRetry: true, session });
      if (key && !answer.isLost && text.startsWith('/')) await this.#takeRefused(message, key);
      return;
    }
    this.#onAccepted(request.kind === 'message' ? message : { ...message, attachments: [] });
    this.#sendNextAfter(message);
    await this.#noteUnknown(message);
  }

  /** What waits for a message that was not accepted is not sent either. */
  #fail({ agent }: OutgoingMessage, trouble: Trouble): void {
    this.#outbox.remove(...this.#outbox.of(agent));
    this.#outbox.setTrouble(agent, trouble);
  }

  #parse({ text, isPlain }: Pick<OutgoingMessage, 'text' | 'isPlain'>): Request {
    const { known, actions } = this.#options;
    return parseRequest(text, { known: known(), actions: actions.all, isPlain });
  }

  #onAccepted(message: OutgoingMessage): void {
    const { text, attachments, isPlain, session } = message;
    if (text.trim() !== '') addSent(text.trim(), isPlain);
    this.#draft.at(session).removeSent(text, attachments);
  }

  /** The message may have been sent before the commands of pi were known. */
  async #noteUnknown(message: OutgoingMessage): Promise<void> {
    if (!message.text.startsWith('/')) return;
    await this.#options.loadCommands();
    const request = this.#parse(message);
    if (request.kind === 'message' && request.unknown)
      this.#draft.at(message.session).note = t(
        "{command} isn't a command of pi or the panel, so it was sent as text.",
        { command: `/${request.unknown}` },
      );
  }

  /** Handles the response to a command that was cleared from the composer when pi started it. It may have failed. */
  async #onLateAnswer(message: OutgoingMessage, answer: Answer, key: string): Promise<void> {
    if (answer.success || answer.isLost) return;
    this.#outbox.setTrouble(message.agent, { error: answer.error, session: message.session });
    await this.#takeRefused(message, key);
  }

  /** Fetches a refused command, which the server keeps for the page that sent it. */
  async #takeRefused({ agent, session }: OutgoingMessage, key: string): Promise<void> {
    const taken = await agent.takeFromQueue([key]);
    const messages = taken.success ? (taken.data?.messages ?? []) : [];
    const draft = this.#draft.at(session);
    giveBack(
      draft,
      messages.filter(({ text }) => !draft.text.startsWith(text)),
    );
  }

  /** Sends the message that waits for this one, which was accepted. */
  #sendNextAfter(message: OutgoingMessage): void {
    const next = this.#outbox.nextAfter(message);
    // The previous message may have started a run whose event has not arrived yet.
    if (next) void this.#deliver(next, true);
  }

  async #carryOut(
    request: Exclude<Request, { kind: 'elsewhere' | 'action' }>,
    message: OutgoingMessage,
    isInRun: boolean,
  ): Promise<Outcome> {
    if (request.kind !== 'bash') return this.#requests.prompt(request.text, message, isInRun);
    const answer = await message.agent.bash(request.command, request.excludeFromContext);
    return { answer, wasSeen: false };
  }

  #restore(
    { agent, session }: Pick<OutgoingMessage, 'agent' | 'session'>,
    answer: Answer<Taken>,
    failure: Failure,
  ): void {
    if (answer.success) giveBack(this.#draft.at(session), answer.data?.messages ?? []);
    else this.#outbox.setTrouble(agent, { error: t(failure, { reason: answer.error }), session });
  }
}
