// A sign-in to one provider: starts it, follows pi's steps, and sends the user's answers. The panel ends one that no page
// follows.
import type { SignIn, SignInKind } from '../../shared/setup.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { FollowedProcess } from './followed-process.svelte.ts';

export class SignInFlow extends FollowedProcess<SignIn> {
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #provider: string;
  readonly #onDone: () => void;

  constructor(agent: Pick<Agent, 'api' | 'path'>, provider: string, onDone: () => void) {
    super();
    this.#agent = agent;
    this.#provider = provider;
    this.#onDone = onDone;
  }

  /** Why the sign-in failed, according to pi or the panel. */
  get error(): string | null {
    return this.failure ?? this.shown?.error ?? null;
  }

  async start(kind: SignInKind, key?: string): Promise<void> {
    const { api, path } = this.#agent;
    const route = `${path}/setup/providers/${encodeURIComponent(this.#provider)}/sign-in`;
    const body = { kind, ...(key !== undefined && { key }) };
    this.shown = null;
    if (await this.run(() => api.json<SignIn>(route, { method: 'POST', body }))) this.#onDone();
  }

  async enter(prompt: number, value: string): Promise<void> {
    await this.#send('/answers', { method: 'POST', body: { prompt, value } });
  }

  async cancel(): Promise<void> {
    if (this.isRunning && this.shown) await this.#send('', { method: 'DELETE' });
  }

  override close(): void {
    super.close();
    void this.cancel();
  }

  protected override next({ id, version }: SignIn): Promise<SignIn> {
    return this.#agent.api.json<SignIn>(`api/setup/sign-ins/${id}?after=${version}`);
  }

  async #send(route: string, options: { method: 'POST' | 'DELETE'; body?: object }): Promise<void> {
    await this.attempt(async () => {
      await this.#agent.api.fetch(`api/setup/sign-ins/${this.shown?.id}${route}`, options);
      return true;
    });
  }
}
