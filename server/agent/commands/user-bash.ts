// The bash commands that the user runs in pi (`!command`): starts them, tracks them until they end, and stops them.
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, BashResult } from '../../../shared/pi/commands.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Outputs } from '../../output/outputs.ts';
import type { PiPort } from '../process/current-pi.ts';

/** How often `abort_bash` is repeated, and after how many ms. A shell that ignores all of them is left running. */
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
  /** The commands that pi has not answered yet, by call, in the order in which they were started. */
  readonly #running = new Map<string, string>();

  constructor(options: UserBashOptions) {
    this.#options = options;
  }

  /** `call` identifies the output; the answer comes when the command has ended. */
  start(command: string, excludeFromContext: boolean): { call: string; answer: Promise<Answer> } {
    const { pi, outputs, emit } = this.#options;
    const { id: call, answer } = pi.send({ type: 'bash', command, excludeFromContext });
    outputs.start(call);
    emit({ type: 'panel_bash_start', call, command, excludeFromContext, panel_at: Date.now() });
    this.#running.set(call, command);
    return { call, answer: this.#finish(call, answer).finally(() => this.#running.delete(call)) };
  }

  /**
   * Stops the commands that are running now. pi (0.87.1) answers `abort_bash` with success even if it has just received
   * a command and not started it yet. So `abort_bash` is repeated until all commands have ended, but not once a newer
   * command runs, because it would stop that one as well.
   */
  async stop(): Promise<Answer> {
    const { pi, view } = this.#options;
    const running = [...this.#running.keys()];
    // pi up to 0.82.1 can stop only the last command.
    const toStop = view().can.stopEveryBash ? running : running.slice(-1);
    let answer = await pi.request({ type: 'abort_bash' });
    const isLeft = (): boolean => toStop.some((call) => this.#running.has(call));
    for (let tries = 1; tries < ABORT_TRIES && isLeft(); tries++) {
      await wait(ABORT_PAUSE_MS);
      const hasNewer = [...this.#running.keys()].some((call) => !running.includes(call));
      if (isLeft() && !hasNewer) answer = await pi.request({ type: 'abort_bash' });
    }
    const left = toStop.flatMap((call) => this.#running.get(call) ?? []);
    if (!answer.success || left.length === 0) return answer;
    return { success: false, error: `pi was asked to stop it, and it still runs: ${left.join(', ')}` };
  }

  async #finish(call: string, answered: Promise<Answer>): Promise<Answer> {
    const answer = await answered;
    const result = answer.success
      ? (answer.data as BashResult)
      : { output: answer.error, cancelled: false, truncated: false };
    const { output: text, fullOutputPath: _path, ...end } = result;
    const { outputs, emit } = this.#options;
    const bytes = outputs.end(call, result);
    emit({ type: 'panel_bash_end', call, bytes, text, ...end, panel_at: Date.now() });
    return answer;
  }
}
