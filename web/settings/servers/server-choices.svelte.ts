// The table of language servers, as the panel has it, and the user's changes to it.
import type { AddedServer, LanguageChoices, ServerChoice, ServerTable } from '../../../shared/languages.ts';
import { Resource } from '../../lib/requests/resource.svelte.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

export class ServerChoices extends Resource<ServerTable> {
  readonly #api: Agent['api'];

  constructor({ api, path }: Pick<Agent, 'api' | 'path'>) {
    super((signal) => api.json(`${path}/languages/servers`, { signal }));
    this.#api = api;
  }

  /** Resolves to whether it was stored; otherwise `failure` says why not. */
  async change(changed: Partial<LanguageChoices>): Promise<boolean> {
    if (!this.value) return false;
    const body = { ...this.value.choices, ...changed };
    return this.act(() => this.#api.fetch('api/languages', { method: 'POST', body }));
  }

  /** An empty choice is forgotten. */
  choose(id: string, choice: ServerChoice): Promise<boolean> {
    const { [id]: _before, ...others } = this.value?.choices.servers ?? {};
    const isEmpty = Object.keys(choice).length === 0;
    return this.change({ servers: isEmpty ? others : { ...others, [id]: choice } });
  }

  add(server: AddedServer): Promise<boolean> {
    const others = (this.value?.choices.added ?? []).filter(({ id }) => id !== server.id);
    return this.change({ added: [...others, server] });
  }

  /** `id`: as in its row, `own.NAME`. */
  remove(id: string): Promise<boolean> {
    const { added = [], servers = {} } = this.value?.choices ?? {};
    const { [id]: _choice, ...others } = servers;
    return this.change({ added: added.filter((one) => `own.${one.id}` !== id), servers: others });
  }
}
