// One run of a language server: the program, its conversation, and the reason why it ended. A server that hangs, floods
// the panel or does not read what it is sent is ended.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { errorText } from '../../shared/error-text.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { launch, startError } from '../agent/process/launch.ts';
import { killTree } from '../agent/process/kill-tree.ts';
import { childEnvironment } from '../agent/process/program.ts';
import { stop } from '../agent/process/stop.ts';
import { sweep } from '../agent/process/sweep.ts';
import { AskedProblems } from './asked-problems.ts';
import { answerServer, initializeParams } from './client-words.ts';
import { errorLine } from './error-line.ts';
import type { FoundServer } from './find-servers.ts';
import { frame, FrameReader } from './frames.ts';
import { JsonRpc, NoAnswer } from './json-rpc.ts';
import { Progress } from './progress.ts';

export interface ServerLimits {
  /** For an answer for which it reads the whole project, such as the first one, or while it loads it, in ms. */
  project: number;
  /** For any other answer, in ms. */
  answer: number;
  /** So many late answers in a row, of which each was asked after the one before, mean that it hangs. */
  late: number;
  /** Bytes that it may send within `floodTime` ms, or leave unread. */
  flood: number;
  floodTime: number;
  /** For `shutdown`, in ms. */
  shutdown: number;
  /** How long after an edit a server that sends no problems is asked for them, in ms. */
  problems: number;
}

export const LIMITS: ServerLimits = {
  ...{ project: 60_000, answer: 20_000, late: 3, shutdown: 2000, problems: 200 },
  ...{ flood: 64 * 1024 * 1024, floodTime: 5000 },
};

const OF_PROJECT = new Set([
  ...['textDocument/references', 'textDocument/rename', 'textDocument/implementation', 'workspace/symbol'],
  'callHierarchy/incomingCalls',
]);

const PROBLEMS = 'textDocument/publishDiagnostics';
const MAX_ERRORS = 8000;

export interface ServerRun {
  found: FoundServer;
  /** The folders that it works in: those of a monorepo, as far as files of them are open. */
  roots: ReadonlySet<string>;
  limits: ServerLimits;
  /** Called when it begins to load the project, or has done so. */
  onLoading: (isLoading: boolean) => void;
  onNotification: (method: string, params: unknown) => void;
}

export class ServerProcess {
  /** Resolves with what the server offers. Rejects if it ends before that. */
  readonly ready: Promise<Record<string, unknown>>;
  /** Resolves with the reason once the program and all that it started is gone. */
  readonly ended: Promise<string>;
  readonly #run: ServerRun;
  readonly #rpc: JsonRpc;
  readonly #marker = randomUUID();
  readonly #frames = new FrameReader();
  readonly #progress: Progress;
  readonly #problems: AskedProblems;
  #child: ChildProcessWithoutNullStreams | null = null;
  #reason: string | null = null;
  #isKilled = false;
  #errors = '';
  #late = 0;
  /** How many requests were asked, and how many of them when a late answer was counted last. */
  #asked = 0;
  #counted = 0;
  #received = 0;
  #since = 0;

  constructor(run: ServerRun) {
    this.#run = run;
    this.#progress = new Progress(run.onLoading);
    this.#problems = new AskedProblems({
      ask: (params, signal) => this.ask('textDocument/diagnostic', params, signal),
      onProblems: (params) => run.onNotification(PROBLEMS, params),
      delay: run.limits.problems,
    });
    this.#rpc = new JsonRpc({
      send: (message) => this.#send(message),
      onRequest: (method, params) => {
        if (method === 'workspace/diagnostic/refresh') this.#problems.askLater();
        return answerServer(run.found, [...run.roots], { method, params });
      },
      onNotification: (method, params) => {
        if (method === PROBLEMS) this.#problems.onSent(params);
        if (method === '$/progress') this.#progress.receive(params);
        else run.onNotification(method, params);
      },
    });
    this.ended = this.#start();
    this.ready = this.#initialize();
    // Whoever needs it handles it; without a document nobody may.
    this.ready.catch(() => undefined);
  }

  /** Whether it has ended, or is being ended: nothing is answered any more. */
  get isEnding(): boolean {
    return this.#reason !== null;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Rejects with a NoAnswer. */
  async ask(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    const { answer, project, late } = this.#run.limits;
    const timeout = OF_PROJECT.has(method) || this.#progress.isRunning ? project : answer;
    const number = ++this.#asked;
    try {
      const result = await this.#rpc.request(method, params, { timeout, ...(signal && { signal }) });
      this.#late = 0;
      return result;
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.isLate) throw error;
      // Requests that waited together say no more than one: the server may still read the project.
      if (number > this.#counted) {
        this.#late += 1;
        this.#counted = this.#asked;
      }
      if (this.#late >= late) this.#kill(`it did not answer ${late} times in a row`);
      throw error;
    }
  }

  notify(method: string, params: unknown): void {
    this.#rpc.notify(method, params);
    this.#problems.onTold(method, params);
  }

  /** Whether more problems may come, because it was asked for them. */
  get isAsked(): boolean {
    return this.#problems.isAsking;
  }

  /** Asks the server to end, and ends it. Resolves once it is gone. */
  async close(): Promise<void> {
    this.#reason ??= 'it was ended';
    if (this.#child) {
      await this.#rpc
        .request('shutdown', null, { timeout: this.#run.limits.shutdown })
        .catch(() => undefined);
      this.#rpc.notify('exit', undefined);
      await stop(this.#child, { stdin: this.#run.limits.shutdown, term: this.#run.limits.shutdown });
    }
    await this.ended;
  }

  async #initialize(): Promise<Record<string, unknown>> {
    const params = initializeParams(this.#run.found, [...this.#run.roots]);
    try {
      const result = await this.#rpc.request('initialize', params, { timeout: this.#run.limits.project });
      this.#rpc.notify('initialized', {});
      const { capabilities } = (result ?? {}) as { capabilities?: Record<string, unknown> };
      this.#problems.start(capabilities?.diagnosticProvider);
      return capabilities ?? {};
    } catch (error) {
      this.#kill(errorText(error));
      throw error;
    }
  }

  async #start(): Promise<string> {
    const { found } = this.#run;
    const options = {
      argv: [found.program, ...found.kind.args],
      cwd: found.root,
      env: childEnvironment(process.env),
      subject: found.kind.program,
    };
    const child = launch(options, this.#marker);
    if (child instanceof Error) return this.#onEnd(child.message);
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<string>();
    child.on('error', (error) => resolve(startError(options, error).message));
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => this.#onOutput(chunk));
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => (this.#errors = (this.#errors + text).slice(-MAX_ERRORS)));
    const ending = await promise;
    await sweep(this.#marker);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    return this.#onEnd(ending);
  }

  #onEnd(ending: string): string {
    this.#problems.stop();
    const last = errorLine(this.#errors);
    const reason = this.#reason ?? (last === '' ? ending : `${ending}: ${cutText(last, 300)}`);
    this.#rpc.close(reason);
    return reason;
  }

  #onOutput(chunk: Buffer): void {
    if (this.#isKilled) return;
    const { flood, floodTime } = this.#run.limits;
    const now = Date.now();
    if (now - this.#since > floodTime) [this.#since, this.#received] = [now, 0];
    this.#received += chunk.length;
    if (this.#received > flood) return this.#kill('it sent more than the panel can read');
    try {
      for (const body of this.#frames.push(chunk)) this.#rpc.receive(body);
    } catch (error) {
      this.#kill(error instanceof SyntaxError ? 'it sent a message that is not JSON' : errorText(error));
    }
  }

  #send(message: object): void {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) return;
    stdin.write(frame(message));
    if (stdin.writableLength > this.#run.limits.flood) this.#kill('it does not read what it is sent');
  }

  #kill(reason: string): void {
    this.#isKilled = true;
    this.#reason ??= reason;
    this.#rpc.close(this.#reason);
    if (this.#child) void killTree(this.#child);
  }
}
