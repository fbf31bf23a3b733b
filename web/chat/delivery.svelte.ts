// From the draft to pi: what is sent how, what became of it, Stop, and the queue taken back. The draft is emptied
// only by pi's own yes. It writes no remote state: what was said comes back as an event.
import type { Answer } from '../../shared/pi/commands.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { ActionId } from '../lib/keys.ts';
import type { Agent } from '../state/agent.svelte.ts';
import { asContent, type Attachment } from './attachment.ts';
import { requestOf, type Request } from './draft-text.ts';
import type { Draft } from './draft.svelte.ts';
import { addSent } from './stored-drafts.ts';

export type Way = 'steer' | 'followUp';

interface Queued {
  text: string;
  images: readonly Attachment[];
}

/** Pictures of queued messages: `clear_queue` gives back texts only (pi 0.84.4 to 1.5.2). */
const MAX_REMEMBERED = 20;

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
  #queued: Queued[] = [];

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

  /** `way` counts while a run is on: into it, or after it. Does nothing while the same, or a message, is on its way. */
  async send(way: Way): Promise<void> {
    const { text, images } = this.#draft;
    if (text.trim() === '' && images.length === 0) return;
    if (this.sending.some((other) => other === text || !other.startsWith('/'))) return;
    const request = requestOf(text, this.#known());
    this.error = null;
    this.canRetry = false;
    if (request.kind === 'elsewhere') {
      this.error = `/${request.command} belongs to pi's terminal interface. Here: ${request.instead}.`;
      return;
    }
    if (request.kind === 'page') {
      this.#draft.sent(text, []);
      this.#act(request.action);
      return;
    }
    if (text.trim() === '') {
      this.error = 'Write a word about the picture: pi takes no message without text.';
      return;
    }
    this.sending = [...this.sending, text];
    const answer = await this.#carryOut(request, way, images);
    this.sending = this.sending.filter((other) => other !== text);
    if (!answer.success) {
      this.error = answer.error;
      this.canRetry = true;
      return;
    }
    addSent(localStorage, text.trim());
    this.#last = null;
    this.#draft.sent(text, request.kind === 'message' ? images : []);
  }

  /** Whatever goes on ends, and what was queued and not delivered comes back. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.error = null;
    this.canRetry = false;
    const answer = await this.#agent().stop();
    this.isStopping = false;
    if (answer.success) this.#giveBack(answer.data?.texts ?? []);
    else this.error = `It could not be stopped: ${answer.error}`;
  }

  async editQueue(): Promise<void> {
    this.error = null;
    this.canRetry = false;
    const taken = await this.#takeQueue();
    if (!taken.success) this.error = `The queue could not be taken back: ${taken.error}`;
  }

  /** Another conversation: what went wrong in the last one is no news here. */
  startOver(): void {
    this.error = null;
    this.canRetry = false;
  }

  /** What was queued when the agent ended. */
  async takeUndelivered(): Promise<void> {
    const answer = await this.#agent().takeUndelivered();
    if (answer.success) this.#giveBack(answer.data?.texts ?? []);
    else this.error = answer.error;
  }

  #carryOut(
    request: Exclude<Request, { kind: 'elsewhere' | 'page' }>,
    way: Way,
    images: readonly Attachment[],
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
        return this.#say(request.text, way, images);
    }
  }

  async #say(message: string, way: Way, images: readonly Attachment[]): Promise<Answer> {
    const isRunning = this.#agent().view?.run != null;
    const answer = await this.#ask({
      type: 'prompt',
      message,
      ...(images.length > 0 && { images: images.map(asContent) }),
      // Not `steer` and `follow_up`: should the run be over when it arrives, those would wait for the next prompt,
      // and commands of extensions they refuse (all versions).
      ...(isRunning && { streamingBehavior: way }),
    });
    if (answer.success && isRunning && images.length > 0)
      this.#queued = [...this.#queued, { text: message, images }].slice(-MAX_REMEMBERED);
    return answer;
  }

  /**
   * Whose answer was lost is asked again as the very same request: the run that it may have started must not
   * make another one of it. After a refusal the next try is a new one.
   */
  async #ask(command: PageCommand): Promise<Answer> {
    const { streamingBehavior: _way, ...said } = { streamingBehavior: undefined, ...command };
    const what = JSON.stringify(said);
    if (this.#last?.what !== what) this.#last = { what, command, key: crypto.randomUUID() };
    const answer = await this.#agent().send(this.#last.command, this.#last.key);
    if (!answer.success && !answer.isLost) this.#last = null;
    return answer;
  }

  async #takeQueue(): Promise<Answer> {
    const answer = await this.#agent().send<{ steering: string[]; followUp: string[] }>({
      type: 'clear_queue',
    });
    if (answer.success && answer.data) this.#giveBack([...answer.data.steering, ...answer.data.followUp]);
    return answer;
  }

  #giveBack(texts: readonly string[]): void {
    const images = this.#queued.flatMap(({ text, images }) => (texts.includes(text) ? images : []));
    this.#queued = [];
    this.#draft.giveBack(texts, images);
  }
}
