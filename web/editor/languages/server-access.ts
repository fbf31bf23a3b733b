// One language server, as the providers of one language of the editor use it.
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import { languageOf } from '../../../shared/language-of.ts';
import { askAloud } from './ask-aloud.svelte.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import { knownModel, monacoLocations } from './language-models.ts';
import { positionOf, type LspLocation } from './lsp.ts';

type Model = monaco.editor.ITextModel;
type Token = monaco.CancellationToken;

interface Request {
  /** Without `textDocument/`. */
  method: string;
  params: object;
}

export interface ServerAccessOptions {
  server: string;
  /** As Monaco names it. */
  language: string;
  capabilities: Record<string, unknown>;
  toasts: Toasts;
}

export class ServerAccess {
  readonly server: string;
  readonly language: string;
  readonly toasts: Toasts;
  readonly #capabilities: Record<string, unknown>;

  constructor({ server, language, capabilities, toasts }: ServerAccessOptions) {
    this.server = server;
    this.language = language;
    this.toasts = toasts;
    this.#capabilities = capabilities;
  }

  offers(capability: string): boolean {
    const value = this.#capabilities[capability];
    return value !== undefined && value !== null && value !== false;
  }

  option(capability: string, name: string): unknown {
    return (this.#capabilities[capability] as Record<string, unknown>)[name];
  }

  characters(capability: string, name: string): string[] {
    const value = this.option(capability, name);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  }

  /** Null if this server is not there for the file. */
  clientOf(model: Model): LanguageClient | null {
    const { client, path } = knownModel(model) ?? {};
    const language = path === undefined ? undefined : languageOf(path);
    const row = client?.servers.find(({ id }) => id === this.server);
    return client && language !== undefined && row?.languages.includes(language) ? client : null;
  }

  /** Resolves to null if the server is not there for the file. Rejects if it does not answer, and when cancelled. */
  async ask<T>(model: Model, { method, params }: Request, token: Token): Promise<T | null> {
    const client = this.clientOf(model);
    if (!client || token.isCancellationRequested) return null;
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    const textDocument = { uri: client.uriOf(knownModel(model)!.path) };
    try {
      const whole = { method: `textDocument/${method}`, params: { textDocument, ...params } };
      return await client.ask<T>(this.server, whole, abort.signal);
    } finally {
      listener.dispose();
    }
  }

  /** For what the user has not asked for: without an answer there is none. The list of problems says what failed. */
  askQuietly<T>(...asked: Parameters<ServerAccess['ask']>): Promise<T | null> {
    return this.ask<T>(...asked).catch(() => null);
  }

  /** For what the user waits for. Rejects as `ask` does, after a notice. */
  async aloud<T>(model: Model, token: Token, ask: () => Promise<T | null>): Promise<T | null> {
    const client = this.clientOf(model);
    return client && askAloud({ server: this.server, client, toasts: this.toasts }, token, ask);
  }

  async places(
    model: Model,
    method: string,
    { position, token, ...more }: { position: monaco.Position; token: Token; context?: object },
  ): Promise<monaco.languages.Location[] | null> {
    const params = { position: positionOf(position), ...more };
    let found: LspLocation | LspLocation[] | null;
    try {
      found = await this.aloud(model, token, () => this.ask(model, { method, params }, token));
    } catch {
      // Monaco would say that there is no such place.
      if (!this.#hasOthers(model, `${method}Provider`))
        await new Promise<unknown>((resolve) => token.onCancellationRequested(resolve));
      return null;
    }
    const client = this.clientOf(model);
    return found && client ? monacoLocations(client, [found].flat()) : null;
  }

  /** Whether another server answers for the file, too. */
  #hasOthers(model: Model, capability: string): boolean {
    const { client, path } = knownModel(model) ?? {};
    const all = client && path !== undefined ? client.serversFor(path) : [];
    return all.some(({ id, capabilities }) => id !== this.server && Boolean(capabilities?.[capability]));
  }
}
