// One of pi's files as this page sees it: what it says, what is wrong with it, and changing it.
import { errorText } from '../../shared/error-text.ts';
import type { ConfigFile, ConfigName } from '../../shared/setup.ts';
import { ApiError } from '../lib/requests/api.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export class ConfigFileState {
  /** Null until it is read. */
  file = $state.raw<ConfigFile | null>(null);
  /** Why the last request did not succeed. */
  failure = $state<string | null>(null);
  /** Another program's text, written while the user edited this one. */
  theirs = $state.raw<ConfigFile | null>(null);
  /** Something was saved since pi was loaded. */
  isChanged = $state(false);
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #route: string;

  /** `place`: one of pi's JSON files, or the path of a skill, a prompt template or another resource. */
  constructor(agent: Pick<Agent, 'api' | 'path'>, place: ConfigName | { resource: string }) {
    this.#agent = agent;
    this.#route =
      typeof place === 'string'
        ? `files/${place}`
        : `resources/text?path=${encodeURIComponent(place.resource)}`;
  }

  /** The parsed content; an empty object while there is none, or it is broken. */
  readonly content = $derived.by((): unknown => {
    if (!this.file?.text || this.file.problem) return {};
    return parseWithComments(this.file.text);
  });

  get #path(): string {
    return `${this.#agent.path}/setup/${this.#route}`;
  }

  async read(): Promise<void> {
    await this.#try(async () => {
      this.file = await this.#agent.api.json<ConfigFile>(this.#path);
      this.theirs = null;
    });
  }

  /** Undefined removes the value. False: it was not saved, and `failure` says why. */
  change(path: readonly string[], value: unknown): Promise<boolean> {
    return this.#try(async () => {
      const body = { path, ...(value !== undefined && { value }) };
      this.file = await this.#agent.api.json<ConfigFile>(`${this.#path}/changes`, { method: 'POST', body });
      this.isChanged = true;
    });
  }

  /** Saves the text over what was read; `over` is what the user has compared it with instead. */
  save(text: string, over = this.file): Promise<boolean> {
    return this.#try(async () => {
      const headers: Record<string, string> = over?.etag
        ? { 'if-match': over.etag }
        : { 'if-none-match': '*' };
      this.file = await this.#agent.api.json<ConfigFile>(this.#path, {
        method: 'PUT',
        body: new TextEncoder().encode(text),
        headers,
      });
      this.theirs = null;
      this.isChanged = true;
    });
  }

  async #try(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      this.failure = null;
      return true;
    } catch (error) {
      this.failure = errorText(error);
      if (error instanceof ApiError && error.status === 412)
        this.theirs = await this.#agent.api.json<ConfigFile>(this.#path);
      return false;
    }
  }
}

/** The server has checked it: JSON, or in models.json with comments and trailing commas. */
export function parseWithComments(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_match, string?: string) => string ?? '')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_match, string?: string) => string ?? '');
  return JSON.parse(plain) as unknown;
}
