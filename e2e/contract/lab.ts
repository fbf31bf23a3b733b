// One panel with one agent on a real pi, inside this process. It sends what a page would send, records what pi is sent,
// and folds the view as a page does. The test scripts the model. A process can have only one lab at a time, because pi
// and the demo read their folders from the environment.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import type { ImageContent } from '../../shared/pi/messages.ts';
import { reduce } from '../../shared/view/reduce.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { View } from '../../shared/view/view.ts';
import { createApp } from '../../server/app.ts';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import type { Host } from '../../server/host/host.ts';
import { demoHost, TOKEN } from '../../server/host/fixtures/demo-host.ts';
import { PanelClient, replyOf, stdinLog, type Reply } from '../panel/client.ts';
import { makeFolders, piVariables, type PanelFolders } from '../panel/folders.ts';
import { recordingPi } from '../panel/panel.ts';
import { NO_HIDDEN_RETRIES } from '../panel/scripted.ts';
import type { ContractPi } from './contract-pis.ts';

/**
 * Far longer than anything here takes, even if other programs take most of the time of the machine. A condition that
 * never holds then fails with a message instead of hanging.
 */
const PATIENCE_MS = 100_000;

export interface LabOptions {
  /** Files of the workspace. */
  files?: Record<string, string>;
  /** The source of an extension that pi loads. */
  extension?: string;
  settings?: object;
  /** Further options of pi. */
  piOptions?: string[];
  /** Whether pi runs without the panel's own extension. By default pi loads it, as it does for users. */
  withoutCompanion?: boolean;
}

interface Waiter {
  isTrue: (view: View) => unknown;
  resolve: (view: View) => void;
}

/** If it fails, everything that it has started is ended. */
export async function openLab(pi: ContractPi, options: LabOptions = {}): Promise<Lab> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    return await open(pi, options, ends);
  } catch (error) {
    for (const end of ends.toReversed()) await end();
    throw error;
  }
}

async function open(pi: ContractPi, options: LabOptions, ends: (() => Promise<unknown>)[]): Promise<Lab> {
  const model = await startModel({ pace: 1, tour: false });
  ends.push(() => model.close());
  const folders = await makeFolders({
    files: options.files ?? {},
    settings: { enableInstallTelemetry: false, retry: NO_HIDDEN_RETRIES, ...options.settings },
  });
  ends.push(() => rm(folders.root, { recursive: true, force: true }));
  const piOptions = [...(options.piOptions ?? [])];
  if (options.extension) {
    await writeFile(extensionFile(folders), options.extension);
    piOptions.push('-e', extensionFile(folders));
  }
  Object.assign(process.env, piVariables(folders), { PI_PANEL_DEMO_URL: model.url });
  const host = demoHost({
    workspace: folders.workspace,
    program: { argv: recordingPi(folders, pi.argv), version: pi.version },
    piOptions,
    withCompanion: !options.withoutCompanion,
    stateFolder: path.join(folders.root, 'state'),
  });
  ends.push(() => host.close());
  const { agent } = await host.starter.open({});
  const lab = new Lab({ folders, model, host, app: createApp(host), agent: agent.id });
  await lab.until('pi is ready', (view) => view.ready || view.exit !== null);
  return lab;
}

type LabParts = Pick<Lab, 'folders' | 'model' | 'host' | 'agent'> & { app: Hono };

export class Lab extends PanelClient {
  readonly token = TOKEN;
  readonly model: DemoModel;
  readonly host: Host;
  readonly agent: string;
  /** Every event that a page has been sent so far. */
  readonly events: ViewEvent[] = [];
  readonly #app: Hono;
  readonly #closing = new AbortController();
  #view: View | null = null;
  readonly #waiters = new Set<Waiter>();
  readonly #following: Promise<void>;

  constructor({ folders, model, host, app, agent }: LabParts) {
    super(folders);
    this.model = model;
    this.host = host;
    this.agent = agent;
    this.#app = app;
    this.#following = this.#follow();
  }

  /** The view of a page that has been open from the start. */
  get view(): View {
    if (this.#view) return this.#view;
    throw new Error('No snapshot has arrived yet.');
  }

  /** The file of `LabOptions.extension`. */
  get extension(): string {
    return extensionFile(this.folders);
  }

  override firstAgent(): Promise<string> {
    return Promise.resolve(this.agent);
  }

  /** Posts to a route of the agent. */
  async postToAgent(route: string, json: unknown = {}): Promise<Reply> {
    return replyOf(await this.post(`agents/${this.agent}/${route}`, json));
  }

  stop(): Promise<Reply> {
    return this.postToAgent('stop');
  }

  restart(how: object = {}): Promise<Reply> {
    return this.postToAgent('restart', how);
  }

  answerDialog(id: string, answer: object): Promise<Reply> {
    return this.postToAgent(`dialogs/${id}`, answer);
  }

  /** Starts a new session and empties the model's queue of answers. */
  async startOver(): Promise<void> {
    this.model.unqueue();
    await this.command({ type: 'new_session' });
    await this.until('the session is new', ({ entries }) => entries.length === 0);
  }

  /** Runs a whole turn: sends the prompt and waits until it is answered with `answer`. */
  async converse(message: string, answer: string): Promise<void> {
    const { length } = this.view.entries;
    this.model.queue([{ steps: [{ text: answer }] }]);
    await this.command({ type: 'prompt', message });
    await this.settled(length + 2);
  }

  /** Resolves once the view has this many entries and the agent is idle. */
  async settled(entries: number): Promise<View> {
    await this.until('the prompt is answered', (view) => view.entries.length >= entries);
    return this.idle();
  }

  /** Prompts for an answer that begins with `text` and then hangs; resolves once it is on the page. */
  async hangingAnswer(text = 'Beginning', images: readonly ImageContent[] = []): Promise<void> {
    this.model.queue([{ steps: [{ text }, { hang: true }] }]);
    await this.command({ type: 'prompt', message: 'go', ...(images.length > 0 && { images: [...images] }) });
    await this.until('the answer has begun', ({ live }) =>
      live?.blocks.some((block) => block?.type === 'text' && block.text === text),
    );
  }

  /** Resolves to the first view in which the condition holds, even if only for one event. */
  until(what: string, isTrue: (view: View) => unknown): Promise<View> {
    if (this.#view && isTrue(this.#view)) return Promise.resolve(this.#view);
    const { promise, resolve, reject } = Promise.withResolvers<View>();
    const waiter: Waiter = { isTrue, resolve };
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

  /** Sends SIGKILL, like a system that is out of memory. */
  async killPi(): Promise<void> {
    process.kill(Number(await readFile(`${stdinLog(this.folders)}.pid`, 'utf8')), 'SIGKILL');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#following;
    await this.host.close();
    await this.model.close();
    await rm(this.folders.root, { recursive: true, force: true });
  }

  protected request(route: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('host', 'localhost:0');
    return Promise.resolve(this.#app.request(`http://localhost:0/api/${route}`, { ...init, headers }));
  }

  async #follow(): Promise<void> {
    for await (const frame of this.frames(this.agent, this.#closing.signal)) {
      if (frame.kind === 'snapshot') this.#view = frame.data.view;
      else if (frame.kind === 'message') {
        const { agent: _agent, ...event } = frame.data;
        this.events.push(event);
        if (this.#view) this.#view = reduce(this.#view, event);
      }
      for (const { isTrue, resolve } of this.#waiters) if (isTrue(this.view)) resolve(this.view);
    }
  }

  #gist(): string {
    const { entries, toolRuns, ...rest } = this.#view ?? { entries: [], toolRuns: {} };
    const messages = entries.map(({ message }) => JSON.stringify(message).slice(0, 200));
    return JSON.stringify({ ...rest, messages, toolRuns: Object.values(toolRuns) }).slice(0, 6000);
  }
}

function extensionFile({ root }: PanelFolders): string {
  return path.join(root, 'extension.ts');
}
