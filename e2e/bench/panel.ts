// The panel as a person starts it, without a browser, and the plain HTTP of one that would look at it.
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AgentInfo, PageCommand } from '../../shared/wire.ts';
import { nowMicros } from './clock.ts';
import { withDeadline } from './deadline.ts';
import type { Lab } from './lab.ts';
import { startProgram } from './program.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const START_MS = 60_000;

export interface Panel {
  /** As printed, with the token. */
  url: string;
  /** From the start of the process to its ready line, in ms. */
  readyMs: number;
  /** By `nowMicros`. */
  startedAt: number;
  /** Its only agent, as it was when the panel was ready. */
  agent: AgentInfo;
  /** An answer whose body nobody has read yet. Rejects unless the status is 200. */
  open(path: string): Promise<IncomingMessage>;
  /** Rejects when pi refuses it. */
  command(command: PageCommand): Promise<void>;
  close(): Promise<void>;
}

export interface PanelOptions {
  /** Beside `--no-open --port 0`. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export async function startPanel(lab: Lab, { args, cwd, env }: PanelOptions): Promise<Panel> {
  const startedAt = nowMicros();
  const argv = [process.execPath, MAIN, '--no-open', '--port', '0', ...args];
  const program = startProgram(lab, { argv, cwd, env, stdinPatience: 0 });
  const [line] = (await withDeadline(
    START_MS,
    "the panel's ready line",
    Promise.race([once(createInterface(program.child.stdout), 'line'), program.failed]),
  )) as [string];
  const readyMs = (nowMicros() - startedAt) / 1000;
  const url = /^pi-panel ready: (\S+)$/.exec(line)?.[1];
  if (!url) throw new Error(`The panel said '${line}' instead of its ready line.`);

  const { port, hash } = new URL(url);
  const headers = { Authorization: `Bearer ${hash.replace('#t=', '')}` };
  const base = `http://127.0.0.1:${port}/api`;

  async function open(path: string): Promise<IncomingMessage> {
    const [response] = (await once(get(`${base}/${path}`, { headers, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    if (response.statusCode === 200) return response;
    throw new Error(`GET ${path}: ${response.statusCode} ${await text(response)}`);
  }

  const { agents } = JSON.parse(await text(await open('agents'))) as { agents: AgentInfo[] };
  const agent = agents[0];
  if (!agent) throw new Error('The panel has started no agent.');

  async function command(body: PageCommand): Promise<void> {
    const outgoing = request(`${base}/agents/${agent!.id}/commands`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    outgoing.end(JSON.stringify(body));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode === 200 && (JSON.parse(answer) as { success: boolean }).success) return;
    throw new Error(`The panel answered ${body.type} with ${response.statusCode} ${answer}`);
  }

  return { url, readyMs, startedAt, agent, open, command, close: () => program.close() };
}
