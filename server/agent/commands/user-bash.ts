// The commands of the person's that pi runs: begun under an id of their own, followed to their end, stopped.
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, BashResult } from '../../../shared/pi/commands.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Outputs } from '../../output/outputs.ts';
import type { PiPort } from '../process/current-pi.ts';

/** A shell that ignores its end for longer than these together is left to itself. */
const ABORT_TRIES = 20;
const ABORT_PAUSE_MS = 100;

export interface UserBashOptions {
  pi: Pick<PiPort, 'send' | 'request'>;
  view: () => View;
  outputs: Outputs;
  emit: (event: ViewEvent) => void;
}

export class UserBash {
  readonly #options: UserBashOptions;
  /** Those that pi has not answered yet, in the order in which they were begun. */
  readonly #running = new Map<string, string>();

  constructor(options: UserBashOptions) {
    this.#options = options;
  }

  /** The output comes by `call`, and pi answers when it has ended. */
  start(command: string, excludeFromContext: boolean): { call: string; answer: Promise<Answer> } {
    const { pi, outputs, emit } = this.#options;
    const { id: call, answer } = pi.send({ type: 'bash', command, excludeFromContext });
    outputs.start(call);
    emit({ type: 'panel_bash_start', call, command, excludeFromContext, panel_at: Date.now() });
    this.#running.set(call, command);
    return { call, answer: this.#end(call, answer).finally(() => this.#running.delete(call)) };
  }

  /**
   * What pi was given a moment ago it may not have begun: then there is nothing to stop yet, and it says success
   * (0.87.1). So it is asked again until what ran when the person stopped it has ended, but not while something
   * runs that was begun since: pi would stop that with it.
   */
  async stop(): Promise<Answer> {
    const { pi, view } = this.#options;
    const running = [...this.#running.keys()];
    // Up to 0.82.1 pi has a hold on the one begun last only.
    const meant = view().can.stopEveryBash ? running : running.slice(-1);
    let answer = await pi.request({ type: 'abort_bash' });
    const isLeft = (): boolean => meant.some((call) => this.#running.has(call));
    for (let tries = 1; tries < ABORT_TRIES && isLeft(); tries++) {
      await wait(ABORT_PAUSE_MS);
      const isNewer = [...this.#running.keys()].some((call) => !running.includes(call));
      if (isLeft() && !isNewer) answer = await pi.request({ type: 'abort_bash' });
    }
    const left = meant.flatMap((call) => this.#running.get(call) ?? []);
    if (!answer.success || left.length === 0) return answer;
    return { success: false, error: `pi was asked to stop it, and it still runs: ${left.join(', ')}` };
  }

  async #end(call: string, answered: Promise<Answer>): Promise<Answer> {
    const answer = await answered;
    const result = answer.success
      ? (answer.data as BashResult)
      : { output: answer.error, cancelled: false, truncated: false };
    const { output: text, fullOutputPath: _path, ...ended } = result;
    const { outputs, emit } = this.#options;
    outputs.end(call, result);
    emit({ type: 'panel_bash_end', call, bytes: outputs.bytes(call), text, ...ended, panel_at: Date.now() });
    return answer;
  }
}
