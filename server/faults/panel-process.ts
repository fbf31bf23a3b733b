// The panel as a person starts it, on fake-pi or on the real one, to be looked at and killed from outside.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AgentInfo } from '../../shared/wire.ts';
import type { Act } from './fake-pi.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const FAKE_PI = fileURLToPath(new URL('fake-pi.ts', import.meta.url));
const MARK = 'FAULTS_OF';

export interface PanelProcessOptions {
  /** Default: fake-pi. */
  agent?: 'fake' | 'demo';
  env?: NodeJS.ProcessEnv;
}

export class PanelProcess {
  readonly folder: string;
  readonly #options: PanelProcessOptions;
  #child: ChildProcess | null = null;
  #port = 0;
  #token = '';
  agent = '';

  static async start(options: PanelProcessOptions = {}): Promise<PanelProcess> {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-faults-')));
    for (const name of ['project', 'agent', 'tmp']) await mkdir(path.join(folder, name));
    const panel = new PanelProcess(folder, options);
    await panel.start();
    return panel;
  }

  private constructor(folder: string, options: PanelProcessOptions) {
    this.folder = folder;
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, host: `127.0.0.1:${this.#port}` };
  }

  /** A second time on the same port with the same token. */
  async start(): Promise<void> {
    const { agent = 'fake', env } = this.#options;
    const options = [
      '--no-open',
      '--port',
      String(this.#port),
      '--token-file',
      path.join(this.folder, 'token'),
    ];
    const fake = `"${process.execPath}" "${FAKE_PI}" "${path.join(this.folder, 'stdin.jsonl')}"`;
    const child = spawn(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', MAIN, ...options],
        ...['--workspace', path.join(this.folder, 'project')],
        ...(agent === 'demo' ? ['--demo'] : ['--agent', fake]),
      ],
      {
        env: {
          ...process.env,
          HOME: this.folder,
          TMPDIR: path.join(this.folder, 'tmp'),
          PI_CODING_AGENT_DIR: path.join(this.folder, 'agent'),
          PI_OFFLINE: '1',
          PI_PANEL_DEMO_PACE: '0',
          [MARK]: this.folder,
          ...env,
        },
        // A group of its own, as a shell gives it to a command: Ctrl+C is for the whole group.
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#child = child;
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const url = new URL(line.slice(line.indexOf('http')));
    this.#port = Number(url.port);
    this.#token = url.hash.slice('#t='.length);
    const { agents } = (await (await this.fetch('agents')).json()) as { agents: AgentInfo[] };
    this.agent = agents[0]!.id;
  }

  fetch(route: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#token}`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const body = json === undefined ? (init.body ?? null) : JSON.stringify(json);
    return fetch(`http://127.0.0.1:${this.#port}/api/${route}`, { ...init, headers, body });
  }

  /** Resolves to the status of the answer. */
  async prompt(what: string | readonly Act[], key: string = crypto.randomUUID()): Promise<number> {
    const json = { type: 'prompt', message: typeof what === 'string' ? what : JSON.stringify(what) };
    const route = `agents/${this.agent}/commands`;
    const answer = await this.fetch(route, { method: 'POST', json, headers: { 'idempotency-key': key } });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** What reached fake-pi, of this type. */
  async sent(type: string): Promise<{ message?: string }[]> {
    const text = await readFile(path.join(this.folder, 'stdin.jsonl'), 'utf8');
    const lines = text.split('\n').filter(Boolean);
    return lines
      .map((line) => JSON.parse(line) as { type: string; message?: string })
      .filter((line) => line.type === type);
  }

  /** Resolves once it is gone, to its exit status. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    if (signal === 'SIGINT') process.kill(-child.pid!, signal);
    else child.kill(signal);
    await exited;
    return child.exitCode;
  }

  /** Ids of the processes that it started and that still run, wherever they detached to. Linux. */
  async children(): Promise<number[]> {
    const names = await readdir('/proc');
    const found = await Promise.all(
      names.map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
        return environment.includes(`${MARK}=${this.folder}\0`) && Number(name) !== this.pid
          ? [Number(name)]
          : [];
      }),
    );
    return found.flat();
  }

  /** Id of the process of fake-pi. */
  async pi(): Promise<number> {
    for (const pid of await this.children()) {
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(FAKE_PI)) return pid;
    }
    throw new Error('No fake-pi is running.');
  }

  /** In bytes. Linux. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }

  /** Open descriptors. Linux. */
  async descriptors(): Promise<number> {
    return (await readdir(`/proc/${this.pid}/fd`)).length;
  }

  /** Files left where it puts temporary ones, also within folders. */
  async temporaryFiles(): Promise<string[]> {
    const entries = await readdir(path.join(this.folder, 'tmp'), { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
  }

  /** Ends it in order and leaves nothing. */
  async close(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * With room for its heap V8 collects so rarely that the memory of the process shows its patience. With little, it
 * shows what is kept; and what is kept too much ends it.
 */
export const SMALL_HEAP = { env: { NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=2' } };

/** Looks again and again, until it is so. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
