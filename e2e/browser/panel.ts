// A panel of its own for every test: the real server with the real pi, a folder to work in, and the scripted
// model in this process, so that a test says what the model answers and when.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { startModel, type DemoModel } from '../../server/demo/model.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

export interface PanelOptions {
  /** The panel's script; default: that of this checkout. */
  main: string;
  /** Further options of the panel, before `--`. */
  args: string[];
  /** Options for pi, behind `--`. */
  piArgs: string[];
  /** The scripted model is offered to pi. Without it pi has no model at all. */
  withModel: boolean;
  /** Files of the workspace. */
  files: Record<string, string>;
  env: Record<string, string>;
  /** pi's settings.json. */
  settings: object;
}

export class RunningPanel {
  readonly folder: string;
  readonly workspace: string;
  readonly agentDir: string;
  readonly model: DemoModel;
  readonly #options: PanelOptions;
  #process: ChildProcess | null = null;
  #port = 0;
  url = '';

  constructor(folder: string, model: DemoModel, options: PanelOptions) {
    this.folder = folder;
    this.workspace = path.join(folder, 'project');
    this.agentDir = path.join(folder, 'agent');
    this.model = model;
    this.#options = options;
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  get token(): string {
    return new URLSearchParams(new URL(this.url).hash.slice(1)).get('t') ?? '';
  }

  /** Starts the panel, a second time on the same port with the same token. */
  async start(): Promise<void> {
    const { main, args, piArgs, withModel, env } = this.#options;
    const child = spawn(
      process.execPath,
      [
        main,
        '--no-open',
        ...['--port', String(this.#port), '--workspace', this.workspace],
        ...['--token-file', path.join(this.folder, 'token')],
        ...(withModel ? ['--demo'] : []),
        ...args,
        ...(piArgs.length > 0 ? ['--', ...piArgs] : []),
      ],
      { env: this.#environment(env), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const ready = /^pi-panel ready: (\S+)$/.exec(line);
      if (!ready) continue;
      this.url = ready[1]!;
      this.#port = Number(new URL(this.url).port);
      return;
    }
    throw new Error('The panel ended before it was ready.');
  }

  /** Ends the panel the way a signal would; SIGKILL gives it no chance to tidy up. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** Ids of the processes that it has started itself, of which pi is the first. Linux. */
  async children(): Promise<number[]> {
    const pid = this.#process?.pid;
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.trim().split(' ').map(Number);
  }

  fetch(route: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    return fetch(`${this.origin}/${route}`, { ...init, headers });
  }

  /** The one session file that pi wrote. */
  async sessionText(): Promise<string> {
    const sessions = path.join(this.agentDir, 'sessions');
    const names = await readdir(sessions, { recursive: true });
    const files = names.filter((name) => name.endsWith('.jsonl'));
    expect(files, 'one session file').toHaveLength(1);
    return readFile(path.join(sessions, files[0]!), 'utf8');
  }

  /** The messages of the one session file, as they stand there. */
  async storedMessages(): Promise<AgentMessage[]> {
    return (await this.sessionText())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { type: string; message: AgentMessage })
      .filter(({ type }) => type === 'message')
      .map(({ message }) => message);
  }

  read(file: string): Promise<string> {
    return readFile(path.join(this.workspace, file), 'utf8');
  }

  /** As somebody else than the page would. */
  write(file: string, content: string): Promise<void> {
    return writeFile(path.join(this.workspace, file), content);
  }

  #environment(more: Record<string, string>): NodeJS.ProcessEnv {
    const keys = Object.keys(process.env).filter((name) => !/_API_KEY$|^PI_/.test(name));
    return {
      ...Object.fromEntries(keys.map((name) => [name, process.env[name]])),
      HOME: path.join(this.folder, 'home'),
      PI_CODING_AGENT_DIR: this.agentDir,
      PI_OFFLINE: '1',
      PI_PANEL_DEMO_URL: this.model.url,
      ...more,
    };
  }
}

export const test = base.extend<{ panelOptions: Partial<PanelOptions>; panel: RunningPanel }>({
  panelOptions: [{}, { option: true }],
  panel: async ({ panelOptions, context }, use) => {
    const options: PanelOptions = {
      main: MAIN,
      args: [],
      piArgs: [],
      withModel: true,
      files: {},
      env: {},
      settings: {},
      ...panelOptions,
    };
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-e2e-')));
    const model = await startModel({ pace: 1 });
    const panel = new RunningPanel(folder, model, options);
    for (const name of ['home', 'agent', 'project']) await mkdir(path.join(folder, name));
    for (const [name, content] of Object.entries({ 'README.md': '# A project\n', ...options.files })) {
      await mkdir(path.dirname(path.join(panel.workspace, name)), { recursive: true });
      await panel.write(name, content);
    }
    await writeFile(path.join(panel.agentDir, 'settings.json'), JSON.stringify(options.settings));
    await panel.start();
    await use(panel);
    // What a page tries again meanwhile finds no panel, and no handler of the test that is over.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await panel.stop();
    await model.close();
    await rm(folder, { recursive: true, force: true });
  },
});

/** A picture of one pixel, as base64. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const picture = (name = 'dot.png') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(DOT, 'base64'),
});

/** Opens the page as a person does with the printed link, and waits until the agent is ready. */
export async function open(page: Page, panel: RunningPanel): Promise<void> {
  await page.goto(panel.url);
  await expect(agentStatus(page)).toHaveText(/idle/);
  await expect(connection(page)).toHaveText(/live/);
}

/** Types a text into the composer and sends it by Enter. */
export async function send(page: Page, text: string): Promise<void> {
  const message = composer(page);
  await message.fill(text);
  await message.press('Enter');
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
export const conversation = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });
export const agentStatus = (page: Page): Locator =>
  page.getByRole('status', { name: 'Agent status' }).first();
export const connection = (page: Page): Locator => page.getByRole('status', { name: 'Connection' });
export const entries = (page: Page, name: string | RegExp): Locator =>
  conversation(page).getByRole('article', { name });

/** A promise that a test resolves, for `{ until }` in a scripted answer. */
export function gate(): { until: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { until: promise, open: resolve };
}

export { expect };
