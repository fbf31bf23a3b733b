// "Watch until green": asks the host for the checks of a pushed branch until they have passed. A failure goes to the
// agent, whose commits are pushed, as often as the user allows.
import type { Check, CheckWatchState, WatchLimits, WatchPhase } from '../../../shared/pull-requests.ts';
import { errorText } from '../../../shared/error-text.ts';

export const WATCH_TIMES = {
  /** The host is asked at most this often, in ms. */
  pollMs: 20_000,
  /** How long to wait for the first check of a commit. */
  firstCheckMs: 5 * 60_000,
  /** How long the checks may take. */
  checksMs: 6 * 3_600_000,
};

/** The agent that works on failures. Everything rejects if it has ended. */
export interface WatchedAgent {
  /** Sends it a message. Resolves once it has worked on it, and on everything else. */
  work: (message: string, signal: AbortSignal) => Promise<void>;
  /** Ends its run. */
  stop: () => Promise<void>;
  /** What its session has cost so far, in dollars. */
  readonly spent: number;
}

export interface CheckWatchOptions {
  branch: string;
  commit: string;
  limits: WatchLimits;
  agent: WatchedAgent;
  readChecks: (commit: string) => Promise<Check[]>;
  /** Returns the message about failed checks with the ends of their logs. */
  describe: (failed: readonly Check[], about: { attempt: number; commit: string }) => Promise<string>;
  /** The last commit of the checkout. */
  readHead: () => Promise<string>;
  push: () => Promise<void>;
  /** Called after every change. */
  onChange: () => void;
}

/** Ends the watch. */
class WatchEnd extends Error {
  readonly phase: WatchPhase;

  constructor(phase: WatchPhase, reason = '') {
    super(reason);
    this.phase = phase;
  }
}

export class CheckWatch {
  readonly #options: CheckWatchOptions;
  readonly #stopping = new AbortController();
  readonly #before: number;
  #state: CheckWatchState;
  #confirmation: PromiseWithResolvers<void> | null = null;
  readonly ended: Promise<void>;

  constructor(options: CheckWatchOptions) {
    this.#options = options;
    const { branch, commit, limits, agent } = options;
    this.#before = agent.spent;
    this.#state = { revision: 1, phase: 'waiting', reason: '', branch, commit, attempt: 0, spent: 0, limits };
    this.ended = this.#watch();
  }

  get state(): CheckWatchState {
    return this.#state;
  }

  get isRunning(): boolean {
    return ['waiting', 'fixing', 'confirming', 'pushing'].includes(this.#state.phase);
  }

  /** Ends it at once, with the run of the agent that it has begun. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const isFixing = this.#state.phase === 'fixing';
    this.#stopping.abort(new WatchEnd('stopped'));
    await this.ended;
    if (isFixing) await this.#options.agent.stop();
  }

  /** The user confirms the push that it waits for. */
  confirm(): void {
    this.#confirmation?.resolve();
  }

  /** Call this when the agent may have spent something. */
  onSpending(): void {
    if (!this.isRunning) return;
    const spent = this.#options.agent.spent - this.#before;
    if (spent === this.#state.spent) return;
    this.#change({ spent });
    const { dollars } = this.#state.limits;
    if (dollars === null || spent < dollars || this.#state.phase !== 'fixing') return;
    this.#stopping.abort(new WatchEnd('used_up', 'The sum for it is used up.'));
    void this.#options.agent.stop().catch(() => undefined);
  }

  async #watch(): Promise<void> {
    try {
      for (;;) await this.#round();
    } catch (error) {
      const end = error instanceof WatchEnd ? error : new WatchEnd('failed', errorText(error));
      this.#change({ phase: end.phase, reason: end.message });
    }
  }

  async #round(): Promise<void> {
    const { agent, describe, readHead, push, limits } = this.#options;
    const failed = await this.#untilEnded();
    if (failed.length === 0) throw new WatchEnd('passed');
    const { attempt, spent, commit } = this.#state;
    if (attempt >= limits.attempts) throw new WatchEnd('used_up', 'The attempts are used up.');
    if (limits.dollars !== null && spent >= limits.dollars)
      throw new WatchEnd('used_up', 'The sum for it is used up.');
    this.#change({ phase: 'fixing', attempt: attempt + 1 });
    const head = await readHead();
    const message = await describe(failed, { attempt: attempt + 1, commit });
    await this.#unlessStopped(agent.work(message, this.#stopping.signal));
    const made = await readHead();
    if (made === head) throw new WatchEnd('failed', 'pi has made no commit.');
    if (!limits.pushes) await this.#untilConfirmed();
    this.#change({ phase: 'pushing' });
    await this.#unlessStopped(push());
    this.#change({ phase: 'waiting', commit: made });
  }

  /** Resolves to the failed checks, once none runs any more. */
  async #untilEnded(): Promise<readonly Check[]> {
    const start = performance.now();
    let before = '';
    for (;;) {
      const checks = await this.#unlessStopped(this.#options.readChecks(this.#state.commit));
      const isRunning = checks.some(({ state }) => state === 'running');
      const waited = performance.now() - start;
      if (checks.length === 0 && waited > WATCH_TIMES.firstCheckMs)
        throw new WatchEnd('failed', 'No check has begun.');
      if (isRunning && waited > WATCH_TIMES.checksMs)
        throw new WatchEnd('failed', 'The checks have not ended for hours.');
      // Checks appear one after another, so their list has to be the same twice.
      const now = checks.map(({ id, state }) => `${id} ${state}`).join('\n');
      if (checks.length > 0 && !isRunning && now === before)
        return checks.filter(({ state }) => state === 'failed');
      before = now;
      await this.#unlessStopped(pause(WATCH_TIMES.pollMs, this.#stopping.signal));
    }
  }

  async #untilConfirmed(): Promise<void> {
    this.#confirmation = Promise.withResolvers();
    this.#change({ phase: 'confirming' });
    await this.#unlessStopped(this.#confirmation.promise);
    this.#confirmation = null;
  }

  /** Rejects as soon as the watch is to end. */
  #unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#stopping;
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(signal.reason as WatchEnd);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    work.catch(() => undefined);
    return Promise.race([work, stopped.promise]).finally(() => signal.removeEventListener('abort', stop));
  }

  #change(change: Partial<CheckWatchState>): void {
    this.#state = { ...this.#state, ...change, revision: this.#state.revision + 1 };
    this.#options.onChange();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  timer.unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return promise;
}
