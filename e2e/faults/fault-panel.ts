// A panel that is observed and killed from outside: on fake-pi, which misbehaves on command, or on the real pi.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stdinLog } from '../panel/client.ts';
import { makeFolders } from '../panel/folders.ts';
import { Panel } from '../panel/panel.ts';
import type { Act } from './fake-pi.ts';

const FAKE_PI = fileURLToPath(new URL('fake-pi.ts', import.meta.url));
/** An environment variable of everything that a panel starts. */
const MARK = 'FAULTS_OF';

export interface FaultPanelOptions {
  /** Default: fake-pi. */
  agent?: 'fake' | 'demo';
  env?: Record<string, string>;
}

export class FaultPanel extends Panel {
  /** Id of the first agent. */
  agent = '';

  static async open({ agent = 'fake', env }: FaultPanelOptions = {}): Promise<FaultPanel> {
    const folders = await makeFolders({ files: { 'README.md': '# A project\n' } });
    const panel = new FaultPanel(folders, {
      // The token outlives a restart, like that of a page.
      keepsToken: true,
      env: { [MARK]: folders.root, ...env },
      ...(agent === 'fake' && { program: [process.execPath, FAKE_PI, stdinLog(folders)] }),
    });
    await panel.start();
    return panel;
  }

  override async start(): Promise<void> {
    await super.start();
    this.agent = (await this.agents())[0]!.id;
  }

  override firstAgent(): Promise<string> {
    return Promise.resolve(this.agent);
  }

  /** The headers of a request that does not go through `fetch`, such as one over a proxy. */
  get headers(): Record<string, string> {
    return { ...this.authorization, host: `127.0.0.1:${this.port}` };
  }

  /** Sends a prompt. Resolves to the status of the response. */
  async prompt(
    what: string | readonly Act[],
    { key = `${crypto.randomUUID()}`, agent = this.agent } = {},
  ): Promise<number> {
    const json = { type: 'prompt', message: typeof what === 'string' ? what : JSON.stringify(what) };
    const route = `agents/${agent}/commands`;
    const response = await this.fetch(route, { method: 'POST', json, headers: { 'idempotency-key': key } });
    await response.arrayBuffer();
    return response.status;
  }

  restartAgent(): Promise<Response> {
    return this.post(`agents/${this.agent}/restart`);
  }

  /** Returns the commands of this type that reached fake-pi. */
  async sentCommands(type: string): Promise<{ message?: string }[]> {
    return (await this.sent()).filter((command) => command.type === type);
  }

  /** Ids of the processes that descend from the panel and still run, even detached ones. Linux. */
  async descendants(): Promise<number[]> {
    const names = await readdir('/proc');
    const found = await Promise.all(
      names.map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
        return environment.includes(`${MARK}=${this.folders.root}\0`) && Number(name) !== this.pid
          ? [Number(name)]
          : [];
      }),
    );
    return found.flat();
  }

  /** Resident memory in bytes. Linux. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }

  /** The number of open descriptors. Linux. */
  async descriptors(): Promise<number> {
    return (await readdir(`/proc/${this.pid}/fd`)).length;
  }

  /** The files that it has left in its temporary folder, at any depth. */
  async temporaryFiles(): Promise<string[]> {
    const entries = await readdir(this.folders.tmp, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
  }
}

/**
 * With a large heap V8 collects so rarely that the memory of the process proves little. With a small one it shows what
 * is retained, and retaining too much ends the process.
 */
export const SMALL_HEAP = { env: { NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=2' } };

/** Longer than any fault delays anything. */
const MAX_WAIT_MS = 120_000;

/** Polls until the condition holds. Rejects, with the place of the call, if it never does. */
export async function waitUntil(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const failure = new Error(`This did not become true within ${MAX_WAIT_MS / 1000} seconds.`);
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
