// The list of providers that pi knows, for the settings and the first screen.
import type { Provider, Providers, ProviderState } from '../../shared/setup.ts';
import type { Text } from '../language/text.ts';
import { Resource } from '../lib/requests/resource.svelte.ts';
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

/** The providers, those with credentials first. */
export class ProviderList extends Resource<Providers> {
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    super(async (signal) => {
      const answer = await agent.api.json<Providers>(`${agent.path}/setup/providers`, { signal });
      return { ...answer, providers: sortProviders(answer.providers) };
    });
    this.#agent = agent;
  }

  async signOut({ id }: Provider): Promise<void> {
    const path = `${this.#agent.path}/setup/providers/${encodeURIComponent(id)}/sign-out`;
    await this.act(() => this.#agent.api.fetch(path, { method: 'POST', body: {} }));
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
