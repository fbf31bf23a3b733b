// A pi folder that contains nothing of the user's, with a scripted model for pi to find there.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnvironment } from '../../../server/agent/process/program.ts';
import { startModel, type DemoModel } from '../../../server/demo/model.ts';
import { isolatedEnvironment, makeFolders, type PanelFolders } from '../../panel/folders.ts';
import { modelsJson } from '../../panel/scripted.ts';
import type { Lab } from './lab.ts';

export interface PiHome {
  folders: PanelFolders;
  /** The environment of a pi that runs without the panel. */
  env: NodeJS.ProcessEnv;
}

export async function makePiHome(lab: Lab): Promise<PiHome> {
  const folders = await makeFolders({ parent: lab.root });
  return { folders, env: childEnvironment(isolatedEnvironment(folders)) };
}

/**
 * The model runs in this process and not in the panel's, as with `--demo`, because a real one is far away. Its answers
 * are queued, so that prompts contain no scripts, which would be counted.
 */
export async function makeScriptedPiHome(lab: Lab): Promise<PiHome & { model: DemoModel }> {
  const home = await makePiHome(lab);
  const model = await startModel({ tour: false });
  lab.onClose(() => model.close());
  const { agentDir } = home.folders;
  const settings = {
    defaultProvider: 'bench',
    defaultModel: 'scripted',
    enableInstallTelemetry: false,
    compaction: { enabled: false },
  };
  const models = modelsJson(model.url, { provider: 'bench', model: 'scripted' });
  await writeFile(join(agentDir, 'models.json'), models);
  await writeFile(join(agentDir, 'settings.json'), JSON.stringify(settings));
  return { ...home, model };
}
