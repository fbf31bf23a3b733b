// From the draft to pi: what is sent and how, what became of it, and Stop. The draft is emptied only when pi accepts
// the text, or when it shows up in the queue or the conversation. Nothing here writes the view: what happened comes
// back as an event.
import type { Action } from '../../actions/action.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PageCommand, TakenMessage } from '../../../shared/wire.ts';
import type { Agent, Taken } from '../../state/agent.svelte.ts';
import { asAttachment, asContent, type Attachment } from './attachment.ts';
import { parseRequest, withoutSent, type Request } from './draft-text.ts';
import type { Draft } from './draft.svelte.ts';
import { addSent } from './stored-drafts.ts';

/** The content of the composer when the key was pressed. */
interface Wish {
  text: string;
  images: readonly Attachment[];
  lane: Lane;
}

interface Options {
  draft: Draft;
  agent: () => Agent;
  /** Names of pi's commands, templates and skills. */
  known: () => ReadonlySet<string>;
  /** Those of the page, for its slash commands. */
  actions: { readonly all: readonly Action[]; runAction: (action: Action) => void };
}

/** One panel carries a request out once, however often it is sent; a restarted panel does not know the earlier ones. */
const LOST =
  'If the panel was ended meanwhile, look at the conversation first: the agent may have it already.';

/** The text showed up before the answer came, and the composer is empty already. */
const ARRIVED: Answer = { success: true };

export class Delivery {
  /** Texts being sent, as they were typed. A command of an extension counts until its last dialog is answered. */
  sending = $state.raw<readonly string[]>([]);
  isStopping = $state(false);
  /** Why the last request failed, and what to do. */
  error = $state<string | null>(null);
  /** The same request may work when it is repeated. */
  canRetry = $state(false);

  readonly #options: Options;
  readonly #draft: Draft;
  /** The same text sent again is the same request: it reaches pi once. */
  #last: { what: string; command: PageCommand; key: string } | null = null;
  /** Keys of requests whose text showed up before their answer. */
  readonly #arrived = new Set<string>();
  /** The message being sent. Others wait for it, so that pi gets them in the order of the key presses. */
  #current: Wish | null = null;
  #next: Wish[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#draft = options.draft;
  }

  /**
   * Sends the draft; during a run, into `lane`. What is added while a message is being sent follows once that has
   * arrived; what is being sent already is not sent again.
   */
  async send(lane: Lane): Promise<void> {
    const wish = this.#newWish(lane);
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
    this.#restore(answer, 'It could not be stopped');
  }

  /** Takes messages that are queued, or were given back, into the composer. */
  async takeFromQueue(ids: readonly string[]): Promise<void> {
    this.#clearError();
    this.#restore(await this.#agent.takeFromQueue(ids), 'It could not be taken back');
  }

  /** Puts messages that were queued and not delivered into the composer. */
  giveBack(messages: readonly TakenMessage[]): void {
    const images = messages.flatMap((message) => message.images.map(asAttachment));
    this.#draft.prepend(
      messages.map(({ text }) => text),
      images,
    );
  }

  /**
   * Must be called with every view: a message that is queued or in the conversation was accepted, even if the answer
   * was lost or the message was sent before a reload.
   */
  onView({ queue, entries }: View): void {
    const { asked } = this.#draft;
    if (!asked || this.#arrived.has(asked.key)) return;
    const waits = [...queue.steering, ...queue.followUp, ...queue.returned];
    const isQueued = waits.some(({ id, state }) => id === asked.key && state !== 'sending');
    if (!isQueued && !entries.some(({ said }) => said?.id === asked.key)) return;
    this.#arrived.add(asked.key);
    // The answer would only repeat what the page shows.
    this.sending = this.sending.filter((text) => text !== asked.text);
    addSent(asked.text.trim());
    const isCurrent = this.#current?.text === asked.text;
    this.#draft.removeSent(asked.text, isCurrent ? this.#current!.images : this.#draft.images);
    if (isCurrent) this.#current = null;
    if (this.#last?.key === asked.key) this.#last = null;
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

  /** The content of the composer without what earlier wishes already contain. */
  #newWish(lane: Lane): Wish | null {
    let { text, images } = this.#draft;
    if (this.sending.includes(text)) return null;
    for (const before of this.#current ? [this.#current, ...this.#next] : []) {
      text = withoutSent(before.text, text);
      images = images.filter((image) => !before.images.includes(image));
    }
    return text.trim() === '' && images.length === 0 ? null : { text, images, lane };
  }

  /** `isInRun`: a message that starts no run waits in the lane of its wish. */
  async #deliver(wish: Wish, isInRun: boolean): Promise<void> {
    const { text, images } = wish;
    const { known, actions } = this.#options;
    const request = parseRequest(text, { known: known(), actions: actions.all });
    this.#clearError();
    if (request.kind === 'elsewhere') {
      this.error = `/${request.command} belongs to pi's terminal interface. Here: ${request.instead}.`;
      return;
    }
    if (request.kind === 'action') {
      this.#draft.removeSent(text, []);
      actions.runAction(request.action);
      return;
    }
    if (text.trim() === '') {
      this.error = 'Write a word about the picture: pi takes no message without text.';
      return;
    }
    this.sending = [...this.sending, text];
    // A command of an extension may wait in a dialog for minutes: others do not wait for it.
    if (!text.startsWith('/')) this.#current = wish;
    const answer = await this.#carryOut(request, wish, isInRun);
    if (answer === ARRIVED) return;
    this.sending = this.sending.filter((other) => other !== text);
    if (this.#current === wish) this.#current = null;
    if (!answer.success) {
      this.error = answer.isLost ? `${answer.error} ${LOST}` : answer.error;
      this.canRetry = true;
      this.#next = [];
      return;
    }
    addSent(text.trim());
    this.#draft.removeSent(text, request.kind === 'message' ? images : []);
    this.#sendNext();
  }

  #sendNext(): void {
    while (!this.#current) {
      const wish = this.#next.shift();
      if (!wish) return;
      // The event of the run that the message before has started may come after its answer.
      void this.#deliver(wish, true);
    }
  }

  #carryOut(
    request: Exclude<Request, { kind: 'elsewhere' | 'action' }>,
    wish: Wish,
    isInRun: boolean,
  ): Promise<Answer> {
    if (request.kind === 'bash') return this.#agent.bash(request.command, request.excludeFromContext);
    if (request.kind === 'command') return this.#ask(request.command);
    return this.#prompt(request.text, wish, isInRun);
  }

  async #prompt(message: string, { images, lane }: Wish, isInRun: boolean): Promise<Answer> {
    const prompt = {
      type: 'prompt' as const,
      message,
      ...(images.length > 0 && { images: images.map(asContent) }),
    };
    // Not `steer` and `follow_up`: if the run is over when they arrive they wait for the next prompt, and they refuse
    // commands of extensions (all versions).
    const inRun = { ...prompt, streamingBehavior: lane };
    const answer = await this.#ask(isInRun ? inRun : prompt);
    // Another client has started a run whose event has not arrived here: pi's own words (all versions).
    const isLate = !isInRun && !answer.success && answer.error.includes('already processing');
    return isLate ? this.#ask(inRun) : answer;
  }

  /**
   * A request whose answer was lost is repeated as the very same request, also when the run that it may have started
   * would change its lane. After a refusal the next attempt is a new request.
   */
  async #ask(command: PageCommand): Promise<Answer> {
    const { streamingBehavior: _lane, ...said } = { streamingBehavior: undefined, ...command };
    const what = JSON.stringify(said);
    if (this.#last?.what !== what) this.#last = { what, command, key: crypto.randomUUID() };
    const { key } = this.#last;
    if (command.type === 'prompt') this.#draft.asked = { key, text: command.message };
    const answer = await this.#agent.send(this.#last.command, key);
    if (this.#arrived.delete(key)) return ARRIVED;
    if (!answer.success && answer.isLost) return answer;
    // Another request may have replaced it meanwhile, and its answer may still be lost.
    if (this.#last?.key === key) this.#last = null;
    if (!answer.success && this.#draft.asked?.key === key) this.#draft.asked = null;
    return answer;
  }

  #restore(answer: Answer<Taken>, failure: string): void {
    if (answer.success) this.giveBack(answer.data?.messages ?? []);
    else this.error = `${failure}: ${answer.error}`;
  }

  #clearError(): void {
    this.error = null;
    this.canRetry = false;
  }
}
