// The watches of agents that work on failed checks ("Watch until green"): at most one for each agent. They end with it.
import { setTimeout } from 'node:timers/promises';
import type { Check, CheckWatchState, WatchLimits } from '../../shared/pull-requests.ts';
import { askAboutChecks } from '../../shared/pull-request-prompts.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { statusOf } from '../../shared/view/view.ts';
import type { Agent } from '../agent/agent.ts';
import { readWord } from '../git/git.ts';
import { LongPoll } from '../lib/long-poll.ts';
import { listPullRequests, readCheckLog, readChecks } from '../ship/pull-requests.ts';
import { push } from '../ship/remotes.ts';
import { CheckWatch, type WatchedAgent } from '../ship/watch/check-watch.ts';

/** Failed checks whose logs one message has. */
const MAX_LOGS = 3;
/** How long the agent may take to begin with a message, in ms. */
const BEGIN_MS = 60_000;

interface Watched {
  watch: CheckWatch;
  agent: AgentAtWork;
}

export class CheckWatches {
  readonly #watches = new Map<string, Watched>();
  readonly #changes = new LongPoll();

  /** Rejects with a Refusal: 409 `watching` if one runs already, `not_pushed` if there is no branch to watch. */
  async start(agent: Agent, limits: WatchLimits): Promise<CheckWatchState> {
    if (this.#watches.get(agent.id)?.watch.isRunning)
      throw new Refusal(409, 'watching', 'The checks of this agent are being watched already.');
    const root = agent.workspace;
    const { branch, commit } = await listPullRequests(root);
    if (branch === null || commit === null)
      throw new Refusal(409, 'not_pushed', 'The current branch is not on the host yet. Push it first.');
    const working = new AgentAtWork(agent);
    const describe = async (failed: readonly Check[], about: { attempt: number; commit: string }) => {
      const named = await Promise.all(
        failed.map(async (check, at) => ({ check, log: at < MAX_LOGS ? await logOf(root, check) : '' })),
      );
      return askAboutChecks(named, { branch, ...about, attempts: limits.attempts });
    };
    const watch = new CheckWatch({
      ...{ branch, commit, limits, agent: working, describe },
      readChecks: (of) => readChecks(root, of),
      readHead: async () => (await readWord(root, ['rev-parse', 'HEAD'])) ?? '',
      push: async () => {
        await push(root, {});
        agent.emit({ type: 'panel_changes' });
      },
      onChange: () => this.#changes.onChange(),
    });
    this.#watches.set(agent.id, { watch, agent: working });
    void watch.ended.then(() => this.#say(agent, watch.state));
    return watch.state;
  }

  /** Resolves to the last watch of the agent once it differs from the revision, or after a while. */
  async poll(id: string, revision?: number): Promise<CheckWatchState | null> {
    const state = (): CheckWatchState | null => this.#watches.get(id)?.watch.state ?? null;
    if (revision !== undefined && (state()?.revision ?? 0) === revision) await this.#changes.wait();
    return state();
  }

  /** Resolves to the watch afterwards. Rejects with a Refusal 409 `not_watching`. */
  async act(id: string, act: 'stop' | 'push'): Promise<CheckWatchState> {
    const { watch } = this.#watches.get(id) ?? {};
    if (!watch?.isRunning) throw new Refusal(409, 'not_watching', 'The checks are not being watched.');
    if (act === 'push') watch.confirm();
    else await watch.stop();
    return watch.state;
  }

  onEvent(agent: Agent, event: ViewEvent): void {
    const watched = this.#watches.get(agent.id);
    if (!watched?.watch.isRunning) return;
    watched.agent.onEvent(event);
    watched.watch.onSpending();
  }

  /** Call this when the agent has ended. */
  onEnd(id: string): void {
    this.#watches.get(id)?.agent.end();
    void this.#watches.get(id)?.watch.stop();
    this.#watches.delete(id);
  }

  #say(agent: Agent, { phase, branch, reason }: CheckWatchState): void {
    if (phase === 'stopped' || agent.view.exit) return;
    const isDone = phase === 'passed';
    const message = isDone
      ? `The checks of ${branch} have passed.`
      : `The checks of ${branch} are no longer watched: ${reason}`;
    agent.emit({ type: 'panel_notice', kind: isDone ? 'info' : 'warning', message, panel_at: Date.now() });
  }
}

/** A log that cannot be read keeps no failure from the agent. */
async function logOf(root: string, { id, hasLog }: Check): Promise<string> {
  if (!hasLog) return '';
  try {
    return (await readCheckLog(root, id)).text;
  } catch (error) {
    if (error instanceof Refusal) return `(The log could not be read: ${error.message})`;
    throw error;
  }
}

class AgentAtWork implements WatchedAgent {
  readonly #agent: Agent;
  /** Set while it works on a message. */
  #work: { hasBegun: boolean; done: PromiseWithResolvers<void> } | null = null;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get spent(): number {
    return this.#agent.view.stats?.cost ?? 0;
  }

  async work(message: string): Promise<void> {
    const { commands, view } = this.#agent;
    const isRunning = view.run !== null;
    const work = { hasBegun: isRunning, done: Promise.withResolvers<void>() };
    this.#work = work;
    try {
      const answer = await commands.run({ type: isRunning ? 'follow_up' : 'prompt', message });
      if (!answer.success) throw new Error(answer.error);
      const late = setTimeout(BEGIN_MS, undefined, { ref: false }).then(() => {
        if (!work.hasBegun) throw new Error('pi has not begun with the message.');
        return work.done.promise;
      });
      await Promise.race([work.done.promise, late]);
    } finally {
      this.#work = null;
    }
  }

  async stop(): Promise<void> {
    await this.#agent.stopper.stop();
  }

  onEvent({ type }: ViewEvent): void {
    if (!this.#work) return;
    if (type === 'agent_start') this.#work.hasBegun = true;
    const { view } = this.#agent;
    if (view.exit) return this.end();
    const { running, steering, followUp } = view.queue;
    const isIdle = statusOf(view) === 'idle' && [running, steering, followUp].flat().length === 0;
    if (this.#work.hasBegun && isIdle) this.#work.done.resolve();
  }

  end(): void {
    this.#work?.done.reject(new Error('The agent has ended.'));
  }
}
