// The packages, skills and other resources that pi loads for this project, for the settings: lists, creates and
// switches them.
import { errorText } from '../../shared/error-text.ts';
import type { Resource, ResourceKind, Resources, ResourceScope } from '../../shared/resources.ts';
import type { ConfigFile } from '../../shared/setup.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { pendingReloads } from './pending-reloads.svelte.ts';

export class ResourceList {
  /** Null until the resources are known. */
  all = $state.raw<Resources | null>(null);
  /** Why the last request failed. */
  failure = $state<string | null>(null);
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  ofKind(kind: ResourceKind): Resource[] {
    return (this.all?.resources ?? []).filter((resource) => resource.kind === kind);
  }

  async read(): Promise<void> {
    await this.#try(async () => {
      this.all = await this.#agent.api.json<Resources>(this.#path);
    });
  }

  /** `inProject`: switches a part of pi for this project only; null makes it the same as for all projects. */
  switch({ kind, path }: Resource, isEnabled: boolean, inProject?: boolean | null): Promise<boolean> {
    return this.#try(async () => {
      const body = { kind, path, isEnabled, ...(inProject !== undefined && { inProject }) };
      await this.#agent.api.fetch(`${this.#path}/switch`, { method: 'POST', body });
      pendingReloads.add(this.#agent.path);
      this.all = await this.#agent.api.json<Resources>(this.#path);
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
    await this.#try(async () => {
      created = await this.#agent.api.json<ConfigFile>(this.#path, { method: 'POST', body: wanted });
      pendingReloads.add(this.#agent.path);
      this.all = await this.#agent.api.json<Resources>(this.#path);
    });
    return created;
  }

  get #path(): string {
    return `${this.#agent.path}/setup/resources`;
  }

  async #try(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      this.failure = null;
      return true;
    } catch (error) {
      this.failure = errorText(error);
      return false;
    }
  }
}
