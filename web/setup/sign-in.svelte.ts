// A sign-in to one provider: starts it, follows pi's steps, and sends the user's answers.
import type { SignIn, SignInKind } from '../../shared/setup.ts';
import { errorText } from '../../shared/error-text.ts';
import { followPolls } from '../lib/requests/follow-polls.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export class SignInFlow {
  /** Null before the sign-in starts. */
  shown = $state.raw<SignIn | null>(null);
  /** Why a request to the panel failed. */
  failure = $state<string | null>(null);
  isStarting = $state(false);
  #isClosed = false;
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #provider: string;
  readonly #onDone: () => void;

  constructor(agent: Pick<Agent, 'api' | 'path'>, provider: string, onDone: () => void) {
    this.#agent = agent;
    this.#provider = provider;
    this.#onDone = onDone;
  }

  get isRunning(): boolean {
    return this.isStarting || this.shown?.state === 'running';
  }

  /** Why the sign-in failed, according to pi or the panel. */
  get error(): string | null {
    return this.failure ?? this.shown?.error ?? null;
  }

  async start(kind: SignInKind, key?: string): Promise<void> {
    const { api, path } = this.#agent;
    this.failure = null;
    this.shown = null;
    this.isStarting = true;
    try {
      this.shown = await api.json<SignIn>(
        `${path}/setup/providers/${encodeURIComponent(this.#provider)}/sign-in`,
        { method: 'POST', body: { kind, ...(key !== undefined && { key }) } },
      );
      this.isStarting = false;
      await this.#follow();
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.isStarting = false;
    }
  }

  async enter(prompt: number, value: string): Promise<void> {
    await this.#post(`${this.#path}/answers`, { prompt, value });
  }

  async cancel(): Promise<void> {
    if (!this.isRunning || !this.shown) return;
    try {
      await this.#agent.api.fetch(this.#path, { method: 'DELETE' });
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Must be called when the sign-in is no longer shown. */
  close(): void {
    this.#isClosed = true;
    void this.cancel();
  }

  get #path(): string {
    return `api/setup/sign-ins/${this.shown?.id}`;
  }

  async #post(path: string, body: unknown): Promise<void> {
    try {
      await this.#agent.api.fetch(path, { method: 'POST', body });
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  async #follow(): Promise<void> {
    try {
      await followPolls(() => this.#poll());
    } catch (error) {
      // The panel no longer knows the sign-in.
      if (this.shown) this.shown = { ...this.shown, state: 'failed' };
      throw error;
    }
    if (this.shown?.state === 'done') this.#onDone();
  }

  /** Resolves to whether the sign-in may go on. The panel ends one that no page follows. */
  async #poll(): Promise<boolean> {
    if (this.shown?.state !== 'running' || this.#isClosed) return false;
    this.shown = await this.#agent.api.json<SignIn>(`${this.#path}?after=${this.shown.version}`);
    return true;
  }
}
