// One panel with one agent on a real pi, asked without a socket: what a page would send, what pi is sent then,
// and the view as a page folds it. The model is scripted by the test. One at a time in a process: pi and the
// demo take their folders from the environment.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Answer } from '../../shared/pi/commands.ts';
import type { ImageContent } from '../../shared/pi/messages.ts';
import { reduce } from '../../shared/view/reduce.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { View } from '../../shared/view/view.ts';
import type { EventFrame, PageCommand, SnapshotFrame } from '../../shared/wire.ts';
import { createApp } from '../../server/app.ts';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import { Host } from '../../server/host.ts';
import type { ContractPi } from './contract-pis.ts';

const TOKEN = 'a-token-that-is-long-enough-for-a-test-000';
const RECORDER = fileURLToPath(new URL('recording-pi.ts', import.meta.url));
/** Far beyond what anything here takes: a claim that never comes true fails with words instead of hanging. */
const PATIENCE_MS = 20_000;

export interface LabOptions {
  /** Files of the workspace. */
  files?: Record<string, string>;
  /** The text of an extension that pi loads. */
  extension?: string;
  settings?: object;
  /** Further options of pi. */
  piOptions?: string[];
  /** Default: pi loads the panel's own extension, as it does for a person. */
  withoutCompanion?: boolean;
}

export interface Said {
  status: number;
  /** pi's answer, or what the panel refused with. */
  body: Partial<Answer> & { success?: boolean; data?: unknown; error?: unknown };
}

interface Waiter {
  claim: (view: View) => unknown;
  resolve: (view: View) => void;
}

export async function openLab(pi: ContractPi, options: LabOptions = {}): Promise<Lab> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-contract-')));
  const model = await startModel({ pace: 1, tour: false });
  const workspace = path.join(folder, 'project');
  await mkdir(path.join(folder, 'agent'), { recursive: true });
  await mkdir(workspace);
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await mkdir(path.dirname(path.join(workspace, name)), { recursive: true });
    await writeFile(path.join(workspace, name), text);
  }
  // Up to 0.73.1 the provider's own client retries twice unseen.
  const retry = { enabled: true, maxRetries: 3, baseDelayMs: 50, provider: { maxRetries: 0 } };
  const settings = { enableInstallTelemetry: false, retry, ...options.settings };
  await writeFile(path.join(folder, 'agent', 'settings.json'), JSON.stringify(settings));
  const piOptions = [...(options.piOptions ?? [])];
  if (options.extension) {
    await writeFile(path.join(folder, 'extension.ts'), options.extension);
    piOptions.push('-e', path.join(folder, 'extension.ts'));
  }
  Object.assign(process.env, {
    HOME: folder,
    PI_CODING_AGENT_DIR: path.join(folder, 'agent'),
    PI_OFFLINE: '1',
    PI_PANEL_DEMO_URL: model.url,
  });
  const host = new Host({
    workspace,
    program: {
      argv: [process.execPath, RECORDER, path.join(folder, 'stdin.jsonl'), ...pi.argv],
      version: pi.version,
    },
    piOptions,
    isDemo: true,
    withCompanion: !options.withoutCompanion,
    gate: { token: TOKEN },
    page: (_c, next) => next(),
    build: 'test',
    onBug: (error) => {
      throw error;
    },
  });
  const { agent } = await host.open({});
  const lab = new Lab({ folder, workspace, model, host, app: createApp(host), agent: agent.id });
  await lab.until('pi is ready', (view) => view.ready || view.exit !== null);
  return lab;
}

type LabParts = Pick<Lab, 'folder' | 'workspace' | 'model' | 'host' | 'agent'> & { app: Hono };

export class Lab {
  readonly folder: string;
  readonly workspace: string;
  readonly model: DemoModel;
  readonly host: Host;
  readonly agent: string;
  /** Every event that a page was sent so far. */
  readonly events: ViewEvent[] = [];
  readonly #app: Hono;
  readonly #ended = new AbortController();
  #view: View | null = null;
  readonly #waiters = new Set<Waiter>();
  #following: Promise<void>;

  constructor({ folder, workspace, model, host, app, agent }: LabParts) {
    this.folder = folder;
    this.workspace = workspace;
    this.model = model;
    this.host = host;
    this.agent = agent;
    this.#app = app;
    this.#following = this.#follow();
  }

  /** As a page that was open all the time has it. */
  get view(): View {
    if (this.#view) return this.#view;
    throw new Error('No snapshot came yet.');
  }

  /** A request to a route below /api. */
  ask(route: string, init: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('host', 'localhost:0');
    headers.set('authorization', `Bearer ${TOKEN}`);
    if (init.json !== undefined) headers.set('content-type', 'application/json');
    const body = init.json === undefined ? (init.body ?? null) : JSON.stringify(init.json);
    return Promise.resolve(this.#app.request(`http://localhost:0/api/${route}`, { ...init, headers, body }));
  }

  /** Posts to a route of the agent. */
  async post(route: string, json: unknown = {}): Promise<Said> {
    const response = await this.ask(`agents/${this.agent}/${route}`, { method: 'POST', json });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Said['body'] };
  }

  command(command: PageCommand): Promise<Said> {
    return this.post('commands', command);
  }

  /** The same, for what has to be accepted; gives the data. */
  async must<T = unknown>(command: PageCommand): Promise<T> {
    const { status, body } = await this.command(command);
    if (status === 200 && body.success) return body.data as T;
    throw new Error(`${command.type} was answered ${status}: ${JSON.stringify(body)}`);
  }

  /** A new session, and a model that has nothing left to say. */
  async startOver(): Promise<void> {
    this.model.unqueue();
    await this.must({ type: 'new_session' });
    await this.until('the session is new', ({ entries }) => entries.length === 0);
  }

  /** A prompt whose answer begins with `text` and then hangs; resolves when that is on the page. */
  async hangingAnswer(text = 'Beginning', images: readonly ImageContent[] = []): Promise<void> {
    this.model.queue([{ steps: [{ text }, { hang: true }] }]);
    await this.must({ type: 'prompt', message: 'go', ...(images.length > 0 && { images: [...images] }) });
    await this.until('the answer has begun', ({ live }) => live?.blocks.some((block) => block));
  }

  /** The view in which the claim came true, be it for one event only. */
  until(what: string, claim: (view: View) => unknown): Promise<View> {
    if (this.#view && claim(this.#view)) return Promise.resolve(this.#view);
    const { promise, resolve, reject } = Promise.withResolvers<View>();
    const waiter: Waiter = { claim, resolve };
    this.#waiters.add(waiter);
    const timer = setTimeout(() => {
      reject(new Error(`Waited in vain until ${what}. The view: ${this.#gist()}`));
    }, PATIENCE_MS);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    });
  }

  idle(): Promise<View> {
    return this.until('the agent is idle', ({ run, retry, compaction }) => !run && !retry && !compaction);
  }

  /** What pi was sent so far, without the ids that the server adds. */
  async sent(): Promise<Record<string, unknown>[]> {
    const text = await readFile(path.join(this.folder, 'stdin.jsonl'), 'utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { id: _id, ...record } = JSON.parse(line) as Record<string, unknown>;
        return record;
      });
  }

  /** As the system would that has no memory left. */
  async killPi(): Promise<void> {
    process.kill(Number(await readFile(path.join(this.folder, 'stdin.jsonl.pid'), 'utf8')), 'SIGKILL');
  }

  /** The view as a page gets it that opens now. */
  async snapshot(): Promise<View> {
    for await (const frame of this.#frames(new AbortController())) if ('view' in frame) return frame.view;
    throw new Error('The stream ended without a snapshot.');
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#following;
    await this.host.close();
    await this.model.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #follow(): Promise<void> {
    for await (const frame of this.#frames(this.#ended)) {
      if ('view' in frame) this.#view = frame.view;
      else {
        const { agent: _agent, ...event } = frame;
        this.events.push(event);
        if (this.#view) this.#view = reduce(this.#view, event);
      }
      this.#tellWaiters();
    }
  }

  #tellWaiters(): void {
    for (const { claim, resolve } of this.#waiters) if (claim(this.view)) resolve(this.view);
  }

  async *#frames(ended: AbortController): AsyncGenerator<EventFrame | SnapshotFrame> {
    const response = await this.ask(`events?agents=${this.agent}`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    ended.signal.addEventListener('abort', () => void reader.cancel());
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const parts = (rest + value).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          if (part.startsWith(':')) continue;
          yield JSON.parse(part.slice(part.indexOf('data: ') + 6)) as EventFrame | SnapshotFrame;
        }
      }
    } finally {
      await reader.cancel();
    }
  }

  #gist(): string {
    const { entries, toolRuns, ...rest } = this.#view ?? { entries: [], toolRuns: {} };
    const said = entries.map(({ message }) => JSON.stringify(message).slice(0, 200));
    return JSON.stringify({ ...rest, said, toolRuns: Object.values(toolRuns) }).slice(0, 6000);
  }
}
