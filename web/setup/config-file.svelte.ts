// One of pi's configuration files: reads it, reports its errors, and changes or saves it.
import { errorText } from '../../shared/error-text.ts';
import type { ConfigFile, ConfigName } from '../../shared/setup.ts';
import { ApiError } from '../lib/requests/api.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { draftOf, keepDraft, type FileDraft } from './file-drafts.svelte.ts';
import { pendingReloads } from './pending-reloads.svelte.ts';

type SetupAgent = Pick<Agent, 'api' | 'path'> & Partial<Pick<Agent, 'view'>>;

export class ConfigFileState {
  /** Null until the file was read. */
  file = $state.raw<ConfigFile | null>(null);
  /** Why the last request failed. */
  failure = $state<string | null>(null);
  /** The version that another program wrote while the user edited this one. */
  theirs = $state.raw<ConfigFile | null>(null);
  /** Null for a skill or another resource. */
  readonly name: ConfigName | null;
  readonly #agent: SetupAgent;
  readonly #route: string;

  /** `place` is one of pi's JSON files, or the path of a skill, a prompt template or another resource. */
  constructor(agent: SetupAgent, place: ConfigName | { resource: string }) {
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

  /** The text that the user has not saved, with the version that was edited. */
  readonly draft = $derived(this.file ? draftOf(this.file.path) : undefined);

  get #path(): string {
    return `${this.#agent.path}/setup/${this.#route}`;
  }

  async read(): Promise<void> {
    await this.#try(async () => {
      this.file = await this.#agent.api.json<ConfigFile>(this.#path);
      this.theirs = null;
    });
  }

  /** Changes one value; undefined removes it. Resolves to false if that failed; `failure` then gives the reason. */
  change(path: readonly string[], value: unknown): Promise<boolean> {
    return this.#try(async () => {
      const body = { path, ...(value !== undefined && { value }) };
      this.file = await this.#agent.api.json<ConfigFile>(`${this.#path}/changes`, { method: 'POST', body });
      this.#onSaved();
    });
  }

  /** Keeps what the user typed until it is saved. Null discards it. */
  edit(text: string | null): void {
    const { draft, file } = this;
    if (file)
      keepDraft(file.path, text === null ? null : this.#asDraft(text, draft ? draft.base : file.etag));
  }

  #asDraft(text: string, base: string | null): FileDraft {
    const workspace = this.#agent.view?.workspace;
    const isProjectFile =
      workspace !== undefined &&
      (this.name === null ? isInside(this.file?.path ?? '', workspace) : this.name.startsWith('project-'));
    return { text, base, ...(isProjectFile && { workspace }) };
  }

  /** Saves what the user typed. It replaces only the version with this ETag, by default the one that was edited. */
  save(over = this.draft?.base ?? null): Promise<boolean> {
    const { draft, file } = this;
    if (!draft || !file) return Promise.resolve(true);
    return this.#try(async () => {
      const { text } = draft;
      const headers: Record<string, string> = over ? { 'if-match': over } : { 'if-none-match': '*' };
      this.file = await this.#agent.api.json<ConfigFile>(this.#path, {
        method: 'PUT',
        body: new TextEncoder().encode(text),
        headers,
      });
      // More may have been typed in the meantime.
      const { text: now } = draftOf(file.path) ?? {};
      keepDraft(file.path, now === undefined || now === text ? null : this.#asDraft(now, this.file.etag));
      this.theirs = null;
      this.#onSaved();
    });
  }

  /** Must be called after a save. The panel itself informs the agents about models.json. */
  #onSaved(): void {
    if (this.name !== 'models') pendingReloads.add(this.#agent.path);
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

const isInside = (path: string, folder: string): boolean =>
  ['/', '\\'].some((separator) => path.startsWith(`${folder}${separator}`));

/** Parses a file that the server has checked. It is JSON, in models.json also with comments and trailing commas. */
export function parseWithComments(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_match, string?: string) => string ?? '')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_match, string?: string) => string ?? '');
  return JSON.parse(plain) as unknown;
}
