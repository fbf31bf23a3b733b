// A panel under attack: raw requests to it, and everything about it that a request might change.
import { readdir } from 'node:fs/promises';
import { exchange, type RawAnswer } from '../../server/gate/raw-exchange.ts';
import { makeFolders } from '../panel/folders.ts';
import { Panel, type PanelOptions } from '../panel/panel.ts';

export interface SiegeOptions extends PanelOptions {
  workspaceName?: string;
  /** Prepares the panel's root folder before the start; returns further environment variables. */
  prepare?: (root: string) => Promise<Record<string, string>>;
}

export interface RawRequest {
  method?: string;
  target: string;
  /** Headers that are sent unchanged after `Host` and `Connection`. A `Host` among them replaces the default. */
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export class SiegePanel extends Panel {
  /** The path of its socket, if it has one. */
  get socket(): string | null {
    return this.url.protocol === 'unix:' ? this.url.pathname : null;
  }

  static async open({ workspaceName, prepare, ...options }: SiegeOptions = {}): Promise<SiegePanel> {
    const folders = await makeFolders({
      files: { 'README.md': '# A project\n' },
      ...(workspaceName && { workspaceName }),
    });
    const panel = new SiegePanel(folders, { ...options, env: (await prepare?.(folders.root)) ?? {} });
    await panel.start();
    return panel;
  }

  /** Sends bytes over a socket, so that no HTTP client normalizes them. */
  raw({ method = 'GET', target, headers = {}, body = '' }: RawRequest): Promise<RawAnswer> {
    const all = { Host: `127.0.0.1:${this.port}`, Connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return exchange(this.socket ?? this.port, [`${method} ${target} HTTP/1.1`, ...lines], body);
  }

  /** The id of the first agent, once its pi has finished its start. */
  async readyAgent(): Promise<string> {
    const agent = await this.firstAgent();
    await this.waitForFrame(agent, (frame) => {
      if (frame.kind === 'snapshot') return frame.data.view.stats;
      return frame.kind === 'message' && frame.data.type === 'panel_stats';
    });
    return agent;
  }

  /** Sends a prompt whose answers are scripted, and waits until the run is over. */
  async runScript(agent: string, answers: object[]): Promise<void> {
    const settled = this.waitForFrame(
      agent,
      (frame) => frame.kind === 'message' && frame.data.type === 'agent_settled',
    );
    await this.command({ type: 'prompt', message: `go [[script]] ${JSON.stringify(answers)}` }, agent);
    await settled;
  }

  /** Returns the whole output of a command in the agent's shell. */
  async bash(agent: string, command: string): Promise<string> {
    return (await this.command<{ output: string }>({ type: 'bash', command }, agent)).output;
  }

  /** Returns everything that a request may have changed: the agents, the commands sent to pi, the files. */
  async state(): Promise<unknown> {
    const files = await readdir(this.workspace, { recursive: true });
    const agents = (await this.agents()).map(({ id, sessionId }) => [id, sessionId]);
    return { agents, sent: await this.sent(), files: files.sort() };
  }
}
