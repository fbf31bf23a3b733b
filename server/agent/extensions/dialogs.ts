// The open dialogs of one pi. The first valid answer wins. When the time of a dialog is up, pi continues with a default
// without announcing it (in any version), so the panel closes the dialog itself.
import * as v from 'valibot';
import type { DialogAnswer, DialogRequest, UiRequest } from '../../../shared/pi/dialogs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { DialogOutcome, ViewEvent } from '../../../shared/view/view-event.ts';

/** How many outcomes are remembered, to explain why an answer came too late. */
const MAX_OUTCOMES = 512;

/** How many dialogs may be open at once, and how many characters they may have together. */
const MAX_OPEN = 100;
const MAX_LENGTH = 8 * 1024 * 1024;

const answerSchema = v.union([
  v.strictObject({ value: v.pipe(v.string(), v.maxLength(1024 * 1024)) }),
  v.strictObject({ confirmed: v.boolean() }),
  v.strictObject({ cancelled: v.literal(true) }),
]);

interface DialogsOptions {
  /** Sends a valid answer to pi. */
  answer: (id: string, answer: DialogAnswer) => void;
  emit: (event: ViewEvent) => void;
  /** Cancels the screens of extensions, which wait for the user as well. */
  cancelScreens?: () => void;
}

export class Dialogs {
  readonly #options: DialogsOptions;
  readonly #open = new Map<string, { request: DialogRequest; length: number; timer?: NodeJS.Timeout }>();
  /** The characters of all open dialogs. */
  #length = 0;
  /** Whether the user knows that dialogs are cancelled because too many are open. */
  #hasWarned = false;
  readonly #outcomes = new Map<string, DialogOutcome>();
  readonly #onOpen = new Set<() => void>();

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  /** Calls `listener` for each dialog that opens. Returns a function that ends this. */
  onOpen(listener: () => void): () => void {
    this.#onOpen.add(listener);
    return () => void this.#onOpen.delete(listener);
  }

  /**
   * Opens a dialog for a request from an extension, unless the request expects no answer. If too many are open, it is
   * cancelled, and the user is told once.
   */
  add(request: UiRequest): void {
    if (!isDialog(request)) return;
    const timeout = request.method === 'editor' ? undefined : request.timeout;
    // A change of the wall clock does not expire a dialog, because setTimeout uses the monotonic clock.
    const timer =
      timeout === undefined ? undefined : setTimeout(() => this.#settle(request.id, 'expired'), timeout);
    const length = JSON.stringify(request).length;
    this.#drop(request.id);
    this.#open.set(request.id, { request, length, ...(timer && { timer }) });
    this.#length += length;
    if (this.#open.size > MAX_OPEN || this.#length > MAX_LENGTH) {
      this.cancel([request.id]);
      return this.#warn();
    }
    for (const listener of this.#onOpen) listener();
  }

  /** Throws a Refusal: 404 unknown, 409 already answered, 410 over, 422 wrong shape. */
  answer(id: string, body: unknown): void {
    const open = this.#open.get(id);
    if (!open) throw this.#lateRefusal(id);
    const answer = parseAnswer(open.request, body);
    this.#options.answer(id, answer);
    this.#settle(id, 'cancelled' in answer ? 'cancelled' : 'answered');
  }

  get openIds(): string[] {
    return [...this.#open.keys()];
  }

  cancelAll(): void {
    this.cancel(this.openIds);
    this.#options.cancelScreens?.();
  }

  /** Cancels the dialogs that are still open. */
  cancel(ids: readonly string[]): void {
    for (const id of ids.filter((open) => this.#open.has(open))) {
      this.#options.answer(id, { cancelled: true });
      this.#settle(id, 'cancelled');
    }
  }

  /** Closes a dialog whose extension continues without an answer. pi ignores a later answer (in any version). */
  withdraw(id: string): void {
    if (this.#open.has(id)) this.#settle(id, 'withdrawn');
  }

  /** Drops all dialogs, because pi has exited. The reducer removes them from the view when it folds the exit. */
  dropAll(): void {
    for (const id of this.openIds) {
      this.#drop(id);
      this.#remember(id, 'exited');
    }
    this.#hasWarned = false;
  }

  #settle(id: string, outcome: DialogOutcome): void {
    this.#drop(id);
    this.#remember(id, outcome);
    if (this.#open.size === 0) this.#hasWarned = false;
    this.#options.emit({ type: 'panel_dialog_closed', id, outcome, panel_at: Date.now() });
  }

  #drop(id: string): void {
    const open = this.#open.get(id);
    clearTimeout(open?.timer);
    this.#length -= open?.length ?? 0;
    this.#open.delete(id);
  }

  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const message = `${this.#open.size} dialogs of extensions are open. Further ones are cancelled until you answer some.`;
    this.#options.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }

  #remember(id: string, outcome: DialogOutcome): void {
    this.#outcomes.set(id, outcome);
    const oldest = this.#outcomes.keys().next();
    if (this.#outcomes.size > MAX_OUTCOMES && !oldest.done) this.#outcomes.delete(oldest.value);
  }

  #lateRefusal(id: string): Refusal {
    const outcome = this.#outcomes.get(id);
    switch (outcome) {
      case 'answered':
      case 'cancelled':
        return new Refusal(
          409,
          'already_answered',
          'This dialog was already answered, here or in another tab.',
        );
      case 'expired':
        return new Refusal(
          410,
          'dialog_expired',
          'The time for this dialog is up, and the extension continued without an answer.',
        );
      case 'withdrawn':
        return new Refusal(
          410,
          'dialog_withdrawn',
          'The extension withdrew this dialog and continued without an answer.',
        );
      case 'exited':
        return new Refusal(410, 'dialog_gone', 'The agent that asked has ended.');
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
      'A dialog takes {"value"}, {"confirmed"} or {"cancelled":true} as its answer.',
    );
  }
  const answer = parsed.output;
  if ('cancelled' in answer) return answer;
  if (request.method === 'confirm') {
    if ('confirmed' in answer) return answer;
    throw new Refusal(422, 'bad_answer', 'confirmed: a confirm dialog takes true or false.');
  }
  if (!('value' in answer))
    throw new Refusal(422, 'bad_answer', `value: a ${request.method} dialog takes a string.`);
  if (request.method === 'select' && !request.options.includes(answer.value)) {
    throw new Refusal(422, 'bad_answer', 'value: not one of the options.');
  }
  return answer;
}
