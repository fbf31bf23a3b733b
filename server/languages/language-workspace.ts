// The language servers of one folder, and the pages that use them.
import type {
  FoundSymbols,
  LanguageMessage,
  LanguageMessages,
  LanguageServerRow,
} from '../../shared/languages.ts';
import { Refusal } from '../../shared/refusal.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { turns } from '../lib/turns.ts';
import { parsePath } from '../workspace/workspace-path.ts';
import { findServers, type FoundServer } from './find-servers.ts';
import { LanguagePage } from './language-page.ts';
import { NoAnswer } from './json-rpc.ts';
import { MAX_SYMBOLS, parseSymbols } from './symbols.ts';
import { SERVER_KINDS, type ServerKind } from './server-table.ts';
import type { WatchedFile } from './watched-files.ts';
import { LanguageServer, type LanguageServerOptions } from './language-server.ts';

interface Sender {
  name: string;
  page: LanguagePage;
  mayStart: MayStart;
}

type MayStart = () => Promise<boolean>;
type Opened = Extract<LanguageMessage, { open: unknown }>['open'];
type Asked = Extract<LanguageMessage, { ask: unknown }>['ask'];

/** Of one workspace. */
const MAX_PAGES = 64;
const MEMORY_MS = 10_000;

export interface LanguageWorkspaceOptions extends Pick<
  LanguageServerOptions,
  'limits' | 'idleTime' | 'checkLimits'
> {
  /** Absolute, without links. */
  folder: string;
  /** The servers that may be used, as the user has chosen. */
  kinds?: () => readonly ServerKind[];
  /** Called with errors that no page reports. */
  onBug: (error: unknown) => void;
}

export class LanguageWorkspace {
  readonly #options: LanguageWorkspaceOptions;
  readonly #servers = new Map<string, LanguageServer>();
  readonly #pages = new Map<string, LanguagePage>();
  /** The servers that end because they have nothing to do. */
  readonly #closing = new Set<Promise<void>>();
  readonly #inTurn = turns();
  readonly #memory: NodeJS.Timeout;

  constructor(options: LanguageWorkspaceOptions) {
    this.#options = options;
    this.#memory = setInterval(() => this.#readMemory(), MEMORY_MS);
    this.#memory.unref();
  }

  /** Throws a Refusal 503 if there are too many pages. */
  follow(page: string): Follower {
    const known = this.#pageOf(page);
    known.sendServers([...this.#servers.values()].map(({ row }) => row));
    for (const { problems } of this.#servers.values())
      for (const one of problems.values()) known.sendProblems(one);
    return known.follow();
  }

  /**
   * Hands the messages on, in order; those that have arrived before are not handed on again. Rejects with a Refusal:
   * 400, or 409 `out_of_order` if earlier ones are missing. `mayStart`: whether programs may start here.
   */
  receive({ page: name, number, messages }: LanguageMessages, mayStart: MayStart): Promise<void> {
    return this.#inTurn(async () => {
      const page = this.#pageOf(name);
      if (number <= page.last) return;
      if (number > page.last + 1)
        throw new Refusal(409, 'out_of_order', `number: the next messages are ${page.last + 1}.`);
      for (const message of messages) requireUsable(message);
      page.last = number;
      for (const message of messages) await this.#onMessage({ name, page, mayStart }, message);
    }, name);
  }

  /** Starts what is not running. Throws a Refusal 403 without trust, and 404. */
  restart(id: string, isTrusted: boolean): void {
    if (!isTrusted)
      throw new Refusal(403, 'untrusted', 'Language servers start only in folders that you trust.');
    const server = this.#servers.get(id);
    if (!server) throw new Refusal(404, 'unknown_server', 'server: it is not used any more.');
    server.restart();
  }

  /** The servers for a file that run already. */
  async runningServers(file: string): Promise<LanguageServer[]> {
    const all = await this.#find(file);
    return all.flatMap(({ kind }) => this.#servers.get(kind.id) ?? []).filter(({ isRunning }) => isRunning);
  }

  /** The servers for a file, which are started if they do not run. Call this only in a folder that the user trusts. */
  async startServers(file: string): Promise<LanguageServer[]> {
    const all = await this.#find(file);
    const servers = all.map((found) => {
      const server = this.#servers.get(found.kind.id) ?? this.#add(found, true);
      server.addRoot(found.root);
      return server;
    });
    for (const server of servers) if (server.row.state === 'untrusted') server.restart();
    return servers.filter(({ isRunning }) => isRunning);
  }

  /** Finds symbols of the workspace by a part of their names. Only servers that run already are asked. */
  async findSymbols(query: string, signal: AbortSignal): Promise<FoundSymbols> {
    const ready = [...this.#servers.values()].filter(
      ({ row }) => row.state === 'ready' && row.capabilities?.workspaceSymbolProvider,
    );
    if (ready.length === 0)
      return { symbols: [], note: 'No running language server knows symbols. Open a file to start one.' };
    const request = { method: 'workspace/symbol', params: { query } };
    const results = await Promise.allSettled(ready.map((server) => server.ask('', request, signal)));
    const found = results.flatMap((one) =>
      one.status === 'fulfilled' ? parseSymbols(one.value, this.#options.folder) : [],
    );
    const failed = ready.find((_server, at) => results[at]!.status === 'rejected');
    return {
      symbols: found.slice(0, MAX_SYMBOLS),
      ...(failed && { note: `${failed.row.name} didn't answer.` }),
    };
  }

  row(id: string): LanguageServerRow | null {
    return this.#servers.get(id)?.row ?? null;
  }

  /** Must be called when the user has chosen other kinds. Pages open their documents again, for those that are new. */
  onKinds(): void {
    for (const [id, server] of this.#servers) {
      if (this.#kinds.some((kind) => server.isOf(kind))) continue;
      this.#servers.delete(id);
      this.#closeLater(server.close());
    }
    this.#sendServers();
    for (const page of this.#pages.values()) page.sendAgain();
  }

  onFilesChanged(files: readonly WatchedFile[]): void {
    for (const server of this.#servers.values()) server.onFilesChanged(files);
  }

  async close(): Promise<void> {
    clearInterval(this.#memory);
    for (const page of this.#pages.values()) page.close();
    await Promise.all([...this.#closing, ...[...this.#servers.values()].map((server) => server.close())]);
  }

  async #onMessage({ name, page, mayStart }: Sender, message: LanguageMessage): Promise<void> {
    if (!('cancel' in message)) for (const server of this.#servers.values()) server.onUse();
    if ('open' in message) return this.#open(name, message.open, mayStart);
    if ('ask' in message) return this.#ask(name, page, message.ask);
    if ('cancel' in message) return page.asked.get(message.cancel.id)?.abort();
    for (const { documents } of this.#servers.values())
      if ('close' in message) documents.close(name, parsePath(message.close.path));
      else documents.edit(name, parsePath(message.change.path), message.change.edits);
  }

  async #open(page: string, { path: given, text }: Opened, mayStart: MayStart): Promise<void> {
    const path = parsePath(given);
    const all = await this.#find(path);
    const isTrusted = all.length > 0 && (await mayStart());
    for (const found of all) {
      const server = this.#servers.get(found.kind.id) ?? this.#add(found, isTrusted);
      if (isTrusted && server.row.state === 'untrusted') server.restart();
      server.addRoot(found.root);
      server.open(page, path, text);
    }
  }

  #add(found: FoundServer, isTrusted: boolean): LanguageServer {
    const { id } = found.kind;
    const server = new LanguageServer({
      ...this.#options,
      ...{ found, isTrusted },
      onRow: () => this.#sendServers(),
      onProblems: (problems) => {
        for (const page of this.#pages.values()) page.sendProblems(problems);
      },
      onIdle: (closed) => {
        this.#servers.delete(id);
        this.#sendServers();
        this.#closeLater(closed);
      },
    });
    this.#servers.set(id, server);
    this.#sendServers();
    return server;
  }

  get #kinds(): readonly ServerKind[] {
    return this.#options.kinds?.() ?? SERVER_KINDS;
  }

  #find(file: string): Promise<FoundServer[]> {
    return findServers(this.#options.folder, file, this.#kinds);
  }

  #closeLater(closed: Promise<void>): void {
    this.#closing.add(closed);
    void closed.then(() => this.#closing.delete(closed));
  }

  #ask(name: string, page: LanguagePage, { id, server: wanted, method, params }: Asked): void {
    const abort = new AbortController();
    page.asked.set(id, abort);
    this.#answer(name, { wanted, method, params }, abort.signal)
      .then((result) => page.sendAnswer({ id, result }))
      .catch((error: unknown) => page.sendAnswer({ id, error: errorText(error) }))
      .finally(() => page.asked.delete(id))
      .catch(this.#options.onBug);
  }

  async #answer(
    page: string,
    { wanted, method, params }: { wanted: string; method: string; params: Asked['params'] },
    signal: AbortSignal,
  ): Promise<unknown> {
    const server = this.#servers.get(wanted);
    if (!server) throw new NoAnswer('it does not run');
    return server.ask(page, { method, params }, signal);
  }

  #pageOf(name: string): LanguagePage {
    const known = this.#pages.get(name);
    if (known) return known;
    if (this.#pages.size >= MAX_PAGES)
      throw new Refusal(
        503,
        'too_many_pages',
        `${MAX_PAGES} pages use the languages of this folder: close some.`,
      );
    const { folder } = this.#options;
    const page = new LanguagePage({ folder, onGone: () => this.#forget(name) });
    this.#pages.set(name, page);
    return page;
  }

  #forget(name: string): void {
    this.#pages.get(name)?.close();
    this.#pages.delete(name);
    for (const { documents } of this.#servers.values()) documents.closeAll(name);
  }

  #sendServers(): void {
    const rows = [...this.#servers.values()].map(({ row }) => row);
    for (const page of this.#pages.values()) page.sendServers(rows);
  }

  #readMemory(): void {
    if (this.#pages.size === 0) return;
    for (const server of this.#servers.values()) server.readMemory().catch(this.#options.onBug);
  }
}

/** Throws a Refusal 400 before any of the messages has an effect. */
function requireUsable(message: LanguageMessage): void {
  const { path } = 'open' in message ? message.open : 'close' in message ? message.close : { path: '' };
  parsePath('change' in message ? message.change.path : path);
}
