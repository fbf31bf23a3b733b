// Ten agents in three workspaces that write and run commands at the same time, each read by a stream of its own, beside
// the stream of the list of all agents.
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Step } from '../../../server/demo/answer.ts';
import { longText } from '../../../server/demo/long-text.ts';
import type { DemoModel } from '../../../server/demo/model.ts';
import type { PanelFolders } from '../../panel/folders.ts';
import type { Panel } from '../../panel/panel.ts';

const AGENTS = 10;
const WORKSPACES = 3;
const TOKENS_PER_SECOND = 100;
/** UTF-16 units of a token. */
const TOKEN_LENGTH = 7;
/** How long an agent writes before it runs its next command. */
const SPEECH_SECONDS = 3;

/** A panel whose routes can be read from their sockets. */
export interface MeasuredPanel extends Panel {
  openRoute: (route: string) => Promise<IncomingMessage>;
}

/** Starts agents until there are ten; resolves with their ids once all accept prompts. */
export async function startTenAgents(panel: Panel, folders: PanelFolders): Promise<string[]> {
  const first = await panel.firstAgent();
  const ids = [first];
  const workspaces = [folders.workspace];
  for (let n = 1; n < WORKSPACES; n++) workspaces.push(join(folders.root, `workspace-${n}`));
  for (const workspace of workspaces) await mkdir(workspace, { recursive: true });
  for (let n = 1; n < AGENTS; n++) {
    const response = await panel.post('agents', { workspace: workspaces[n % WORKSPACES] });
    ids.push(((await response.json()) as { id: string }).id);
  }
  for (const id of ids)
    while (!(await panel.snapshot(id)).ready) await new Promise((resolve) => setTimeout(resolve, 50));
  return ids;
}

export interface Writing {
  agents: readonly string[];
  model: Pick<DemoModel, 'queue'>;
  /** Roughly how long they write. */
  seconds: number;
}

/** Makes all agents write, with a command after each part. Resolves once all have accepted the prompt. */
export async function writeAll(panel: Panel, { agents, model, seconds }: Writing): Promise<void> {
  const length = SPEECH_SECONDS * TOKENS_PER_SECOND * TOKEN_LENGTH;
  const words = {
    text: longText(length).slice(0, length),
    chunk: TOKEN_LENGTH,
    every: 1000 / TOKENS_PER_SECOND,
  };
  const commands = agents.length * (Math.round(seconds / SPEECH_SECONDS) - 1);
  const command = (n: number): Step => ({ tool: 'bash', args: { command: `sleep 0.2; echo part ${n}` } });
  model.queue([
    ...Array.from({ length: commands }, (_, n) => ({ pace: 1, steps: [words, command(n)] })),
    ...agents.map(() => ({ pace: 1, steps: [words] })),
  ]);
  await Promise.all(agents.map((agent) => panel.command({ type: 'prompt', message: 'Write.' }, agent)));
}

export interface StreamBytes {
  /** The bytes of the list of all agents. */
  list: number;
  /** The bytes of all agents together. */
  streams: number;
}

/** Counts the bytes of the sockets from the prompt to the end of the last run. Each socket carries one stream. */
export async function countStreamBytes(panel: MeasuredPanel, writing: Writing): Promise<StreamBytes> {
  const list = new Counter(await panel.openRoute('overview?form=compact'));
  const streams: Counter[] = [];
  for (const agent of writing.agents)
    streams.push(new Counter(await panel.openRoute(`events?agents=${agent}&form=compact`)));
  const sum = (): number => streams.reduce((bytes, stream) => bytes + stream.bytes, 0);
  await Promise.all([list, ...streams].map((each) => each.until('\n\n')));
  const before = { list: list.bytes, streams: sum() };
  const ends = Promise.all(streams.map((stream) => stream.until('"agent_settled"')));
  await writeAll(panel, writing);
  await ends;
  const counted = { list: list.bytes - before.list, streams: sum() - before.streams };
  for (const each of [list, ...streams]) each.close();
  return counted;
}

/** Counts the bytes of a socket. */
class Counter {
  readonly #response: IncomingMessage;

  constructor(response: IncomingMessage) {
    this.#response = response.setEncoding('utf8');
  }

  get bytes(): number {
    return this.#response.socket.bytesRead;
  }

  /** Resolves once this has arrived. */
  until(text: string): Promise<void> {
    let end = '';
    return new Promise((resolve, reject) => {
      this.#response.on('data', (more: string) => {
        end = (end + more).slice(-2000);
        if (end.includes(text)) resolve();
      });
      this.#response.once('close', () => reject(new Error('The stream ended before the run.')));
    });
  }

  close(): void {
    this.#response.destroy();
  }
}
