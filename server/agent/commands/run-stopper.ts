// The person's Stop: whatever the agent does ends, what was queued comes back, and that nothing goes on is
// checked. What `abort` alone does not do differs by version (see `abilities.ts`).
import type { Answer, SessionState } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { isWaiting, type Queued } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { ToolRun, View } from '../../../shared/view/view.ts';
import type { CommandRunner } from './command-runner.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import type { MessageQueue } from '../queue/message-queue.ts';

/** How long a Stop tries before it says that something goes on, in ms. */
const PATIENCE = 10_000;
/** After this a command is stopped once more, in ms: pi >= 0.87 overlooks what it has only just been asked to run. */
const AGAIN = 250;

export interface RunStopperOptions {
  view: () => View;
  commands: CommandRunner;
  queue: MessageQueue;
  dialogs: Dialogs;
  /** Default: `PATIENCE`. */
  patience?: number;
}

export class RunStopper {
  readonly #options: RunStopperOptions;
  #current: Promise<void> | null = null;
  /** Runs that were seen to begin. */
  #begun = 0;
  #isDueAfterCompaction = false;
  #wake: () => void = () => undefined;

  constructor(options: RunStopperOptions) {
    this.#options = options;
  }

  /**
   * Gives what is not delivered now: steering first, then follow-ups, as they were typed. It stays in
   * sight until somebody takes it. Who asks while a Stop is under way waits for its end and gets none of them.
   * Throws a Refusal: 409 while there is no pi, 504 `still_running` in words.
   */
  async stop(): Promise<readonly Queued[]> {
    if (this.#current) return this.#current.then(() => []);
    const { queue } = this.#options;
    const before = new Set(queue.queue.returned.map(({ id }) => id));
    queue.isStopping = true;
    this.#current = this.#stop().finally(() => {
      this.#current = null;
      queue.isStopping = false;
    });
    await this.#current;
    return queue.queue.returned.filter(({ id }) => !before.has(id));
  }

  /** To be called for every event after it was folded. */
  onEvent({ type }: ViewEvent): void {
    if (type === 'agent_start') this.#begun += 1;
    if (type === 'compaction_end') this.#finishAfterCompaction();
    this.#wake();
  }

  async #stop(): Promise<void> {
    const { patience = PATIENCE, queue } = this.#options;
    const deadline = performance.now() + patience;
    do {
      // Before the abort, since pi 0.79.9 to 0.85.1 go on with what is queued after it.
      await queue.returnAll();
      await this.#abort(deadline);
    } while (!(await this.#isIdle(deadline)));
    await this.#emptyQueue();
  }

  /** pi 0.73.1 keeps the queue over an abort, and only a session that is opened anew has none. */
  async #emptyQueue(): Promise<void> {
    const { view, commands } = this.#options;
    if (isWaiting(view().queue) && !view().can.clearQueue) await commands.reopenSession();
  }

  /** Resolves when nothing is seen to go on any more, or when pi has begun another run by itself. */
  async #abort(deadline: number): Promise<void> {
    const { view, commands, dialogs } = this.#options;
    const begun = this.#begun;
    const abort = this.#asked(() => commands.run({ type: 'abort' }));
    const last = userBashes(view()).at(-1);
    const stopBash = () => (last ? this.#asked(() => commands.run({ type: 'abort_bash' })) : abort);
    let bash = stopBash();
    // 0.80.10 to 0.85.1 answer an abort only when the run is over that they begin with the queue.
    while (this.#begun === begun && !(abort.isDone && bash.isDone && this.#isQuiet())) {
      if (abort.error ?? bash.error) throw abort.error ?? bash.error;
      dialogs.cancelAll();
      this.#refuseImpossible(abort.isDone, last);
      const isChanged = await this.#change(deadline);
      if (!isChanged && bash.isDone && userBashes(view()).length > 0) bash = stopBash();
    }
  }

  #asked(ask: () => Promise<Answer>): { isDone: boolean; error?: unknown } {
    const asked: { isDone: boolean; error?: unknown } = { isDone: false };
    void ask()
      .catch((error: unknown) => {
        asked.error = error;
      })
      .finally(() => {
        asked.isDone = !asked.error;
        this.#wake();
      });
    return asked;
  }

  #isQuiet(): boolean {
    const { view, commands } = this.#options;
    const { run, retry, compaction, dialogs } = view();
    const isAtWork = run ?? retry ?? compaction;
    return !isAtWork && dialogs.length === 0 && userBashes(view()).length === 0 && !commands.isRunPending;
  }

  /** What no abort ends in this pi is said at once, not after the whole patience. */
  #refuseImpossible(isAborted: boolean, last: ToolRun | undefined): void {
    const { view } = this.#options;
    const { run, compaction, can, version } = view();
    if (compaction && !can.stopCompaction) {
      this.#isDueAfterCompaction = true;
      const what = 'a compaction: it goes on until its summary is written, and then the agent stops';
      throw stillRunning(`pi ${version} cannot break off ${what}.`);
    }
    const bashes = isAborted && !run ? userBashes(view()) : [];
    if (bashes.length > 0 && !can.stopEveryBash && !bashes.some(({ id }) => id === last?.id)) {
      const which = bashes.map(({ args }) => String(args.command)).join(', ');
      throw stillRunning(`pi ${version} stops only the command begun last. Still running: ${which}`);
    }
  }

  async #isIdle(deadline: number): Promise<boolean> {
    const { commands, view } = this.#options;
    const answer = await commands.run({ type: 'get_state' });
    if (!answer.success)
      throw new Refusal(502, 'agent_refused', `The agent says not how it is: ${answer.error}`);
    const { isStreaming, isCompacting, pendingMessageCount } = answer.data as SessionState;
    const isQueueDue = pendingMessageCount > 0 && view().can.clearQueue;
    if (!isStreaming && !isCompacting && !isQueueDue && this.#isQuiet()) return true;
    if (performance.now() >= deadline) throw stillRunning(this.#whatGoesOn());
    return false;
  }

  /** True with the next event or answer, false when none came for a moment. */
  async #change(deadline: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#wake = () => resolve(true);
    const timer = setTimeout(resolve, AGAIN, false);
    const isChanged = await promise;
    clearTimeout(timer);
    if (performance.now() >= deadline) throw stillRunning(this.#whatGoesOn());
    return isChanged;
  }

  #whatGoesOn(): string {
    const { patience = PATIENCE, view, commands } = this.#options;
    const { compaction } = view();
    const bashes = userBashes(view()).map(({ args }) => String(args.command));
    const what = compaction
      ? 'The compaction goes on'
      : bashes.length > 0
        ? `Still running: ${bashes.join(', ')}`
        : commands.isRunPending
          ? 'An extension holds back a message'
          : 'The agent goes on';
    return `${what} after ${patience / 1000} s. Stop again, or restart the agent.`;
  }

  /** A compaction that could not be broken off may go over into another attempt: that is stopped as well. */
  #finishAfterCompaction(): void {
    const { commands, view } = this.#options;
    const isDue = this.#isDueAfterCompaction && view().run;
    this.#isDueAfterCompaction = false;
    if (!isDue) return;
    void commands.aside(() => this.stop());
  }
}

function userBashes(view: View): ToolRun[] {
  return Object.values(view.toolRuns).filter(({ user, state }) => user && state === 'running');
}

function stillRunning(what: string): Refusal {
  return new Refusal(504, 'still_running', what);
}
