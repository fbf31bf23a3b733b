// One run of the bench: its temporary folder, its environment, and the end of everything that it started.
// Nothing of the person's is read or written: pi's folder, HOME and TMPDIR lie in the temporary folder.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../../server/agent/process/program.ts';

type Closer = () => Promise<unknown>;

export interface Lab {
  /** How often each figure is measured. */
  readonly repetitions: number;
  /** A new empty folder, absolute and without links; removed with the lab. */
  folder(name: string): Promise<string>;
  /** The whole environment for a program; each lab folder that is given takes the place of the person's. */
  environment(own: { home: string; agentDir: string; tmp: string }): NodeJS.ProcessEnv;
  /** Called when the lab closes, last registered first. What is closed earlier must bear being closed again. */
  onClose(close: Closer): void;
  /** Progress, for whoever waits. */
  say(text: string): void;
}

export interface OpenLab extends Lab {
  /** Ends what is still running and removes the folder. May be called again. */
  close(): Promise<void>;
}

export async function openLab(options: { repetitions: number; say(text: string): void }): Promise<OpenLab> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'pi-panel-bench-')));
  const closers: Closer[] = [];
  let folders = 0;
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    while (closers.length > 0) await closers.pop()?.();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    ...options,
    async folder(name) {
      const path = join(root, `${folders++}-${name}`);
      await mkdir(path);
      return path;
    },
    environment: ({ home, agentDir, tmp }) => ({
      ...childEnvironment(process.env),
      HOME: home,
      TMPDIR: tmp,
      PI_CODING_AGENT_DIR: agentDir,
      PI_OFFLINE: '1',
      PI_SKIP_VERSION_CHECK: '1',
      PI_TELEMETRY: '0',
      // pi sends its requests through HTTP_PROXY, loopback too (0.87.1).
      no_proxy: '127.0.0.1',
      NO_PROXY: '127.0.0.1',
    }),
    onClose: (close) => void closers.push(close),
    close: () => (closing ??= closeAll()),
  };
}
