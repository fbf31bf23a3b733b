// From the draft to pi: what is sent how, what became of it, and Stop. The draft is emptied only by pi's own yes, or
// by the sight of what it held where it belongs. It writes no remote state: what was said comes back as an event.
import type { Answer } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import type { PageCommand, TakenMessage } from '../../../shared/wire.ts';
import type { ActionId } from '../../lib/keys.ts';
import type { Agent, Taken } from '../../state/agent.svelte.ts';
import { asAttachment, asContent, type Attachment } from './attachment.ts';
import { requestOf, without, type Request } from './draft-text.ts';
import type { Draft } from './draft.svelte.ts';
import { addSent } from './stored-drafts.ts';

/** What the person wants sent, as it stood in the composer when the key was pressed. */
interface Wish {
  text: string;
  images: readonly Attachment[];
  lane: Lane;
}

/** The same panel takes it once, however often it is sent; another one does not know what its predecessor took. */
const LOST =
  'If the panel was ended meanwhile, look at the conversation first: the agent may have it already.';

/** It was seen where it belongs, and the composer is empty by that already. */
const ARRIVED: Answer = { success: true };

export class Delivery {
  /** What is on its way, as it was typed. A command of an extension is, until its last dialog is answered. */
  sending = $state.raw<readonly string[]>([]);
  isStopping = $state(false);
  /** Why the last thing asked for did not happen, and what to do. */
  error = $state<string | null>(null);
  /** The same again may work. */
  canRetry = $state(false);

  readonly #draft: Draft;
  readonly #agent: () => Agent;
  /** Names of pi's commands, templates and skills. */
  readonly #known: () => ReadonlySet<string>;
  /** The same text tried again is the same request: it reaches pi once. */
  #last: { what: string; command: PageCommand; key: string } | null = null;
  /** Keys of what was seen to have arrived. */
  readonly #arrived = new Set<string>();
  /** The message that is on its way. Others wait for it, so that they are heard in the order of their keys. */
  #current: Wish | null = null;
  #next: Wish[] = [];

  readonly #act: (id: ActionId) => void;

  /** `act`: what the page does by itself. */
  constructor(options: {
    draft: Draft;
    agent: () => Agent;
    known: () => ReadonlySet<string>;
    act: (id: ActionId) => void;
  }) {
    this.#draft = options.draft;
    this.#agent = options.agent;
    this.#known = options.known;
    this.#act = options.act;
  }

  /**
   * `lane` counts while a run is on: into it, or after it. What is asked for while a message is on its way goes once
   * that has arrived; what is on its way already is not sent again.
   */
  async send(lane: Lane): Promise<void> {
    const wish = this.#wish(lane);
    if (!wish) return;
    if (this.#current) this.#next.push(wish);
    else await this.#deliver(wish, this.#agent().view?.run != null);
  }

  /** What stands in the composer and was not asked for before. */
  #wish(lane: Lane): Wish | null {
    let { text, images } = this.#draft;
    if (this.sending.includes(text)) return null;
    for (const before of this.#current ? [this.#current, ...this.#next] : []) {
      text = without(before.text, text);
      images = images.filter((image) => !before.images.includes(image));
    }
    return text.trim() === '' && images.length === 0 ? null : { text, images, lane };
  }

  /** `isInRun`: where it begins no run, it waits for its boundary. */
  async #deliver(wish: Wish, isInRun: boolean): Promise<void> {
    const { text, images } = wish;
    const request = requestOf(text, this.#known());
    this.error = null;
    this.canRetry = false;
    if (request.kind === 'elsewhere') {
      this.error = `/${request.command} belongs to pi's terminal interface. Here: ${request.instead}.`;
      return;
    }
    if (request.kind === 'page') {
      this.#draft.removeSent(text, []);
      this.#act(request.action);
      return;
    }
    if (text.trim() === '') {
      this.error = 'Write a word about the picture: pi takes no message without text.';
      return;
    }
    this.sending = [...this.sending, text];
    // A command of an extension may wait in a dialog for minutes.
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
    this.#goOn();
  }

  #goOn(): void {
    while (!this.#current) {
      const wish = this.#next.shift();
      if (!wish) return;
      // That a run is on may be told later than that its message is taken.
      void this.#deliver(wish, true);
    }
  }

  /**
   * To be called with every view: what waits or was said is accepted, whatever became of the answer, also when it
   * was sent before a reload.
   */
  look({ queue, entries }: View): void {
    const { asked } = this.#draft;
    if (!asked || this.#arrived.has(asked.key)) return;
    const waits = [...queue.steering, ...queue.followUp, ...queue.returned];
    const isQueued = waits.some(({ id, state }) => id === asked.key && state !== 'sending');
    if (!isQueued && !entries.some(({ said }) => said?.id === asked.key)) return;
    this.#arrived.add(asked.key);
    // Nobody waits for an answer that only repeats what is seen.
    this.sending = this.sending.filter((text) => text !== asked.text);
    addSent(asked.text.trim());
    const isCurrent = this.#current?.text === asked.text;
    this.#draft.removeSent(asked.text, isCurrent ? this.#current!.images : this.#draft.images);
    if (isCurrent) this.#current = null;
    if (this.#last?.key === asked.key) this.#last = null;
    this.error = null;
    this.canRetry = false;
    this.#goOn();
  }

  /** Whatever goes on ends, and what was queued and not delivered comes back. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.#next = [];
    this.error = null;
    this.canRetry = false;
    const answer = await this.#agent().stop();
    this.isStopping = false;
    this.#takeBack(answer, 'It could not be stopped');
  }

  /** What waits, or was given back, into the composer. */
  async take(ids: readonly string[]): Promise<void> {
    this.error = null;
    this.canRetry = false;
    this.#takeBack(await this.#agent().takeFromQueue(ids), 'It could not be taken back');
  }

  /** Another conversation: what went wrong in the last one is no news here. */
  startOver(): void {
    this.#next = [];
    this.error = null;
    this.canRetry = false;
  }

  #carryOut(
    request: Exclude<Request, { kind: 'elsewhere' | 'page' }>,
    wish: Wish,
    isInRun: boolean,
  ): Promise<Answer> {
    switch (request.kind) {
      case 'bash':
        return this.#agent().bash(request.command, request.excludeFromContext);
      case 'compact': {
        const { instructions } = request;
        return this.#ask({ type: 'compact', ...(instructions && { customInstructions: instructions }) });
      }
      case 'new':
        return this.#ask({ type: 'new_session' });
      case 'name':
        return this.#ask({ type: 'set_session_name', name: request.name });
      case 'message':
        return this.#say(request.text, wish, isInRun);
    }
  }

  async #say(text: string, { images, lane }: Wish, isInRun: boolean): Promise<Answer> {
    const prompt = {
      type: 'prompt' as const,
      message: text,
      ...(images.length > 0 && { images: images.map(asContent) }),
    };
    // Not `steer` and `follow_up`: should the run be over when it arrives, those would wait for the next prompt,
    // and commands of extensions they refuse (all versions).
    const inRun = { ...prompt, streamingBehavior: lane };
    const answer = await this.#ask(isInRun ? inRun : prompt);
    // Somebody has begun a run that is not told here yet: pi says so (all versions).
    const isLate = !isInRun && !answer.success && answer.error.includes('already processing');
    return isLate ? this.#ask(inRun) : answer;
  }

  /**
   * Whose answer was lost is asked again as the very same request: the run that it may have started must not
   * make another one of it. After a refusal the next try is a new one.
   */
  async #ask(command: PageCommand): Promise<Answer> {
    const { streamingBehavior: _lane, ...said } = { streamingBehavior: undefined, ...command };
    const what = JSON.stringify(said);
    if (this.#last?.what !== what) this.#last = { what, command, key: crypto.randomUUID() };
    const { key } = this.#last;
    if (command.type === 'prompt') this.#draft.asked = { key, text: command.message };
    const answer = await this.#agent().send(this.#last.command, key);
    if (this.#arrived.delete(key)) return ARRIVED;
    if (!answer.success && answer.isLost) return answer;
    // Another one may be on its way by now, whose answer may still be lost.
    if (this.#last?.key === key) this.#last = null;
    if (!answer.success && this.#draft.asked?.key === key) this.#draft.asked = null;
    return answer;
  }

  /** What was queued and not delivered is the person's again. */
  giveBack(messages: readonly TakenMessage[]): void {
    const images = messages.flatMap((message) => message.images.map(asAttachment));
    this.#draft.prepend(
      messages.map(({ text }) => text),
      images,
    );
  }

  #takeBack(answer: Answer<Taken>, failure: string): void {
    if (answer.success) this.giveBack(answer.data?.messages ?? []);
    else this.error = `${failure}: ${answer.error}`;
  }
}
