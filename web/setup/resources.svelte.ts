// The packages, skills and other resources that pi loads for this project, for the settings: lists, creates and
// switches them.
import type {
  Resource as PiResource,
  ResourceKind,
  Resources,
  ResourceScope,
} from '../../shared/resources.ts';
import type { ConfigFile } from '../../shared/setup.ts';
import { Resource } from '../lib/requests/resource.svelte.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { pendingReloads } from './pending-reloads.svelte.ts';

export class ResourceList extends Resource<Resources> {
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #path: string;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    const path = `${agent.path}/setup/resources`;
    super((signal) => agent.api.json<Resources>(path, { signal }));
    this.#agent = agent;
    this.#path = path;
  }

  ofKind(kind: ResourceKind): PiResource[] {
    return (this.value?.resources ?? []).filter((resource) => resource.kind === kind);
  }

  /** `inProject`: switches a part of pi for this project only; null makes it the same as for all projects. */
  switch({ kind, path }: PiResource, isEnabled: boolean, inProject?: boolean | null): Promise<boolean> {
    const body = { kind, path, isEnabled, ...(inProject !== undefined && { inProject }) };
    return this.act(async () => {
      await this.#agent.api.fetch(`${this.#path}/switch`, { method: 'POST', body });
      pendingReloads.add(this.#agent.path);
    });
  }

  /** Creates a resource. Resolves to null if that failed; `failure` then gives the reason. */
  async create(wanted: {
    kind: string;
    scope: ResourceScope;
    name?: string;
    description?: string;
  }): Promise<ConfigFile | null> {
    let created: ConfigFile | null = null;
    await this.act(async () => {
      created = await this.#agent.api.json<ConfigFile>(this.#path, { method: 'POST', body: wanted });
      pendingReloads.add(this.#agent.path);
    });
    return created;
  }
}
