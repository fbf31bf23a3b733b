// A panel as a person starts it: a process of its own, with the real pi on the scripted model unless another program
// is named, in a folder of its own. What it says, what pi is sent and what lies in its workspace can be looked at;
// nothing else is shared.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentInfo, EventFrame, SnapshotFrame } from '../../shared/wire.ts';
import { ownPi } from '../../server/agent/process/program.ts';
import { exchange, type RawAnswer } from '../../server/gate/raw-exchange.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const RECORDER = fileURLToPath(new URL('../contract/recording-pi.ts', import.meta.url));

export interface StartOptions {
  /** Options of the panel beside the workspace, the port and the agent. */
  args?: string[];
  /** In place of the real pi: a program and its arguments. */
  program?: string[];
  /** Of the workspace. */
  files?: Record<string, string>;
  /** The name of the workspace folder. */
  name?: string;
  /** Makes what has to be there before the start in the panel's folder; gives further environment. */
  prepare?: (folder: string) => Promise<Record<string, string>>;
  /** What is sent to pi is kept, for `sent`. */
  records?: boolean;
}

export interface RawRequestLines {
  method?: string;
  target: string;
  /** Sent as they stand after `Host` and `Connection`; a `Host` of their own replaces it. */
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export class StartedPanel {
  readonly folder: string;
  readonly workspace: string;
  readonly #options: StartOptions;
  #process: ChildProcess | null = null;
  /** Beside the usual. */
  environment: Record<string, string> = {};
  /** All that it wrote to stdout and stderr since its start. */
  output = '';
  url = new URL('http://localhost/');

  constructor(folder: string, options: StartOptions) {
    this.folder = folder;
    this.workspace = path.join(folder, options.name ?? 'project');
    this.#options = options;
  }

  get port(): number {
    return Number(this.url.port);
  }

  get token(): string {
    return this.url.hash.slice('#t='.length);
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}` };
  }

  /** A second time on the same port. */
  async start(): Promise<void> {
    const { args = [], records, program } = this.#options;
    const words = records ? await this.#recorder() : program;
    const child = spawn(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', MAIN, '--port', String(this.port)],
        ...['--workspace', this.workspace],
        ...(program ? [] : ['--demo']),
        ...(words ? ['--agent', words.map((word) => `"${word}"`).join(' ')] : []),
        ...args,
      ],
      {
        env: { ...this.#environment(), ...this.environment },
        // A group of its own, as a shell gives it to a command: Ctrl+C is for the whole group.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#process = child;
    this.output = '';
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const said = (chunk: Buffer): void => {
      this.output += chunk.toString();
      const ready = /^pi-panel ready: (\S+)$/m.exec(this.output);
      if (ready) resolve(ready[1]!);
    };
    child.stdout.on('data', said);
    child.stderr.on('data', said);
    child.once('exit', (code) => reject(new Error(`The panel ended (${code}): ${this.output}`)));
    this.url = new URL(await promise);
  }

  /** Resolves once it is gone, to its exit status. SIGINT is for its whole group, as Ctrl+C is. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    if (signal === 'SIGINT') process.kill(-child.pid!, signal);
    else child.kill(signal);
    await exited;
    return child.exitCode;
  }

  /** Ends it in order and leaves nothing. */
  async close(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Bytes on a socket: nothing tidies them up on the way. */
  raw({ method = 'GET', target, headers = {}, body = '' }: RawRequestLines): Promise<RawAnswer> {
    const all = { Host: `127.0.0.1:${this.port}`, Connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return exchange(this.port, [`${method} ${target} HTTP/1.1`, ...lines], body);
  }

  /** As the page asks: with the token. */
  fetch(route: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const body = json === undefined ? (init.body ?? null) : JSON.stringify(json);
    return fetch(`${this.url.origin}${this.url.pathname}api/${route}`, { ...init, headers, body });
  }

  post(route: string, json: unknown): Promise<Response> {
    return this.fetch(route, { method: 'POST', json });
  }

  async agents(): Promise<AgentInfo[]> {
    return ((await (await this.fetch('agents')).json()) as { agents: AgentInfo[] }).agents;
  }

  /** The id of the first agent, once its pi has said all that it says by itself. */
  async readyAgent(): Promise<string> {
    const { id } = (await this.agents())[0]!;
    await this.follow(id, (frame) => ('view' in frame ? frame.view.stats : frame.type === 'panel_stats'));
    return id;
  }

  /** A prompt whose answers are scripted, until the run is over. */
  async runScript(agent: string, answers: object[]): Promise<void> {
    const over = this.follow(agent, (frame) => 'type' in frame && frame.type === 'agent_settled');
    const message = `go [[script]] ${JSON.stringify(answers)}`;
    const response = await this.post(`agents/${agent}/commands`, { type: 'prompt', message });
    if (response.status !== 200) throw new Error(`The prompt was refused: ${await response.text()}`);
    await over;
  }

  /** Reads the agent's stream until a frame is the one that is waited for. */
  async follow(agent: string, isEnough: (frame: EventFrame | SnapshotFrame) => unknown): Promise<void> {
    const response = await this.fetch(`events?agents=${agent}`);
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      const frames = parts.filter((part) => part.startsWith('event:'));
      for (const frame of frames) {
        if (isEnough(JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as EventFrame | SnapshotFrame))
          return;
      }
    }
    throw new Error('The stream ended.');
  }

  /** A command of the person's in the agent's own shell; its whole output. */
  async bash(agent: string, command: string): Promise<string> {
    const answer = (await (
      await this.post(`agents/${agent}/commands`, { type: 'bash', command })
    ).json()) as {
      success: boolean;
      data?: { output: string };
    };
    if (!answer.success) throw new Error(`bash was refused: ${JSON.stringify(answer)}`);
    return answer.data?.output ?? '';
  }

  /** Each line that pi was sent. */
  async sent(): Promise<string[]> {
    return (await readFile(path.join(this.folder, 'stdin.jsonl'), 'utf8')).split('\n').filter(Boolean);
  }

  /** What a request can have changed: the agents, what pi was sent, the files. */
  async state(): Promise<unknown> {
    const files = await readdir(this.workspace, { recursive: true });
    const agents = (await this.agents()).map(({ id, sessionId }) => [id, sessionId]);
    return { agents, sent: await this.sent(), files: files.sort() };
  }

  async #recorder(): Promise<string[]> {
    const { argv } = await ownPi();
    return [process.execPath, RECORDER, path.join(this.folder, 'stdin.jsonl'), ...argv];
  }

  #environment(): NodeJS.ProcessEnv {
    const names = Object.keys(process.env).filter((name) => !/_API_KEY$|^PI_|^NODE_TEST|DISPLAY$/.test(name));
    return {
      ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
      HOME: path.join(this.folder, 'home'),
      TMPDIR: path.join(this.folder, 'tmp'),
      PI_CODING_AGENT_DIR: path.join(this.folder, 'agent'),
      PI_OFFLINE: '1',
      PI_PANEL_DEMO_PACE: '0',
    };
  }
}

/** Starts one; `close` ends it and takes its folder away. */
export async function startPanel(options: StartOptions = {}): Promise<StartedPanel> {
  const panel = new StartedPanel(await panelFolder(options), options);
  panel.environment = (await options.prepare?.(panel.folder)) ?? {};
  await panel.start();
  return panel;
}

/** A new folder with all that a panel is to find there. */
export async function panelFolder({ files, name = 'project' }: StartOptions): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-started-')));
  for (const own of ['home', 'tmp', 'agent']) await mkdir(path.join(folder, own));
  for (const [file, text] of Object.entries({ 'README.md': '# A project\n', ...files })) {
    const place = path.join(folder, name, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  return folder;
}
