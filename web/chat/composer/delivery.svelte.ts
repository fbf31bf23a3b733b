// From the draft to pi: what is sent and how, what became of it, and Stop. The draft is emptied only when pi accepts
// the text, or when it shows up in the queue or the conversation. Nothing here writes the view: what happened comes
// back as an event.
import { plural, t, type Text } from '../../language/text.ts';
import type { Action } from '../../actions/action.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import type { TakenMessage } from '../../../shared/wire.ts';
import type { Agent, Taken } from '../../state/agent/agent.svelte.ts';
import { asAttachment, type Attachment } from './draft/attachment.ts';
import { parseRequest, type Request } from './draft/draft-text.ts';
import type { Draft } from './draft/draft.svelte.ts';
import { Requests, type Outcome } from './requests.ts';
import { addSent } from './draft/stored-drafts.ts';
import { newWish, promptOf, type Wish } from './wish.ts';

interface Options {
  draft: Draft;
  agent: () => Agent;
  /** Names of pi's commands, templates and skills. */
  known: () => ReadonlySet<string>;
  /** Those of the page, for its slash commands. */
  actions: {
    readonly all: readonly Action[];
    /** False: it did not happen. */
    runSlash: (action: Action, argument: string) => Promise<boolean>;
  };
}

/** One panel carries a request out once, however often it is sent; a restarted panel does not know the earlier ones. */
const LOST: Text =
  'If the panel was ended meanwhile, look at the conversation first: the agent may have it already.';

/** Characters. A longer message is edited as an attached text: the field would be slow with it. */
const MAX_EDITED = 20_000;

type Failure = 'It could not be stopped: {reason}' | 'It could not be taken back: {reason}';

export class Delivery {
  /** Texts that pi has not accepted yet, as they were typed. */
  sending = $state.raw<readonly string[]>([]);
  isStopping = $state(false);
  /** Why the last request failed, and what to do. */
  error = $state<string | null>(null);
  /** The same request may work when it is repeated. */
  canRetry = $state(false);

  readonly #options: Options;
  readonly #draft: Draft;
  readonly #requests: Requests;
  /** The message being sent. Others wait for it, so that pi gets them in the order of the key presses. */
  #current: Wish | null = null;
  #next: Wish[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#draft = options.draft;
    this.#requests = new Requests(options);
  }

  /**
   * Sends the draft; during a run, into `lane`. What is added while a message is being sent follows once that has
   * arrived; what is being sent already is not sent again.
   */
  async send(lane: Lane): Promise<void> {
    if (this.sending.includes(this.#draft.text)) return;
    const wish = newWish(this.#draft, this.#current ? [this.#current, ...this.#next] : [], lane);
    if (!wish) return;
    if (this.#current) this.#next.push(wish);
    else await this.#deliver(wish, this.#agent.view?.run != null);
  }

  /** Whatever is under way ends, and what was queued and not delivered comes back. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.#next = [];
    this.#clearError();
    const answer = await this.#agent.stop();
    this.isStopping = false;
    this.#restore(answer, 'It could not be stopped: {reason}');
    const returned = (answer.success && answer.data?.messages.length) || 0;
    if (returned > 0)
      this.#draft.note = plural(returned, [
        'The queued message was not sent. It is here again.',
        'The {count} queued messages were not sent. They are here again, one below the other.',
      ]);
  }

  /** Takes messages that are queued, or were given back, into the composer. */
  async takeFromQueue(ids: readonly string[]): Promise<void> {
    this.#clearError();
    this.#restore(await this.#agent.takeFromQueue(ids), 'It could not be taken back: {reason}');
  }

  /** Puts messages that were queued and not delivered into the composer. */
  giveBack(messages: readonly TakenMessage[]): void {
    const images = messages.flatMap((message) => message.images.map(asAttachment));
    this.#draft.prepend(
      messages.map(({ text }) => text),
      images,
    );
  }

  /** Puts an earlier message into the composer. Cancelling restores what was there before. */
  edit(message: TakenMessage, oncancel: (() => void) | null): void {
    const draft = this.#draft;
    const { text, attachments } = draft;
    const isAttached =
      message.text.length > MAX_EDITED && draft.attachText({ title: null, text: message.text });
    this.giveBack([isAttached ? { ...message, text: '' } : message]);
    draft.note = t('You are editing an earlier message: what followed it stays as a branch.');
    draft.cancelEdit =
      oncancel &&
      (() => {
        draft.endEdit();
        draft.restore(text, attachments);
        oncancel();
      });
  }

  /**
   * Must be called with every view: a message that is queued or in the conversation, and a command that runs, were
   * accepted, even if the answer comes only when the command has ended, was lost, or went to the page before a reload.
   */
  onView({ queue, entries }: View): void {
    const { asked } = this.#draft;
    if (!asked || this.#requests.isSeen(asked.key)) return;
    const known = [...queue.running, ...queue.steering, ...queue.followUp, ...queue.returned];
    const isQueued = known.some(({ id, state }) => id === asked.key && state !== 'sending');
    if (!isQueued && !entries.some(({ said }) => said?.id === asked.key)) return;
    this.#requests.onSeen(asked.key);
    this.sending = this.sending.filter((text) => text !== asked.text);
    const isCurrent = this.#current?.text === asked.text;
    this.#onAccepted(asked.text, isCurrent ? this.#current!.attachments : this.#draft.attachments);
    if (isCurrent) this.#current = null;
    this.#clearError();
    this.#sendNext();
  }

  /** An error of the last conversation does not concern this one. */
  onSessionChange(): void {
    this.#next = [];
    this.#clearError();
  }

  get #agent(): Agent {
    return this.#options.agent();
  }

  /** `isInRun`: a message that starts no run waits in the lane of its wish. */
  async #deliver(wish: Wish, isInRun: boolean): Promise<void> {
    const { text, attachments } = wish;
    const { actions } = this.#options;
    const request = this.#parse(text);
    this.#clearError();
    if (request.kind === 'elsewhere') {
      this.error = t("{command} belongs to pi's terminal interface. Here: {instead}.", {
        command: `/${request.command}`,
        instead: t(request.instead),
      });
      return;
    }
    if (request.kind === 'action') {
      this.#draft.removeSent(text, []);
      addSent(text.trim());
      if (!(await actions.runSlash(request.action, request.argument))) this.#draft.prepend([text.trim()]);
      return;
    }
    this.sending = [...this.sending, text];
    this.#current = wish;
    const { answer, key, wasSeen } = await this.#carryOut(request, wish, isInRun);
    if (wasSeen) return this.#onLateAnswer(answer, key!);
    this.sending = this.sending.filter((other) => other !== text);
    if (this.#current === wish) this.#current = null;
    if (!answer.success) {
      this.error = answer.isLost ? `${answer.error} ${t(LOST)}` : answer.error;
      this.canRetry = true;
      this.#next = [];
      if (key && !answer.isLost && text.startsWith('/')) await this.#takeRefused(key);
      return;
    }
    this.#onAccepted(text, request.kind === 'message' ? attachments : []);
    this.#sendNext();
  }

  #parse(text: string): Request {
    const { known, actions } = this.#options;
    return parseRequest(text, { known: known(), actions: actions.all });
  }

  #onAccepted(text: string, attachments: readonly Attachment[]): void {
    if (text.trim() !== '') addSent(text.trim());
    this.#draft.removeSent(text, attachments);
    const request = this.#parse(text);
    if (request.kind === 'message' && request.unknown)
      this.#draft.note = t('{command} is not a command of pi or of the panel: it was sent as text.', {
        command: `/${request.unknown}`,
      });
  }

  /** The composer was emptied when pi started the command, which was refused in the end. */
  async #onLateAnswer(answer: Answer, key: string): Promise<void> {
    if (answer.success || answer.isLost) return;
    this.error = answer.error;
    await this.#takeRefused(key);
  }

  /** The server keeps a refused command for the page that sent it. */
  async #takeRefused(key: string): Promise<void> {
    const taken = await this.#agent.takeFromQueue([key]);
    const messages = taken.success ? (taken.data?.messages ?? []) : [];
    this.giveBack(messages.filter(({ text }) => !this.#draft.text.startsWith(text)));
  }

  #sendNext(): void {
    while (!this.#current) {
      const wish = this.#next.shift();
      if (!wish) return;
      // The event of the run that the message before has started may come after its answer.
      void this.#deliver(wish, true);
    }
  }

  async #carryOut(
    request: Exclude<Request, { kind: 'elsewhere' | 'action' }>,
    wish: Wish,
    isInRun: boolean,
  ): Promise<Outcome> {
    if (request.kind === 'bash') {
      const answer = await this.#agent.bash(request.command, request.excludeFromContext);
      return { answer, wasSeen: false };
    }
    return this.#prompt(request.text, wish, isInRun);
  }

  async #prompt(typed: string, { attachments, lane }: Wish, isInRun: boolean): Promise<Outcome> {
    const prompt = promptOf(typed, attachments);
    // Not `steer` and `follow_up`: if the run is over when they arrive they wait for the next prompt, and they refuse
    // commands of extensions (all versions).
    const inRun = { ...prompt, streamingBehavior: lane };
    const outcome = await this.#requests.ask(isInRun ? inRun : prompt, typed);
    const { answer } = outcome;
    // Another client has started a run whose event has not arrived here: pi's own words (all versions).
    const isLate = !isInRun && !answer.success && answer.error.includes('already processing');
    return isLate ? this.#requests.ask(inRun, typed) : outcome;
  }

  #restore(answer: Answer<Taken>, failure: Failure): void {
    if (answer.success) this.giveBack(answer.data?.messages ?? []);
    else this.error = t(failure, { reason: answer.error });
  }

  #clearError(): void {
    this.error = null;
    this.canRetry = false;
  }
}
