// A started panel that is looked at and killed from outside: on fake-pi, which misbehaves as it is told, or on the
// real pi.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { panelFolder, StartedPanel, type StartOptions } from '../siege/started-panel.ts';
import type { Act } from './fake-pi.ts';

const FAKE_PI = fileURLToPath(new URL('fake-pi.ts', import.meta.url));
const MARK = 'FAULTS_OF';

export interface FaultPanelOptions extends Pick<StartOptions, 'args' | 'files'> {
  /** Default: fake-pi. */
  agent?: 'fake' | 'demo';
  env?: Record<string, string>;
}

export class FaultPanel extends StartedPanel {
  /** Id of the first agent. */
  agent = '';

  static async open({ agent = 'fake', env, args = [], files }: FaultPanelOptions = {}): Promise<FaultPanel> {
    const folder = await panelFolder({ ...(files && { files }) });
    const log = path.join(folder, 'stdin.jsonl');
    const panel = new FaultPanel(folder, {
      // The token outlives a restart, as the page's does.
      args: ['--no-open', '--token-file', path.join(folder, 'token'), ...args],
      ...(agent === 'fake' && { program: [process.execPath, FAKE_PI, log] }),
    });
    panel.environment = { [MARK]: folder, ...env };
    await panel.start();
    return panel;
  }

  override async start(): Promise<void> {
    await super.start();
    this.agent = (await this.agents())[0]!.id;
  }

  /** For a request by hand, also over a proxy. */
  get headers(): Record<string, string> {
    return { ...this.authorization, host: `127.0.0.1:${this.port}` };
  }

  /** Resolves to the status of the answer. */
  async prompt(
    what: string | readonly Act[],
    { key = `${crypto.randomUUID()}`, agent = this.agent } = {},
  ): Promise<number> {
    const json = { type: 'prompt', message: typeof what === 'string' ? what : JSON.stringify(what) };
    const route = `agents/${agent}/commands`;
    const answer = await this.fetch(route, { method: 'POST', json, headers: { 'idempotency-key': key } });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** What reached fake-pi, of this type. */
  async commands(type: string): Promise<{ message?: string }[]> {
    const commands = (await this.sent()).map(
      (line) => JSON.parse(line) as { type: string; message?: string },
    );
    return commands.filter((command) => command.type === type);
  }

  /** Ids of the processes that it started and that still run, wherever they detached to. Linux. */
  async children(): Promise<number[]> {
    const names = await readdir('/proc');
    const found = await Promise.all(
      names.map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
        return environment.includes(`${MARK}=${this.folder}\0`) && Number(name) !== this.pid
          ? [Number(name)]
          : [];
      }),
    );
    return found.flat();
  }

  /** Id of the process of pi. Linux. */
  async pi(): Promise<number> {
    for (const pid of await this.children()) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === this.pid) return pid;
    }
    throw new Error('No pi is running.');
  }

  /** In bytes. Linux. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }

  /** Open descriptors. Linux. */
  async descriptors(): Promise<number> {
    return (await readdir(`/proc/${this.pid}/fd`)).length;
  }

  /** Files left where it puts temporary ones, also within folders. */
  async temporaryFiles(): Promise<string[]> {
    const entries = await readdir(path.join(this.folder, 'tmp'), { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
  }
}

/**
 * With room for its heap V8 collects so rarely that the memory of the process shows its patience. With little, it
 * shows what is kept; and what is kept too much ends it.
 */
export const SMALL_HEAP = { env: { NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=2' } };

/** Looks again and again, until it is so. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
