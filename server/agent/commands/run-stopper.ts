// The user's Stop: ends everything that the agent is doing, returns the queue to the user, and checks that nothing
// keeps running. Versions of pi differ in what their `abort` alone leaves running (see `abilities.ts`).
import type { Answer, SessionState } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { isWaiting, type Queued } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Dialogs } from '../extensions/dialogs.ts';
import type { MessageQueue } from '../queue/message-queue.ts';
import { Signal } from '../queue/wait-until.ts';
import type { CommandRunner } from './command-runner.ts';

/** How long a Stop tries before it reports what is still running. */
const MAX_WAIT_MS = 10_000;
/**
 * How long to wait before stopping a bash command again. pi >= 0.87 ignores a stop that arrives right after the
 * command.
 */
const RETRY_AFTER_MS = 250;

export interface RunStopperOptions {
  view: () => View;
  commands: CommandRunner;
  queue: MessageQueue;
  dialogs: Dialogs;
  /** Replaces `MAX_WAIT_MS`. */
  patience?: number;
}

export class RunStopper {
  readonly #options: RunStopperOptions;
  /** Notified after every event and every answer. */
  readonly #progress = new Signal();
  #current: Promise<void> | null = null;
  #startedRuns = 0;
  #isDueAfterCompaction = false;

  constructor(options: RunStopperOptions) {
    this.#options = options;
  }

  /**
   * Ends everything and resolves to the undelivered messages as they were typed, steering first. They stay in the queue
   * until a page takes them back. A second Stop waits for the first one and gets no messages. `onAbort` is called once
   * `abort` was sent to pi. Rejects with a Refusal: 409 if pi is not running, 504 `still_running` if something does not
   * stop.
   */
  async stop(onAbort?: () => void): Promise<readonly Queued[]> {
    if (this.#current) return this.#current.then(() => []);
    const { queue } = this.#options;
    const before = new Set(queue.queue.returned.map(({ id }) => id));
    queue.isStopping = true;
    this.#current = this.#stop(onAbort).finally(() => {
      this.#current = null;
      queue.isStopping = false;
    });
    await this.#current;
    return queue.queue.returned.filter(({ id }) => !before.has(id));
  }

  /** Call this for every event after it was folded. */
  onEvent({ type }: ViewEvent): void {
    if (type === 'agent_start') this.#startedRuns += 1;
    if (type === 'compaction_end') this.#stopAfterCompaction();
    this.#progress.notify();
  }

  async #stop(onAbort?: () => void): Promise<void> {
    const { patience = MAX_WAIT_MS, queue } = this.#options;
    const deadline = performance.now() + patience;
    do {
      // This comes first, because pi 0.79.9 to 0.85.1 continues with the queue after an abort.
      await queue.returnAll();
      await this.#abort(deadline, onAbort);
    } while (!(await this.#isIdle(deadline)));
    await this.#emptyQueue();
  }

  /** Empties pi's queue by reopening the session, because pi 0.73.1 keeps the queue after an abort. */
  async #emptyQueue(): Promise<void> {
    const { view, commands } = this.#options;
    if (isWaiting(view().queue) && !view().can.clearQueue) await commands.reopenSession();
  }

  /** Aborts until nothing seems to be running, or until pi has started another run by itself. */
  async #abort(deadline: number, onAbort?: () => void): Promise<void> {
    const { view, commands, dialogs } = this.#options;
    const startedRuns = this.#startedRuns;
    const abort = this.#watch(commands.run({ type: 'abort' }));
    onAbort?.();
    const last = userBashes(view()).at(-1);
    const stopBash = () => (last ? this.#watch(commands.run({ type: 'abort_bash' })) : abort);
    let bash = stopBash();
    // pi 0.80.10 to 0.85.1 answers an abort only after the run that it then starts with the queue.
    while (this.#startedRuns === startedRuns && !(abort.isDone && bash.isDone && this.#isQuiet())) {
      if (abort.error ?? bash.error) throw abort.error ?? bash.error;
      // A tool that waits in a dialog does not notice an abort (in any version).
      dialogs.cancelAll();
      this.#refuseImpossible(abort.isDone, last);
      const isChanged = await this.#nextChange(deadline);
      if (!isChanged && bash.isDone && userBashes(view()).length > 0) bash = stopBash();
    }
  }

  #watch(answer: Promise<Answer>): { isDone: boolean; error?: unknown } {
    const watched: { isDone: boolean; error?: unknown } = { isDone: false };
    void answer
      .catch((error: unknown) => {
        watched.error = error;
      })
      .finally(() => {
        watched.isDone = !watched.error;
        this.#progress.notify();
      });
    return watched;
  }

  #isQuiet(): boolean {
    const { view, commands } = this.#options;
    const { run, retry, compaction, dialogs } = view();
    const isBusy = run ?? retry ?? compaction;
    return !isBusy && dialogs.length === 0 && userBashes(view()).length === 0 && !commands.isRunPending;
  }

  /** Throws at once for what this version of pi cannot abort, because waiting would not help. */
  #refuseImpossible(isAborted: boolean, last: ToolRun | undefined): void {
    const { view } = this.#options;
    const { run, compaction, can, version } = view();
    if (compaction && !can.stopCompaction) {
      this.#isDueAfterCompaction = true;
      throw stillRunning(
        `pi ${version} cannot abort a compaction. It continues until the summary is written, and then the agent stops.`,
      );
    }
    const bashes = isAborted && !run ? userBashes(view()) : [];
    if (bashes.length > 0 && !can.stopEveryBash && !bashes.some(({ id }) => id === last?.id))
      throw stillRunning(`pi ${version} stops only the last command. Still running: ${commandsOf(bashes)}`);
  }

  async #isIdle(deadline: number): Promise<boolean> {
    const { commands, view } = this.#options;
    const answer = await commands.run({ type: 'get_state' });
    if (!answer.success)
      throw new Refusal(502, 'agent_refused', `The agent did not report its state: ${answer.error}`);
    const { isStreaming, isCompacting, pendingMessageCount } = answer.data as SessionState;
    const isQueueDue = pendingMessageCount > 0 && view().can.clearQueue;
    if (!isStreaming && !isCompacting && !isQueueDue && this.#isQuiet()) return true;
    if (performance.now() >= deadline) throw stillRunning(this.#describeActivity());
    return false;
  }

  /** Resolves to true at the next event or answer, or to false if there is none for a moment. */
  async #nextChange(deadline: number): Promise<boolean> {
    const isChanged = await this.#progress.next(RETRY_AFTER_MS);
    if (performance.now() >= deadline) throw stillRunning(this.#describeActivity());
    return isChanged;
  }

  #describeActivity(): string {
    const { patience = MAX_WAIT_MS, view, commands } = this.#options;
    const bashes = userBashes(view());
    const what = view().compaction
      ? 'The compaction goes on'
      : bashes.length > 0
        ? `Still running: ${commandsOf(bashes)}`
        : commands.isRunPending
          ? 'An extension holds back a message'
          : 'The agent goes on';
    return `${what} after ${patience / 1000} s. Stop again, or restart the agent.`;
  }

  /** Stops the attempt that pi may start after a compaction that could not be aborted. */
  #stopAfterCompaction(): void {
    const { commands, view } = this.#options;
    const isDue = this.#isDueAfterCompaction && view().run;
    this.#isDueAfterCompaction = false;
    if (isDue) void commands.reportFailure(() => this.stop());
  }
}

function userBashes(view: View): ToolRun[] {
  return Object.values(view.toolRuns).filter(({ user, state }) => user && state === 'running');
}

function commandsOf(bashes: readonly ToolRun[]): string {
  return bashes.map(({ args }) => String(args.command)).join(', ');
}

function stillRunning(what: string): Refusal {
  return new Refusal(504, 'still_running', what);
}
