/** Owns one running demo: the model, and what pi must be told to use it. pi itself is started by whoever asks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModel, type DemoModel } from './model.ts';

export interface Demo {
  /** Goes behind pi's own flags. */
  args: string[];
  /** Goes over pi's environment. */
  env: Record<string, string>;
  /** For tests: what it says next can be queued, what it was asked can be read. Null when it is somebody else's. */
  model: DemoModel | null;
  /** Stops the model; a pi that still uses it gets connection errors. May be called again. */
  close(): Promise<void>;
}

/**
 * `pace` is a factor on every wait (0: none). Default: PI_PANEL_DEMO_PACE, else 1.
 * A model that runs already is used when PI_PANEL_DEMO_URL names it: that of a browser test.
 * pi keeps its sessions and its lists in a temporary folder unless PI_CODING_AGENT_DIR names one, so that trying
 * the demo leaves nothing in the user's own.
 * Rejects when the pace is no number of 0 or more.
 */
export async function startDemo({ pace = paceFromEnvironment() }: { pace?: number } = {}): Promise<Demo> {
  const running = process.env.PI_PANEL_DEMO_URL;
  const model = running ? null : await startModel({ pace });
  const url = model?.url ?? running ?? '';
  const agentDir = process.env.PI_CODING_AGENT_DIR
    ? null
    : await mkdtemp(join(tmpdir(), 'pi-panel-demo-agent-'));
  return {
    args: ['-e', extensionPath, '--provider', 'demo', '--model', 'demo-tour'],
    env: {
      PI_PANEL_DEMO_URL: url,
      PI_OFFLINE: '1',
      ...(agentDir && { PI_CODING_AGENT_DIR: agentDir }),
      ...withoutProxy(process.env),
    },
    model,
    close: async () => {
      await model?.close();
      if (agentDir) await rm(agentDir, { recursive: true, force: true });
    },
  };
}

/** pi reads it as TypeScript, also from a package. */
const extensionPath = fileURLToPath(new URL('./extension.ts', import.meta.url));

function paceFromEnvironment(): number {
  const text = process.env.PI_PANEL_DEMO_PACE ?? '1';
  const pace = text.trim() === '' ? NaN : Number(text);
  if (pace >= 0 && pace < Infinity) return pace;
  throw new RangeError(`PI_PANEL_DEMO_PACE is a number from 0 on, such as 0.5, not '${text}'.`);
}

/** pi sends its requests through HTTP_PROXY where that is set, loopback too unless it is told not to (0.87.1). */
function withoutProxy(env: NodeJS.ProcessEnv): Record<string, string> {
  const hosts = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1'].filter(Boolean).join(',');
  return { no_proxy: hosts, NO_PROXY: hosts };
}
