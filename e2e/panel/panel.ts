// A panel as a user starts it: a separate process in temporary folders, with the real pi unless told otherwise.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testPi } from '../../server/host/fixtures/test-pi.ts';
import { PanelClient, stdinLog } from './client.ts';
import { isolatedEnvironment, type PanelFolders } from './folders.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const RECORDER = fileURLToPath(new URL('recording-pi.ts', import.meta.url));
/** The panel takes up to 10 s to end an agent, and is killed if it takes longer. */
const CLOSE_MS = 15_000;

export interface PanelOptions {
  /** The panel's script. Default: that of this checkout. */
  main?: string;
  /** The npm script that starts the panel, instead of Node. */
  npmScript?: 'start' | 'dev';
  /** Further options of the panel. */
  args?: readonly string[];
  /** Options for pi, after `--`. */
  piArgs?: readonly string[];
  /** A program to run instead of pi, with its arguments. */
  program?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Whether pi gets the scripted demo model. Default: unless `program` is set. */
  withDemo?: boolean;
  /** Whether to omit the workspace, so that `--demo` creates its sample project. */
  withSampleProject?: boolean;
  /** Whether the token should outlive a restart. */
  keepsToken?: boolean;
  opensBrowser?: boolean;
  /** Whether the panel should listen on a socket. */
  hasNoPort?: boolean;
  /** Whether to record everything that pi receives, for `sent`. */
  recordsStdin?: boolean;
}

export class Panel extends PanelClient {
  /** Everything that the panel has written to stdout and stderr. */
  output = '';
  url = new URL('http://localhost/');
  readonly #options: PanelOptions;
  #process: ChildProcess | null = null;
  #hasEnded = false;

  constructor(folders: PanelFolders, options: PanelOptions = {}) {
    super(folders);
    this.#options = options;
  }

  get port(): number {
    return Number(this.url.port);
  }

  get origin(): string {
    return this.url.origin;
  }

  get token(): string {
    return this.url.hash.slice('#t='.length);
  }

  get authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}` };
  }

  /** Whether its process has ended at least once since the first start. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Resolves when the panel prints its ready line. A second start uses the same port. */
  async start(): Promise<void> {
    const { npmScript } = this.#options;
    const options = await this.#optionLine();
    const [program, args] = npmScript
      ? ['npm', ['run', npmScript, '--', ...options]]
      : [process.execPath, ['--disable-warning=ExperimentalWarning', this.#options.main ?? MAIN, ...options]];
    const child = spawn(program, args, {
      ...(npmScript && { cwd: ROOT }),
      env: { ...isolatedEnvironment(this.folders), ...this.#options.env },
      // It gets its own process group, as from a shell, because Ctrl+C signals the whole group.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const before = this.output.length;
    const onOutput = (chunk: Buffer): void => {
      this.output += chunk.toString();
      const ready = /^pi-panel ready: (\S+)$/m.exec(this.output.slice(before));
      if (ready) resolve(ready[1]!);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code) => {
      this.#hasEnded = true;
      reject(new Error(`The panel ended (${code}): ${this.output.slice(before)}`));
    });
    this.url = new URL(await promise);
  }

  /** Resolves to the exit status when the panel ends by itself. */
  get ended(): Promise<number | null> {
    const child = this.#process!;
    if (child.exitCode !== null) return Promise.resolve(child.exitCode);
    return once(child, 'exit').then(() => child.exitCode);
  }

  /** Resolves to the exit status. SIGINT goes to the whole process group, as Ctrl+C does, and so does what is sent to npm. */
  async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const { npmScript } = this.#options;
    // npm may end before the panel that it started.
    const exited = once(child, npmScript ? 'close' : 'exit');
    if (signal === 'SIGINT' || npmScript) process.kill(-child.pid!, signal);
    else child.kill(signal);
    await exited;
    return child.exitCode;
  }

  /** Kills the panel without giving it a chance to tidy up, and starts it again. */
  async crashAndRestart(): Promise<void> {
    await this.kill('SIGKILL');
    await this.start();
  }

  /** Ends the panel and removes its folders. May be called again. */
  async close(): Promise<void> {
    const timer = setTimeout(() => void this.kill('SIGKILL'), CLOSE_MS);
    await this.kill();
    clearTimeout(timer);
    await rm(this.folders.root, { recursive: true, force: true, maxRetries: 3 });
  }

  /** The ids of the processes that the panel started itself; pi comes first. Linux. */
  async children(): Promise<number[]> {
    const text = await readFile(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    return text.trim().split(' ').map(Number);
  }

  protected request(route: string, init: RequestInit): Promise<Response> {
    return fetch(`${this.origin}${this.url.pathname}api/${route}`, init);
  }

  /** Returns the program and first arguments of pi. Empty: the panel chooses it, or `args` name it. */
  async #agent(): Promise<readonly string[]> {
    const { args = [], program, recordsStdin } = this.#options;
    if (recordsStdin) return recordingPi(this.folders, (await testPi()).argv);
    if (program) return program;
    return process.env.TEST_PI && !args.includes('--agent') ? (await testPi()).argv : [];
  }

  async #optionLine(): Promise<string[]> {
    const { args = [], piArgs = [], program, withDemo = !program } = this.#options;
    const agent = await this.#agent();
    return [
      ...(this.#options.hasNoPort ? [] : ['--port', String(this.port)]),
      ...(this.#options.withSampleProject ? [] : ['--workspace', this.workspace]),
      ...(this.#options.opensBrowser ? [] : ['--no-open']),
      ...(this.#options.keepsToken ? ['--token-file', path.join(this.folders.root, 'token')] : []),
      ...(withDemo ? ['--demo'] : []),
      ...(agent.length > 0 ? ['--agent', agent.map((word) => `"${word}"`).join(' ')] : []),
      ...args,
      ...(piArgs.length > 0 ? ['--', ...piArgs] : []),
    ];
  }
}

/** Returns the command line of a pi whose stdin is recorded for `PanelClient.sent`. */
export function recordingPi(folders: PanelFolders, argv: readonly string[]): string[] {
  return [process.execPath, RECORDER, stdinLog(folders), ...argv];
}
