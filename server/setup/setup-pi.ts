// An extra pi beside an agent, with the same settings, extensions and environment. It has no conversation. The panel's
// extension inside it answers requests. Nothing that passes through it is logged.
import { randomUUID } from 'node:crypto';
import type { PiCommand } from '../../shared/pi/commands.ts';
import type { PiEvent } from '../../shared/pi/events.ts';
import { Refusal } from '../../shared/refusal.ts';
import { SETUP_CHANNEL, type SetupRequest, type SetupReport } from '../../shared/setup-protocol.ts';
import type { LaunchOptions } from '../agent/process/launch.ts';
import { startPi, type Pi } from '../agent/process/pi.ts';
import { parseRecord } from '../agent/process/records.ts';

type Report<T extends SetupReport['type']> = Extract<SetupReport, { type: T }>;
type OnReport = (report: Exclude<SetupReport, { type: 'loaded' }>) => void;

/** The code of the refusal if an extension of the user did not load. */
export const EXTENSION_FAILED = 'extension_failed';

const LOAD_TIMEOUT_MS = 30_000;

export interface SetupPiOptions {
  launch: LaunchOptions;
  onExit: () => void;
  /** Receives every other event, for a request to the model. */
  onEvent?: (event: PiEvent) => void;
}

export class SetupPi {
  readonly #pi: Pi;
  readonly #onEvent: SetupPiOptions['onEvent'];
  readonly #here = Promise.withResolvers<void>();
  readonly #listeners = new Map<string, OnReport>();
  #requests = 0;

  constructor({ launch, onEvent, onExit }: SetupPiOptions) {
    this.#onEvent = onEvent;
    this.#pi = startPi({
      ...launch,
      feed: { push: (events) => events.forEach((event) => this.#onPiEvent(event)) },
      onBadRecord: () => undefined,
      onExit: ({ error, stderr }) => {
        const code = /Failed to load extension/.test(stderr) ? EXTENSION_FAILED : 'setup_failed';
        this.#here.reject(notStarted(error?.message ?? lastLines(stderr), code));
        onExit();
      },
    });
    const timer = setTimeout(() => this.#here.reject(notStarted('it did not answer.')), LOAD_TIMEOUT_MS);
    void this.#here.promise.catch(() => undefined).finally(() => clearTimeout(timer));
  }

  /**
   * Resolves once the extension is loaded. Requests wait for that, because a pi without the extension would send them,
   * with what the user entered, to a model. Rejects with a Refusal 502.
   */
  get ready(): Promise<void> {
    return this.#here.promise;
  }

  /** Whether somebody waits for an answer, for instance to a sign-in, which may take minutes. */
  get isBusy(): boolean {
    return this.#requests > 0;
  }

  /** `onReport` is called with the reports that come before the answer. Rejects with a Refusal 502 with pi's reason. */
  async ask<T>(
    request: SetupRequest,
    { n = randomUUID(), onReport }: { n?: string; onReport?: OnReport } = {},
  ): Promise<T> {
    let answer: Report<'answer'> | undefined;
    this.#requests += 1;
    try {
      await this.ready;
      this.#listeners.set(n, (report) => {
        if (report.type === 'answer') answer = report;
        else onReport?.(report);
      });
      const message = `/${SETUP_CHANNEL} ${JSON.stringify({ n, ...request })}`;
      const response = await this.#pi.request({ type: 'prompt', message }).answer;
      if (!response.success) throw failed(response.error ?? 'pi gave no reason.');
    } finally {
      this.#requests -= 1;
      this.#listeners.delete(n);
    }
    if (!answer) throw failed('The panel’s extension did not answer.');
    if ('error' in answer) throw failed(answer.error);
    return answer.data as T;
  }

  /** Resolves with pi's response. */
  async command(command: PiCommand): Promise<{ success: boolean; error?: string }> {
    await this.ready;
    return this.#pi.request(command).answer;
  }

  close(): Promise<void> {
    return this.#pi.close();
  }

  #onPiEvent(event: PiEvent): void {
    if (event.type !== 'extension_ui_request') {
      this.#onEvent?.(event);
      return;
    }
    if (event.method === 'setStatus' && event.statusKey === SETUP_CHANNEL) {
      // An extension may have cleared the status.
      const report = parseRecord(event.statusText ?? '') as SetupReport | null;
      if (report?.type === 'loaded') this.#here.resolve();
      else if (report) this.#listeners.get(report.n)?.(report);
    }
    // Dialogs from other extensions are cancelled, because nobody would see them here.
    else if (['select', 'confirm', 'input', 'editor'].includes(event.method)) this.#cancelDialog(event.id);
  }

  #cancelDialog(id: string): void {
    try {
      this.#pi.answerDialog(id, { cancelled: true });
    } catch (error) {
      // An extension asks while pi ends, so pi no longer reads answers.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

function notStarted(why: string, code = 'setup_failed'): Refusal {
  return new Refusal(502, code, `pi could not be asked: ${why}`);
}

function failed(why: string): Refusal {
  return new Refusal(502, 'setup_failed', why);
}

function lastLines(stderr: string): string {
  return stderr.trim().split('\n').slice(-3).join('\n') || 'it ended.';
}
