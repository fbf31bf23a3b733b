// A client of a panel's API for the suites, whether the panel runs as a process or inside the test.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Answer } from '../../shared/pi/commands.ts';
import type { View } from '../../shared/view/view.ts';
import type { AgentInfo, PageCommand } from '../../shared/wire.ts';
import { readFrames, type Frame } from './event-frames.ts';
import type { PanelFolders } from './folders.ts';

export interface Reply {
  status: number;
  /** pi's response, or the reason why the panel refused. */
  body: Partial<Answer> & { success?: boolean; data?: unknown; error?: unknown };
}

export type JsonRequest = RequestInit & { json?: unknown };

export abstract class PanelClient {
  readonly folders: PanelFolders;

  constructor(folders: PanelFolders) {
    this.folders = folders;
  }

  abstract get token(): string;

  protected abstract request(route: string, init: RequestInit): Promise<Response>;

  get workspace(): string {
    return this.folders.workspace;
  }

  /** Requests a route below /api with the token. */
  fetch(route: string, { json, ...init }: JsonRequest = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const body = json === undefined ? (init.body ?? null) : JSON.stringify(json);
    return this.request(route, { ...init, headers, body });
  }

  post(route: string, json: unknown = {}): Promise<Response> {
    return this.fetch(route, { method: 'POST', json });
  }

  /** The body of the response, whatever its status. */
  async getJson<T>(route: string): Promise<T> {
    return (await (await this.fetch(route)).json()) as T;
  }

  async agents(): Promise<AgentInfo[]> {
    return (await this.getJson<{ agents: AgentInfo[] }>('agents')).agents;
  }

  /** Id of the first agent, which commands go to unless they name another. */
  async firstAgent(): Promise<string> {
    return (await this.agents())[0]!.id;
  }

  async tryCommand(command: PageCommand, agent?: string): Promise<Reply> {
    return replyOf(await this.post(`agents/${agent ?? (await this.firstAgent())}/commands`, command));
  }

  /** Resolves to pi's data, for a slash command once its handler has ended. Rejects if it is refused. */
  async command<T = unknown>(command: PageCommand, agent?: string): Promise<T> {
    const { status, body } = await this.tryCommand(command, agent);
    if (status === 200 && body.success) return body.data as T;
    throw new Error(`${command.type} was answered with ${status}: ${JSON.stringify(body)}`);
  }

  /** Opens the event stream of an agent, from its snapshot on. */
  async *frames(agent: string, signal?: AbortSignal): AsyncGenerator<Frame> {
    yield* readFrames(await this.fetch(`events?agents=${agent}`), signal);
  }

  /** Reads the event stream until a frame matches. */
  async waitForFrame(agent: string, matches: (frame: Frame) => unknown): Promise<void> {
    for await (const frame of this.frames(agent)) if (matches(frame)) return;
    throw new Error('The event stream ended.');
  }

  /** Returns the view that a page gets when it opens now. */
  async snapshot(agent?: string): Promise<View> {
    for await (const frame of this.frames(agent ?? (await this.firstAgent())))
      if (frame.kind === 'snapshot') return frame.data.view;
    throw new Error('The event stream ended without a snapshot.');
  }

  /** The commands sent to a recording pi so far, without the ids that the server adds. */
  async sent(): Promise<Record<string, unknown>[]> {
    const text = await readFile(stdinLog(this.folders), 'utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { id: _id, ...record } = JSON.parse(line) as Record<string, unknown>;
        return record;
      });
  }
}

/** The file in which `recording-pi.ts` and the fake pi record what they are sent. */
export function stdinLog({ root }: PanelFolders): string {
  return path.join(root, 'stdin.jsonl');
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Reply['body'] };
}
