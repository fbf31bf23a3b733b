// The models that the server of a custom provider lists, and which of them the user chose.
import type { ListedApi, ListedModels } from '../../shared/setup.ts';
import { errorText } from '../../shared/error-text.ts';
import { t, translate } from '../language/text.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export interface ListedServer {
  baseUrl: string;
  api: ListedApi;
  key: string;
  /** The name of an environment variable. */
  variable: string;
}

export class ServerModels {
  /** In the order of the server; null before it was asked, and once it is another server. */
  ids = $state.raw<readonly string[] | null>(null);
  /** Why there are none, as a sentence. */
  failure = $state<string | null>(null);
  isAsking = $state(false);
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  #asked = '';

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  /** Asks the server. Only the answer to the newest question counts. */
  async ask(server: ListedServer): Promise<void> {
    const asked = (this.#asked = nameOf(server));
    const [key, variable] = [server.key.trim(), server.variable.trim()];
    const body = {
      baseUrl: server.baseUrl.trim(),
      api: server.api,
      ...(key && { key }),
      ...(variable && { variable }),
    };
    this.isAsking = true;
    const { api, path } = this.#agent;
    const answer = await api
      .json<ListedModels>(`${path}/setup/models/list`, { method: 'POST', body })
      .catch((error: unknown): ListedModels => ({ title: errorText(error), details: '' }));
    if (asked !== this.#asked) return;
    this.isAsking = false;
    this.ids = 'models' in answer ? answer.models : null;
    this.failure = failureOf(answer);
  }

  /** Must be called when the form changes: the list is of the server that was asked. */
  follow(server: ListedServer): void {
    // Read first, so that an effect depends on the form from its first run on.
    const name = nameOf(server);
    if (this.#asked === '' || this.#asked === name) return;
    this.#asked = '';
    this.ids = this.failure = null;
    this.isAsking = false;
  }
}

function failureOf(answer: ListedModels): string | null {
  if ('models' in answer) return answer.models.length > 0 ? null : t('The server lists no models.');
  return `${translate(answer.title)} ${answer.details}`.trim();
}

function nameOf({ baseUrl, api, key, variable }: ListedServer): string {
  return JSON.stringify([baseUrl.trim(), api, key.trim(), variable.trim()]);
}

/** Returns the ids in the field, which separates them by commas. */
export function enteredIds(field: string): string[] {
  return [...new Set(field.split(',').map((id) => id.trim()))].filter(Boolean);
}

/** Returns the field with the id added, or without it. */
export function toggleId(field: string, id: string): string {
  const ids = enteredIds(field);
  return (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]).join(', ');
}
