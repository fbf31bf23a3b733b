// One of pi's configuration files: reads it, reports its errors, and changes or saves it.
import { errorText } from '../../shared/error-text.ts';
import type { ConfigFile, ConfigName } from '../../shared/setup.ts';
import { ApiError } from '../lib/requests/api.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export class ConfigFileState {
  /** Null until the file was read. */
  file = $state.raw<ConfigFile | null>(null);
  /** Why the last request failed. */
  failure = $state<string | null>(null);
  /** The version that another program wrote while the user edited this one. */
  theirs = $state.raw<ConfigFile | null>(null);
  /** Whether something was saved here that pi has not loaded yet. */
  isChanged = $state(false);
  /** Null for a skill or another resource. */
  readonly name: ConfigName | null;
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #route: string;

  /** `place` is one of pi's JSON files, or the path of a skill, a prompt template or another resource. */
  constructor(agent: Pick<Agent, 'api' | 'path'>, place: ConfigName | { resource: string }) {
    this.#agent = agent;
    this.name = typeof place === 'string' ? place : null;
    this.#route =
      typeof place === 'string'
        ? `files/${place}`
        : `resources/text?path=${encodeURIComponent(place.resource)}`;
  }

  /** The parsed content; an empty object while the file is missing or broken. */
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

  /** Changes one value; undefined removes it. Resolves with false if that failed; `failure` then gives the reason. */
  change(path: readonly string[], value: unknown): Promise<boolean> {
    return this.#try(async () => {
      const body = { path, ...(value !== undefined && { value }) };
      this.file = await this.#agent.api.json<ConfigFile>(`${this.#path}/changes`, { method: 'POST', body });
      this.isChanged = true;
    });
  }

  /** Saves the text. It replaces only the version `over`, by default the one that was read. */
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
      const isOutdated = error instanceof ApiError && error.status === 412;
      if (isOutdated) this.theirs = await this.#agent.api.json<ConfigFile>(this.#path);
      this.failure = isOutdated ? null : errorText(error);
      return false;
    }
  }
}

/** Parses a file that the server has checked. It is JSON, in models.json also with comments and trailing commas. */
export function parseWithComments(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_match, string?: string) => string ?? '')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_match, string?: string) => string ?? '');
  return JSON.parse(plain) as unknown;
}
