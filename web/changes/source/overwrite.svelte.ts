// A push that replaces commits on the remote: fetches first, so that the user sees which. git refuses if there are others
// by the time of the push.
import { errorText } from '../../../shared/error-text.ts';
import type { PushPlan } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { shipOf } from './ship.svelte.ts';

type Ship = Pick<ReturnType<typeof shipOf>, 'run' | 'failure'>;

export class Overwrite {
  plan = $state.raw<PushPlan | null>(null);
  failure = $state<string | null>(null);
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #ship: Ship;

  constructor(agent: Pick<Agent, 'api' | 'path'>, ship: Ship) {
    this.#agent = agent;
    this.#ship = ship;
  }

  /** The branch on the remote, such as `origin/main`. */
  get target(): string | null {
    return this.plan && `${this.plan.remote}/${this.plan.ref.replace(/^refs\/heads\//, '')}`;
  }

  /** Whether it is known what the push would replace. */
  get canPush(): boolean {
    return this.plan !== null && this.plan.expected !== null;
  }

  async prepare(): Promise<void> {
    const { api, path } = this.#agent;
    if (!(await this.#ship.run({ act: 'fetch', body: {} })))
      return void (this.failure = this.#ship.failure?.words ?? null);
    try {
      this.plan = await api.json<PushPlan>(`${path}/git/push`);
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Replaces the commits that were shown, and no others. Resolves to false if nothing was tried. */
  async push(): Promise<boolean> {
    const expected = this.plan?.expected ?? null;
    if (expected === null) return false;
    await this.#ship.run({ act: 'push', body: { expected } });
    return true;
  }
}
