// A home for pi without anything of the person's, and a scripted model that pi finds there.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import type { Lab } from './lab.ts';

export interface PiHome {
  env: NodeJS.ProcessEnv;
  /** The folder that the agent works in; empty. */
  workspace: string;
  /** TMPDIR of pi and of the panel. */
  tmp: string;
}

export async function makePiHome(lab: Lab): Promise<PiHome & { agentDir: string }> {
  const [home, agentDir, tmp, workspace] = (await Promise.all(
    ['home', 'agent', 'tmp', 'workspace'].map((name) => lab.folder(name)),
  )) as [string, string, string, string];
  return { env: lab.environment({ home, agentDir, tmp }), workspace, tmp, agentDir };
}

/**
 * The model runs in this process, not in the panel's (as with `--demo`), because a real one is far away. What
 * it says next is queued, so that no script travels in a prompt and none is counted.
 */
export async function makeScriptedPiHome(lab: Lab): Promise<PiHome & { model: DemoModel }> {
  const { agentDir, ...home } = await makePiHome(lab);
  const model = await startModel({ tour: false });
  lab.onClose(() => model.close());
  const provider = {
    baseUrl: model.url,
    api: 'openai-completions',
    apiKey: 'bench',
    models: [
      { id: 'scripted', name: 'Scripted', input: ['text'], contextWindow: 128_000, maxTokens: 32_000 },
    ],
  };
  const settings = {
    defaultProvider: 'bench',
    defaultModel: 'scripted',
    enableInstallTelemetry: false,
    compaction: { enabled: false },
  };
  await writeFile(join(agentDir, 'models.json'), JSON.stringify({ providers: { bench: provider } }));
  await writeFile(join(agentDir, 'settings.json'), JSON.stringify(settings));
  return { ...home, model };
}
