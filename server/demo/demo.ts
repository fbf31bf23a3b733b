// One running demo: the model, and the arguments and environment with which the caller starts pi.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extensionFile } from '../pi-extensions.ts';
import { startModel, type DemoModel } from './model.ts';
import { systemTexts } from './texts/languages.ts';

export interface Demo {
  /** Arguments to append to those of pi. */
  args: string[];
  /** Variables to add to pi's environment. */
  env: Record<string, string>;
  /** For tests, to queue answers and read requests. Null when the model belongs to another process. */
  model: DemoModel | null;
  /** Stops the model; a pi that still uses it gets connection errors. Idempotent. */
  close: () => Promise<void>;
}

/**
 * `pace` multiplies every wait (0: none). Default: PI_PANEL_DEMO_PACE, else 1. PI_PANEL_DEMO_URL names a model that is
 * already running, such as that of a browser test. Unless PI_CODING_AGENT_DIR is set, pi keeps its sessions and settings
 * in a temporary folder, so that the demo leaves nothing in the user's own. Rejects when the pace is not a number of 0 or
 * more.
 */
export async function startDemo({ pace = paceFromEnvironment() }: { pace?: number } = {}): Promise<Demo> {
  const running = process.env.PI_PANEL_DEMO_URL;
  const model = running ? null : await startModel({ pace, texts: systemTexts() });
  const url = model?.url ?? running ?? '';
  const agentDir = process.env.PI_CODING_AGENT_DIR
    ? null
    : await mkdtemp(join(tmpdir(), 'pi-panel-demo-agent-'));
  return {
    args: ['-e', extensionFile('demo'), '--provider', 'demo', '--model', 'demo-tour'],
    env: {
      PI_PANEL_DEMO_URL: url,
      PI_OFFLINE: '1',
      ...(agentDir && { PI_CODING_AGENT_DIR: agentDir }),
      ...withoutProxy(process.env),
    },
    model,
    close: async () => {
      await model?.close();
      // A pi that ends at the same time may still write there.
      if (agentDir) await rm(agentDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function paceFromEnvironment(): number {
  const text = process.env.PI_PANEL_DEMO_PACE ?? '1';
  const pace = text.trim() === '' ? NaN : Number(text);
  if (pace >= 0 && pace < Infinity) return pace;
  throw new RangeError(`PI_PANEL_DEMO_PACE must be a number of 0 or more, such as 0.5, not '${text}'.`);
}

/**
 * Returns variables that exclude loopback from a proxy. pi uses HTTP_PROXY even for loopback unless NO_PROXY excludes
 * it (in pi 0.87.1).
 */
function withoutProxy(env: NodeJS.ProcessEnv): Record<string, string> {
  const hosts = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1'].filter(Boolean).join(',');
  return { no_proxy: hosts, NO_PROXY: hosts };
}
