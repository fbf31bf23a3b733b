// Who may answer a dialog, and when it is over: the first valid answer wins, and a dialog whose time ran out is
// closed here, because pi then goes on with a default and says nothing (any version).
import * as v from 'valibot';
import type { DialogAnswer, DialogRequest, UiRequest } from '../../../shared/pi/dialogs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { DialogOutcome, ViewEvent } from '../../../shared/view/view-event.ts';

/** Outcomes that are remembered, to tell a late answer what happened. */
const MAX_OUTCOMES = 512;

const answerSchema = v.union([
  v.strictObject({ value: v.pipe(v.string(), v.maxLength(1024 * 1024)) }),
  v.strictObject({ confirmed: v.boolean() }),
  v.strictObject({ cancelled: v.literal(true) }),
]);

interface DeskOptions {
  /** Hands a valid answer to pi. */
  answer(id: string, answer: DialogAnswer): void;
  emit(event: ViewEvent): void;
}

export class Dialogs {
  readonly #options: DeskOptions;
  readonly #open = new Map<string, { request: DialogRequest; timer?: NodeJS.Timeout }>();
  readonly #outcomes = new Map<string, DialogOutcome>();
  #waiting: (() => void)[] = [];

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Resolves as soon as a dialog is open. */
  opens(): Promise<void> {
    if (this.#open.size > 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  /** Takes every request of an extension; those that want no answer are not its business. */
  opened(request: UiRequest): void {
    if (!isDialog(request)) return;
    const timeout = request.method === 'editor' ? undefined : request.timeout;
    // setTimeout runs on the monotonic clock: a change of the wall clock expires nothing.
    const timer =
      timeout === undefined ? undefined : setTimeout(() => this.#settle(request.id, 'expired'), timeout);
    this.#open.set(request.id, timer ? { request, timer } : { request });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Throws a Refusal: 404 unknown, 409 answered before, 410 over, 422 wrong shape. */
  answer(id: string, body: unknown): void {
    const open = this.#open.get(id);
    if (!open) throw this.#tooLate(id);
    const answer = parseAnswer(open.request, body);
    this.#options.answer(id, answer);
    this.#settle(id, 'cancelled' in answer ? 'cancelled' : 'answered');
  }

  get openIds(): string[] {
    return [...this.#open.keys()];
  }

  /** A tool that waits in a dialog does not notice an abort (any version): the person's Stop cancels them all. */
  cancelAll(): void {
    this.cancel(this.openIds);
  }

  /** Those of them that are still open. */
  cancel(ids: readonly string[]): void {
    for (const id of ids.filter((open) => this.#open.has(open))) {
      this.#options.answer(id, { cancelled: true });
      this.#settle(id, 'cancelled');
    }
  }

  /** The extension goes on without an answer: pi ignores what comes later (any version). */
  withdrawn(id: string): void {
    if (this.#open.has(id)) this.#settle(id, 'withdrawn');
  }

  /** The process is gone, and its dialogs with it. The fold clears them on its own. */
  forgetAll(): void {
    for (const [id, { timer }] of this.#open) {
      clearTimeout(timer);
      this.#remember(id, 'exited');
    }
    this.#open.clear();
  }

  #settle(id: string, outcome: DialogOutcome): void {
    clearTimeout(this.#open.get(id)?.timer);
    this.#open.delete(id);
    this.#remember(id, outcome);
    this.#options.emit({ type: 'panel_dialog_closed', id, outcome, panel_at: Date.now() });
  }

  #remember(id: string, outcome: DialogOutcome): void {
    this.#outcomes.set(id, outcome);
    const oldest = this.#outcomes.keys().next();
    if (this.#outcomes.size > MAX_OUTCOMES && !oldest.done) this.#outcomes.delete(oldest.value);
  }

  #tooLate(id: string): Refusal {
    const outcome = this.#outcomes.get(id);
    switch (outcome) {
      case 'answered':
      case 'cancelled':
        return new Refusal(
          409,
          'already_answered',
          'This dialog was answered before, here or in another tab.',
        );
      case 'expired':
        return new Refusal(
          410,
          'dialog_expired',
          'The time for this dialog ran out; the extension went on without an answer.',
        );
      case 'withdrawn':
        return new Refusal(
          410,
          'dialog_withdrawn',
          'The extension withdrew this dialog and went on without an answer.',
        );
      case 'exited':
        return new Refusal(410, 'dialog_gone', 'The agent that asked is gone.');
      case undefined:
        return new Refusal(404, 'unknown_dialog', 'There is no such dialog.');
    }
  }
}

function isDialog(request: UiRequest): request is DialogRequest {
  return ['select', 'confirm', 'input', 'editor'].includes(request.method);
}

function parseAnswer(request: DialogRequest, body: unknown): DialogAnswer {
  const parsed = v.safeParse(answerSchema, body);
  if (!parsed.success) {
    throw new Refusal(
      422,
      'bad_answer',
      'A dialog is answered with {"value"}, {"confirmed"} or {"cancelled":true}.',
    );
  }
  const answer = parsed.output;
  if ('cancelled' in answer) return answer;
  if (request.method === 'confirm') {
    if ('confirmed' in answer) return answer;
    throw new Refusal(422, 'bad_answer', 'confirmed: a confirm dialog wants true or false.');
  }
  if (!('value' in answer))
    throw new Refusal(422, 'bad_answer', `value: a ${request.method} dialog wants a text.`);
  if (request.method === 'select' && !request.options.includes(answer.value)) {
    throw new Refusal(422, 'bad_answer', 'value: is not one of the options.');
  }
  return answer;
}
