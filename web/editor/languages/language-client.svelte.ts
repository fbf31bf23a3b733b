// What this page knows from the language servers of one workspace: which of them run, and the problems that they have
// found. It keeps the documents of the editor in step with the server.
import type {
  DocumentEdit,
  FileProblems,
  LanguageAnswer,
  LanguageServerRow,
} from '../../../shared/languages.ts';
import { languageOf } from '../../../shared/language-of.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { LanguageConnection } from './language-connection.ts';
import { PendingRequests } from './pending-requests.ts';

/** Larger files are not sent: each edit of them would be compared with the whole text. In UTF-16 units. */
const MAX_TEXT = 2 * 1024 * 1024;
/** No text that the server takes has these: a NUL, and half a character, which an editor may hold for a moment. */
const ODD = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export interface LanguageDocument {
  text: () => string;
}

const clients = new Map<string, LanguageClient>();

export function languagesOf(agent: Agent, workspace: string): LanguageClient {
  const client = clients.get(workspace) ?? new LanguageClient(workspace);
  client.use(agent);
  clients.set(workspace, client);
  return client;
}

export class LanguageClient {
  readonly workspace: string;
  /** The agent of this workspace that the page showed last. */
  agent: Agent | null = null;
  servers = $state.raw<readonly LanguageServerRow[]>([]);
  /** By server and path. */
  #problems = $state.raw<ReadonlyMap<string, FileProblems>>(new Map());
  /** Why nothing is known at the moment, for the user. */
  failure = $state<string | null>(null);
  /** The folder of the workspace, without links. */
  folder = '';
  readonly #documents = new Map<string, LanguageDocument>();
  readonly #listeners = new Set<() => void>();
  readonly #connection: LanguageConnection;
  readonly #requests = new PendingRequests((message) => this.#connection.send(message));

  constructor(workspace: string) {
    this.workspace = workspace;
    this.#connection = new LanguageConnection({
      access: () => this.agent!,
      onFrame: (kind, data) => this.#onFrame(kind, data),
      onNew: (folder) => this.#onNew(folder),
      onAgain: () => this.#requests.sendAgain(),
      onConnection: (failure) => this.#onConnection(failure),
    });
  }

  use(agent: Agent): void {
    this.agent = agent;
    // The stream of an earlier agent ends with it.
    if (this.#documents.size > 0) this.#connection.open();
  }

  get problems(): FileProblems[] {
    return [...this.#problems.values()];
  }

  /** Calls the function after each change of the servers or problems, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  serversFor(path: string): LanguageServerRow[] {
    const language = languageOf(path);
    return this.servers.filter(({ languages }) => language !== undefined && languages.includes(language));
  }

  isOpen(path: string): boolean {
    return this.#documents.has(path);
  }

  /** Opens a document, if it is in a language that a server may know. The returned function closes it. */
  open(path: string, document: LanguageDocument): () => void {
    if (languageOf(path) === undefined || document.text().length > MAX_TEXT) return () => undefined;
    this.#documents.set(path, document);
    this.#connection.open();
    this.#connection.send({ open: { path, text: plain(document.text()) } });
    return () => {
      if (this.#documents.get(path) !== document) return;
      this.#documents.delete(path);
      this.#connection.send({ close: { path } });
      if (this.#documents.size === 0) this.#leave();
    };
  }

  change(path: string, edits: readonly DocumentEdit[]): void {
    const sent = edits.map((edit) => ({ ...edit, text: plain(edit.text) }));
    if (this.isOpen(path)) this.#connection.send({ change: { path, edits: sent } });
  }

  /** Asks a server. Rejects with why there is no answer, also when the signal aborts. */
  ask<T>(
    server: string,
    request: { method: string; params: Record<string, unknown> },
    signal?: AbortSignal,
  ): Promise<T | null> {
    return this.#requests.ask({ server, ...request }, signal) as Promise<T | null>;
  }

  /** Starts a server that has failed, or that may start since the user trusts the folder. Rejects with an ApiError. */
  async restart(server: string): Promise<void> {
    const { api, path } = this.agent!;
    await api.fetch(`${path}/languages/restart`, { method: 'POST', body: { server } });
  }

  uriOf(path: string): string {
    return `file://${`${this.folder}/${path}`.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** Returns the path in the workspace; null for a file elsewhere. */
  pathOf(uri: string): string | null {
    const place = uri.startsWith('file://') ? decode(uri.slice('file://'.length)) : '';
    return place.startsWith(`${this.folder}/`) ? place.slice(this.folder.length + 1) : null;
  }

  #onConnection(failure: string | null): void {
    this.failure = failure;
    if (failure !== null) this.#requests.rejectAll(failure);
  }

  /** Without documents there is nothing to know. The server notices that the page has left. */
  #leave(): void {
    this.#connection.close();
    this.servers = [];
    this.#problems = new Map();
    for (const listener of this.#listeners) listener();
  }

  #onFrame(kind: string, data: string): void {
    if (kind === 'answer') return this.#requests.onAnswer(JSON.parse(data) as LanguageAnswer);
    // The user has changed which servers are used.
    if (kind === 'again') return this.#openAll();
    if (kind === 'servers') this.servers = (JSON.parse(data) as { servers: LanguageServerRow[] }).servers;
    else if (kind === 'problems') this.#onProblems(JSON.parse(data) as FileProblems);
    for (const listener of this.#listeners) listener();
  }

  #onProblems(found: FileProblems): void {
    const next = new Map(this.#problems);
    const key = `${found.server} ${found.path}`;
    if (found.problems.length === 0) next.delete(key);
    else next.set(key, found);
    this.#problems = next;
  }

  #onNew(folder: string): void {
    this.folder = folder;
    this.#problems = new Map();
    this.#requests.rejectAll('cancelled');
    this.#openAll();
    for (const listener of this.#listeners) listener();
  }

  #openAll(): void {
    for (const [path, document] of this.#documents)
      this.#connection.send({ open: { path, text: plain(document.text()) } });
  }
}

/** A server may send anything. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Characters that the server refuses become signs of the same length, so that all places stay right. */
function plain(text: string): string {
  return text.replaceAll(ODD, '\ufffd');
}
