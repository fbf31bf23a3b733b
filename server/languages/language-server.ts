// One language server of a workspace, over all of its runs: it is started when a document is opened, restarted when it
// fails, and ended when it has had no document for a while.
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { languageOf } from '../../shared/language-of.ts';
import type { FileProblems, LanguageServerRow } from '../../shared/languages.ts';
import { errorText } from '../../shared/error-text.ts';
import { turns } from '../lib/turns.ts';
import { pathIn, takesEdits, takesFolders, uriOf, wantsSaves, workspaceFolder } from './client-words.ts';
import { Documents } from './documents.ts';
import type { FoundServer } from './find-servers.ts';
import { NoAnswer } from './json-rpc.ts';
import { memoryOf } from './memory.ts';
import { parseProblems } from './problems.ts';
import type { ServerKind } from './server-table.ts';
import { LIMITS, ServerProcess, type ServerLimits } from './server-process.ts';
import { WatchedFiles, type WatchedFile } from './watched-files.ts';
import { CHECK, CheckStopped, ServerCheck, type CheckLimits } from './turns/server-check.ts';

type RowState = Omit<LanguageServerRow, 'id' | 'name' | 'languages'>;

const NOT_STARTED: RowState = {
  ...{ state: 'untrusted', isLoading: false, reason: null },
  ...{ memory: null, restarts: 0, capabilities: null },
};
const MAX_RESTARTS = 3;
/** How long a server without documents stays, in ms. */
const IDLE_MS = 5 * 60_000;
/** How long a check waits for any answer, in ms. Less than the limit after which a server counts as hanging. */
const PING_MS = 10_000;
/** Files with problems that are kept of one server. */
const MAX_FILES = 2000;

export interface LanguageServerOptions {
  found: FoundServer;
  /** The workspace, absolute, without links. */
  folder: string;
  isTrusted: boolean;
  onRow: () => void;
  onProblems: (problems: FileProblems) => void;
  /** Called when it ends because it has nothing to do. `closed` resolves once it is gone. */
  onIdle: (closed: Promise<void>) => void;
  limits?: ServerLimits;
  idleTime?: number;
  checkLimits?: CheckLimits;
}

export interface LanguageRequest {
  method: string;
  params: Record<string, unknown>;
}

export class LanguageServer {
  readonly documents: Documents;
  readonly problems = new Map<string, FileProblems>();
  /** When a page used it last, in ms since 1970. */
  usedAt = 0;
  readonly #options: LanguageServerOptions;
  readonly #roots = new Set<string>();
  readonly #watched: WatchedFiles;
  #process: ServerProcess | null = null;
  #row: RowState;
  #restarts = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** One check after the other. */
  readonly #inTurn = turns();
  #check: ServerCheck | null = null;

  constructor(options: LanguageServerOptions) {
    this.#options = options;
    this.#watched = new WatchedFiles(options.folder);
    this.#roots.add(options.found.root);
    this.#row = NOT_STARTED;
    // Before it is ready nothing is sent: it gets every document then.
    this.documents = new Documents((method, params) => {
      if (this.#row.state === 'ready') this.#process?.notify(method, params);
      this.#onDocuments();
    });
    if (options.isTrusted) this.#start();
  }

  get row(): LanguageServerRow {
    const { id, program, languages } = this.#options.found.kind;
    return { id, name: program, languages, ...this.#row };
  }

  /** Must be called with the root of each file, before the file is opened: packages of a monorepo have their own. */
  addRoot(root: string): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    if (this.#row.state !== 'ready' || !takesFolders(this.#row.capabilities?.workspace)) return;
    const event = { added: [workspaceFolder(root)], removed: [] };
    this.#process?.notify('workspace/didChangeWorkspaceFolders', { event });
  }

  open(page: string, file: string, text: string): void {
    const uri = uriOf(path.join(this.#options.folder, file));
    this.documents.open(page, file, { uri, language: languageOf(file) ?? 'plaintext', text });
  }

  /** Rejects with a NoAnswer. Nothing that a page sends later overtakes the request, unless the server still starts. */
  async ask(page: string, { method, params }: LanguageRequest, signal: AbortSignal): Promise<unknown> {
    const run = this.#process;
    if (!run) throw new NoAnswer(this.#row.reason ?? 'it does not run');
    if (this.#row.state !== 'ready') await run.ready;
    const document = params.textDocument as { uri?: unknown } | undefined;
    const file = typeof document?.uri === 'string' ? pathIn(this.#options.folder, document.uri) : null;
    if (file === null) return run.ask(method, params, signal);
    this.documents.use(page, file);
    const textDocument = { ...document, uri: uriOf(path.join(this.#options.folder, file)) };
    return run.ask(method, { ...params, textDocument }, signal);
  }

  isOf(kind: ServerKind): boolean {
    return isDeepStrictEqual(kind, this.#options.found.kind);
  }

  /** Whether it runs, or is about to. */
  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** Must be called when a page uses the server: a check gives way to it. */
  onUse(): void {
    this.usedAt = Date.now();
    this.#check?.yield();
  }

  /**
   * Runs a check, during which pages get no problems, because the server knows other texts than theirs. Rejects with a
   * CheckStopped if a page uses the server meanwhile, or the server ends.
   */
  check<T>(act: (check: ServerCheck) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#runCheck(act));
  }

  async #runCheck<T>(act: (check: ServerCheck) => Promise<T>): Promise<T> {
    const run = this.#process;
    if (!run) throw new CheckStopped('it does not run');
    await run.ready.catch((error: unknown) => {
      throw new CheckStopped(errorText(error));
    });
    const checked = {
      documents: this.documents,
      known: (file: string) => this.problems.get(file),
      open: (file: string, text: string) => this.open(CHECK, file, text),
      isLoading: () => this.#row.isLoading || run.isAsked,
      ping: async (file: string) => {
        // Any answer will do, also that it knows nothing.
        await this.#ping(file).catch(() => null);
        if (run.isEnding) throw new CheckStopped('it has ended');
      },
    };
    const check = new ServerCheck(checked, this.#options.checkLimits);
    this.#check = check;
    try {
      return await act(check);
    } finally {
      this.#check = null;
      const withheld = check.leave();
      // The problems of a run that has ended are gone.
      if (run === this.#process)
        for (const { path: file, problems, more } of withheld) this.#setProblems(file, problems, more);
    }
  }

  /** Tells the server about files that others have changed. */
  onFilesChanged(files: readonly WatchedFile[]): void {
    if (this.#row.state !== 'ready') return;
    const changes = this.#watched.toEvents(files);
    this.#process?.notify('workspace/didChangeWatchedFiles', { changes });
    // Some servers look at the whole project, or at the headers of a file, only then.
    if (!wantsSaves(this.#row.capabilities?.textDocumentSync)) return;
    for (const uri of this.#savedBy(files))
      this.#process?.notify('textDocument/didSave', { textDocument: { uri } });
  }

  /** The open documents among these files. Without one, any other, which may depend on what has changed. */
  #savedBy(files: readonly WatchedFile[]): string[] {
    const saved = files.flatMap((one) => this.documents.find(one.path)?.uri ?? []);
    const { languages } = this.#options.found.kind;
    const isConcerned = files.some((one) => languages.includes(languageOf(one.path) ?? ''));
    return saved.length === 0 && isConcerned ? this.documents.uris.slice(0, 1) : saved;
  }

  /** Starts it, if it is not running: the user trusts the folder now, or wants to try again. */
  restart(): void {
    this.#restarts = 0;
    if (!this.#process && !this.#isClosed) this.#start();
  }

  async readMemory(): Promise<void> {
    const pid = this.#process?.pid;
    const memory = pid === undefined ? null : await memoryOf(pid);
    const known = this.#row.memory;
    // It changes all the time, by a little.
    const isNear = memory !== null && known !== null && Math.abs(memory - known) < known / 20;
    if (memory !== known && !isNear) this.#change({ memory });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#process?.close();
  }

  #start(): void {
    const { found, limits = LIMITS } = this.#options;
    this.#change({ state: 'starting', isLoading: false, reason: null, capabilities: null });
    this.#watched.forgetAll();
    const run = new ServerProcess({
      found,
      roots: this.#roots,
      limits,
      onLoading: (isLoading) => this.#change({ isLoading }),
      onNotification: (method, params) => {
        if (method === 'textDocument/publishDiagnostics') this.#onProblems(params);
      },
    });
    this.#process = run;
    run.ready.then(
      (capabilities) => this.#onReady(run, capabilities),
      () => undefined,
    );
    void run.ended.then((reason) => this.#onEnd(run, reason));
  }

  #onReady(run: ServerProcess, capabilities: Record<string, unknown>): void {
    if (run !== this.#process) return;
    this.documents.isIncremental = takesEdits(capabilities.textDocumentSync);
    this.#change({ state: 'ready', capabilities });
    this.documents.openAgain();
    this.readMemory().catch((error: unknown) => this.#change({ reason: errorText(error) }));
  }

  #onEnd(run: ServerProcess, reason: string): void {
    if (run !== this.#process) return;
    this.#process = null;
    this.#check?.stop(reason);
    for (const file of [...this.problems.keys()]) this.#setProblems(file, [], 0);
    if (this.#isClosed) return;
    if (this.#restarts < MAX_RESTARTS && this.documents.size > 0) {
      this.#restarts += 1;
      this.#row = { ...this.#row, restarts: this.#row.restarts + 1 };
      this.#start();
    } else this.#change({ ...NOT_STARTED, state: 'failed', reason, restarts: this.#row.restarts });
  }

  /** Asks for something that every server answers soon, unless it is busy. */
  #ping(file: string): Promise<unknown> {
    const method = this.#row.capabilities?.hoverProvider
      ? 'textDocument/hover'
      : 'textDocument/documentSymbol';
    const uri = uriOf(path.join(this.#options.folder, file));
    const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
    return this.ask(CHECK, { method, params }, AbortSignal.timeout(PING_MS));
  }

  #onProblems(params: unknown): void {
    const found = parseProblems(params);
    const file = found && pathIn(this.#options.folder, found.uri);
    if (!found || file === null) return;
    const { problems, more } = found;
    if (this.#check)
      this.#check.onProblems({ server: this.#options.found.kind.id, path: file, problems, more });
    else this.#setProblems(file, problems, more);
  }

  #setProblems(file: string, problems: FileProblems['problems'], more: number): void {
    const { onProblems, found } = this.#options;
    const known = this.problems.get(file);
    const next = { server: found.kind.id, path: file, problems, more };
    if (problems.length === 0) this.problems.delete(file);
    else if (known || this.problems.size < MAX_FILES) this.problems.set(file, next);
    else return;
    if (known || problems.length > 0) onProblems(next);
  }

  #onDocuments(): void {
    clearTimeout(this.#idle);
    if (this.documents.size > 0 || this.#isClosed) return;
    const { idleTime = IDLE_MS, onIdle } = this.#options;
    this.#idle = setTimeout(() => onIdle(this.close()), idleTime);
    this.#idle.unref();
  }

  #change(changed: Partial<RowState>): void {
    this.#row = { ...this.#row, ...changed };
    this.#options.onRow();
  }
}
