// Tests of providers whose credentials were just stored, so that the user learns at once whether they work.
import type { Provider, ProviderTest } from '../../shared/setup.ts';
import { errorText } from '../../shared/error-text.ts';
import { t, translate } from '../language/text.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

type SetupAgent = Pick<Agent, 'api' | 'path'>;

/** Asks a model of the provider for a word. Never rejects: a failure is a result as well. */
export async function testProvider({ api, path }: SetupAgent, provider: string): Promise<ProviderTest> {
  const route = `${path}/setup/providers/${encodeURIComponent(provider)}/test`;
  try {
    return await api.json<ProviderTest>(route, { method: 'POST', body: {} });
  } catch (error) {
    return {
      ...{ isOk: false, model: null, details: errorText(error) },
      title: t("The panel couldn't test it."),
    };
  }
}

/** Returns the result as sentences. The test comes after the credentials are stored, and does not remove them. */
export function describeTest({ isOk, model, title, details }: ProviderTest): string {
  if (isOk) return t('It works: {model} answers.', { model: model ?? '' });
  return `${t('The credentials are stored, but their test failed.')} ${translate(title)} ${translate(details)}`;
}

export class ProviderTests {
  /** By the id of the provider. */
  results = $state.raw<Readonly<Record<string, ProviderTest | 'running'>>>({});
  readonly #agent: SetupAgent;

  constructor(agent: SetupAgent) {
    this.#agent = agent;
  }

  async run({ id }: Pick<Provider, 'id'>): Promise<void> {
    this.results = { ...this.results, [id]: 'running' };
    const result = await testProvider(this.#agent, id);
    // Meanwhile, the user may have signed out.
    if (id in this.results) this.results = { ...this.results, [id]: result };
  }

  forget({ id }: Pick<Provider, 'id'>): void {
    const { [id]: _, ...others } = this.results;
    this.results = others;
  }
}
