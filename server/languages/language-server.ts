// One language server of a workspace, over all of its runs: it is started when a document is opened, restarted when it
// fails, and ended when it has had no document for a while.
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { languageOf } from '../../shared/language-of.ts';
import type { FileProblems, LanguageServerRow } from '../../shared/languages.ts';
import { errorText } from '../../shared/error-text.ts';
import { takesEdits, uriOf, wantsSaves } from './client-words.ts';
import { Documents } from './documents.ts';
import type { FoundServer } from './find-servers.ts';
import { NoAnswer } from './json-rpc.ts';
import { memoryOf } from './memory.ts';
import { parseProblems } from './problems.ts';
import { LIMITS, ServerProcess, type ServerLimits } from './server-process.ts';

type RowState = Pick<LanguageServerRow, 'state' | 'reason' | 'memory' | 'capabilities'>;

const MAX_RESTARTS = 3;
/** How long a server without documents stays, in ms. */
const IDLE_MS = 5 * 60_000;
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
}

export interface LanguageRequest {
  method: string;
  params: Record<string, unknown>;
}

export class LanguageServer {
  readonly documents: Documents;
  readonly problems = new Map<string, FileProblems>();
  readonly #options: LanguageServerOptions;
  #process: ServerProcess | null = null;
  #row: RowState;
  #restarts = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LanguageServerOptions) {
    this.#options = options;
    this.#row = { state: 'untrusted', reason: null, memory: null, capabilities: null };
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
    const file = typeof document?.uri === 'string' ? this.#pathOf(document.uri) : null;
    if (file === null) return run.ask(method, params, signal);
    this.documents.use(page, file);
    const textDocument = { ...document, uri: uriOf(path.join(this.#options.folder, file)) };
    return run.ask(method, { ...params, textDocument }, signal);
  }

  /** Tells the server about files that others have changed. */
  onFilesChanged(files: readonly { path: string; isThere: boolean }[]): void {
    const { folder } = this.#options;
    const changes = files.map((one) => ({
      uri: uriOf(path.join(folder, one.path)),
      type: one.isThere ? 2 : 3,
    }));
    if (this.#row.state !== 'ready') return;
    this.#process?.notify('workspace/didChangeWatchedFiles', { changes });
    // Some servers look at the whole project only then.
    if (!wantsSaves(this.#row.capabilities?.textDocumentSync)) return;
    for (const { uri } of files.flatMap((one) => this.documents.find(one.path) ?? []))
      this.#process?.notify('textDocument/didSave', { textDocument: { uri } });
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
    this.#change({ state: 'starting', reason: null, capabilities: null });
    const run = new ServerProcess({
      found,
      limits,
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
    for (const file of [...this.problems.keys()]) this.#setProblems(file, [], 0);
    if (this.#isClosed) return;
    if (this.#restarts < MAX_RESTARTS && this.documents.size > 0) {
      this.#restarts += 1;
      this.#start();
    } else this.#change({ state: 'failed', reason, memory: null, capabilities: null });
  }

  #onProblems(params: unknown): void {
    const found = parseProblems(params);
    const file = found && this.#pathOf(found.uri);
    if (found && file !== null) this.#setProblems(file, found.problems, found.more);
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

  /** Null for a file outside of the workspace. */
  #pathOf(uri: string): string | null {
    try {
      const relative = path.relative(this.#options.folder, fileURLToPath(uri)).replaceAll(path.sep, '/');
      return relative === '' || relative.startsWith('../') || path.isAbsolute(relative) ? null : relative;
    } catch {
      return null;
    }
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
