// `/panel` in pi's own terminal, on the real TUI: the session goes to a page and comes back, and never has two writers.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownPi } from '../../server/agent/process/own-pi.ts';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import { extensionFile } from '../../server/pi-extensions.ts';
import { parseSession } from '../../shared/pi/session-parse.ts';
import type { AgentInfo } from '../../shared/wire.ts';
import { readFrames } from '../panel/event-frames.ts';
import { isolatedEnvironment, makeFolders, type PanelFolders } from '../panel/folders.ts';
import { gate, NO_HIDDEN_RETRIES, says } from '../panel/scripted.ts';
import { readSessionFile } from '../panel/session-files.ts';
import { Terminal, whyNoTerminal } from '../panel/terminal.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const skip = await whyNoTerminal();
const AWAY = 'This session is open in the browser';

describe('/panel in the terminal of pi', { skip, timeout: 300_000 }, () => {
  let folders: PanelFolders;
  let model: DemoModel;
  let terminal: Terminal;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    folders = await makeFolders({ settings: { enableInstallTelemetry: false, retry: NO_HIDDEN_RETRIES } });
    model = await startModel({ pace: 1, tour: false });
    env = {
      ...isolatedEnvironment(folders),
      PI_PANEL_DEMO_URL: model.url,
      PI_PANEL_OPTIONS: '--demo --port 0 --idle-exit 600',
      XDG_STATE_HOME: path.join(folders.root, 'state'),
    };
    const { argv } = await ownPi();
    const [node = '', ...pi] = argv;
    await promisify(execFile)(node, [...pi, 'install', ROOT], { env, cwd: folders.workspace });
    const options = ['-e', extensionFile('demo'), '--provider', 'demo', '--model', 'demo-tour'];
    terminal = await Terminal.open({
      folder: folders.root,
      cwd: folders.workspace,
      env,
      command: [...argv, ...options],
    });
    await terminal.shows('demo-tour');
    // pi shows its editor before it takes what is sent from there.
    await terminal.type('/panel help');
    await terminal.pressUntil('Enter', '/panel opens this session in the browser, /panel qr');
  });

  after(async () => {
    await terminal?.close();
    await endPanels(path.join(folders.root, 'state', 'pi-panel', 'terminal'));
    await model?.close();
    await rm(folders.root, { recursive: true, force: true, maxRetries: 3 });
  });

  /** Gives the session away, and resolves with how a page would ask the panel. */
  async function handOver(): Promise<Visit> {
    await terminal.enter('/panel');
    await terminal.shows(AWAY);
    const [, link = ''] = await terminal.shows(/(http:\/\/127\.0\.0\.1:\d+\/\S+)/);
    return new Visit(new URL(link));
  }

  async function chat(question: string, answer: string): Promise<void> {
    model.queue([says(answer)]);
    await terminal.enter(question);
    await terminal.shows(answer);
  }

  async function takeBack(): Promise<void> {
    await terminal.press('Escape');
    await terminal.shows('The session is back in this terminal.');
    await terminal.hides(AWAY);
  }

  test('messages sent in the browser are part of the same branch, and appear in the terminal afterwards', async () => {
    await chat('Hello from here', 'An answer in the terminal.');
    const visit = await handOver();
    await visit.until(({ status }) => status === 'idle');
    model.queue([says('An answer in the browser.')]);
    await visit.send({ type: 'prompt', message: 'Hello from there' });
    await terminal.shows(`${AWAY}: it is idle`);
    await storedText('An answer in the browser.');
    await takeBack();
    await terminal.shows('An answer in the browser.');
    await chat('And from here again', 'Another answer in the terminal.');
    const text = await storedText('Another answer in the terminal.');
    const parents = parseSession(text)!.entries.map(({ parentId }) => parentId);
    assert.equal(new Set(parents).size, parents.length, 'no entry has two successors');
  });

  test('the panel cannot open a session that the terminal has', async () => {
    const visit = await handOver();
    const { sessionId } = await visit.until(({ status }) => status === 'idle');
    await takeBack();
    const answer = await visit.ask('agents', { session: sessionId });
    assert.equal(answer.status, 409);
    assert.match(await answer.text(), /session_in_use.*a pi in a terminal/);
  });

  test('ending the session on the page gives it back, and the same panel serves the next time', async () => {
    const first = await handOver();
    await first.end();
    await terminal.shows('The panel has closed this session.');
    const second = await handOver();
    assert.equal(second.link.origin, first.link.origin);
    await takeBack();
  });

  test('while it is at work in the browser, one Escape only warns', async () => {
    const visit = await handOver();
    await visit.until(({ status }) => status === 'idle');
    const held = gate();
    model.queue([{ steps: [{ text: 'Half of it. ' }, { until: held.until }] }]);
    await visit.send({ type: 'prompt', message: 'Take your time' });
    await terminal.shows('it is at work');
    await visit.says('Half of it.');
    await terminal.press('Escape');
    await terminal.shows('Escape again stops it');
    assert.equal((await visit.agent())?.status, 'running');
    await takeBack();
    held.open();
    await terminal.shows('Half of it.');
  });

  test('while the session is away, keys do not reach pi', async () => {
    const visit = await handOver();
    await terminal.type('typed while away');
    await terminal.press('Enter');
    await visit.until(({ status }) => status === 'idle');
    await takeBack();
    assert.ok(!(await terminal.screen()).includes('typed while away'));
  });

  test('a code for a phone is shown until a key is pressed, with what is missing to reach it', async () => {
    await terminal.enter('/panel qr');
    await terminal.shows('Only this machine can open this address');
    assert.match(await terminal.screen(), /[▀▄█]{6}/);
    await terminal.press('Space');
    await terminal.hides('Only this machine can open');
  });

  test('a panel that is killed gives the session back', async () => {
    await handOver();
    await endPanels(path.join(folders.root, 'state', 'pi-panel', 'terminal'), 'SIGKILL');
    await terminal.shows('The panel has ended.');
    await chat('Still here?', 'Still here.');
    await handOver();
    await takeBack();
  });

  async function storedText(end: string): Promise<string> {
    for (;;) {
      const text = await readSessionFile(folders.agentDir);
      if (text.includes(end)) return text;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});

/** The requests of a page that opens the link that the terminal shows. */
class Visit {
  readonly link: URL;
  readonly #id: string;

  constructor(link: URL) {
    this.link = link;
    this.#id = link.searchParams.get('agent') ?? '';
  }

  ask(route: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.link.hash.slice('#t='.length)}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    };
    return fetch(new URL(`api/${route}`, this.link.origin), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async agent(): Promise<AgentInfo | undefined> {
    const { agents } = (await (await this.ask('agents')).json()) as { agents: AgentInfo[] };
    return agents.find(({ id }) => id === this.#id);
  }

  async until(isTrue: (agent: AgentInfo) => boolean): Promise<AgentInfo> {
    for (;;) {
      const agent = await this.agent();
      if (agent && isTrue(agent)) return agent;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits until the answer that is being written contains this text. */
  async says(text: string): Promise<void> {
    for (;;) {
      const frames = readFrames(await this.ask(`events?agents=${this.#id}`));
      const snapshot: unknown = (await frames.next()).value;
      await frames.return(undefined);
      if (JSON.stringify(snapshot).includes(text)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async send(command: object): Promise<void> {
    const answer = await this.ask(`agents/${this.#id}/commands`, command);
    assert.equal(answer.status, 200, await answer.text());
  }

  async end(): Promise<void> {
    assert.equal((await this.ask(`agents/${this.#id}`, undefined, 'DELETE')).status, 204);
  }
}

/** The panels that keep running in the background. */
async function endPanels(folder: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.pid'))) {
    const pid = Number(await readFile(path.join(folder, name), 'utf8'));
    try {
      process.kill(pid, signal);
      while (process.kill(pid, 0)) await new Promise((resolve) => setTimeout(resolve, 50));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
