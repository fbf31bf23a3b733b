// The list of providers that pi knows, for the settings and the first screen.
import type { Provider, Providers, ProviderState } from '../../shared/setup.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Text } from '../language/text.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { compareNames } from '../../shared/natural-order.ts';

/** The most common providers, in this order. All others follow by name. */
const WELL_KNOWN = [
  'anthropic',
  'openai',
  'openai-codex',
  'google',
  'openrouter',
  'github-copilot',
  'xai',
  'mistral',
  'groq',
  'deepseek',
];

export const STATE_WORDS: Readonly<Record<ProviderState, Text>> = {
  signed_in: 'Signed in',
  key_stored: 'Key stored',
  environment: 'Key from the environment',
  configured: 'Configured',
  none: 'Not configured',
};

export class ProviderList {
  /** The providers, those with credentials first; null until they are known. */
  all = $state.raw<readonly Provider[] | null>(null);
  /** pi's error about a file that it could not use. */
  error = $state<string | null>(null);
  failure = $state<string | null>(null);
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  async read(): Promise<void> {
    try {
      const { providers, error } = await this.#agent.api.json<Providers>(
        `${this.#agent.path}/setup/providers`,
      );
      this.all = sortProviders(providers);
      this.error = error;
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  async signOut({ id }: Provider): Promise<void> {
    try {
      const path = `${this.#agent.path}/setup/providers/${encodeURIComponent(id)}/sign-out`;
      await this.#agent.api.fetch(path, { method: 'POST', body: {} });
    } catch (error) {
      this.failure = errorText(error);
      return;
    }
    await this.read();
  }
}

export function sortProviders(providers: readonly Provider[]): Provider[] {
  const rank = ({ id, state }: Provider): number => {
    if (state !== 'none') return -1;
    const at = WELL_KNOWN.indexOf(id);
    return at === -1 ? WELL_KNOWN.length : at;
  };
  return providers.toSorted((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}
