// The entries that only pi knows: providers, models, packages, skills and other resources, and MCP servers in its
// files. pi is asked once the user begins to search.
import { errorText } from '../../../shared/error-text.ts';
import type { Resources } from '../../../shared/resources.ts';
import type { Providers, SetupModels } from '../../../shared/setup.ts';
import { t } from '../../language/text.ts';
import { ConfigFileState } from '../../setup/config-file.svelte.ts';
import { STATE_WORDS } from '../../setup/providers.svelte.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { modelFacts } from '../models/model-facts.ts';
import { originOf } from '../resources/resource-words.ts';
import { valueAt } from '../pi/setting.ts';
import type { SearchEntry } from './entry.ts';

type Asked = Pick<Agent, 'api' | 'path'>;

export class FoundEntries {
  all = $state.raw<readonly SearchEntry[]>([]);
  isReading = $state(false);
  /** Why some entries are missing. */
  failure = $state<string | null>(null);
  readonly #agent: Asked;

  constructor(agent: Asked) {
    this.#agent = agent;
  }

  async read(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    this.failure = null;
    const sources = [providerEntries, modelEntries, resourceEntries, mcpEntries].map((source) =>
      source(this.#agent).catch((error: unknown) => {
        this.failure = errorText(error);
        return [];
      }),
    );
    this.all = (await Promise.all(sources)).flat();
    this.isReading = false;
  }
}

async function providerEntries({ api, path }: Asked): Promise<SearchEntry[]> {
  const { providers } = await api.json<Providers>(`${path}/setup/providers`);
  return providers.map(({ id, name, state }) => ({
    ...{ page: 'providers', title: name, detail: t(STATE_WORDS[state]), words: id, target: name },
  }));
}

async function modelEntries({ api, path }: Asked): Promise<SearchEntry[]> {
  const { models } = await api.json<SetupModels>(`${path}/setup/models`);
  return models.map((model) => {
    const id = `${model.provider}/${model.id}`;
    const detail = `${model.provider} · ${modelFacts(model)}`;
    return { page: 'models', title: model.name, detail, words: id, target: id, find: id };
  });
}

async function resourceEntries({ api, path }: Asked): Promise<SearchEntry[]> {
  const { packages, resources } = await api.json<Resources>(`${path}/setup/resources`);
  return [
    ...packages.map(({ name, source, description }) => ({
      ...{
        page: 'packages',
        title: name ?? source,
        detail: description ?? source,
        words: source,
        target: source,
      },
    })),
    ...resources.map((resource) => ({
      ...{ page: 'skills', title: resource.name, detail: resource.description ?? originOf(resource) },
      ...{ words: `${resource.kind} ${resource.path}`, target: resource.name },
    })),
  ];
}

/** Reads the entries from the files, because pi itself would connect to each server first. */
async function mcpEntries(agent: Asked): Promise<SearchEntry[]> {
  const files = (['mcp', 'project-mcp'] as const).map((name) => new ConfigFileState(agent, name));
  await Promise.all(files.map((file) => file.read()));
  const names = files.flatMap(({ content }) => Object.keys(valueAt(content, 'mcpServers') ?? {}));
  return [...new Set(names)].map((name) => ({
    ...{ page: 'mcp', title: name, detail: t('MCP server'), target: name },
  }));
}
