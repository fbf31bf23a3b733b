// The fixture of the browser tests: each test gets its own panel with the real pi, a workspace, and a model that the
// test scripts from this process.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { installedPis } from '../../scripts/pi-versions.ts';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import { makeFolders, type FolderOptions, type PanelFolders } from '../panel/folders.ts';
import { Panel, type PanelOptions } from '../panel/panel.ts';
import { messagesIn, readSessionFile } from '../panel/session-files.ts';

/** `withDemo`: false leaves pi without any model. */
export type RunningPanelOptions = PanelOptions & Pick<FolderOptions, 'files' | 'settings'>;

export class RunningPanel extends Panel {
  readonly model: DemoModel;

  constructor(folders: PanelFolders, model: DemoModel, options: PanelOptions) {
    const env = { PI_PANEL_DEMO_URL: model.url, ...options.env };
    super(folders, { withDemo: true, keepsToken: true, ...options, env });
    this.model = model;
  }

  /** The text of the only session file. */
  sessionText(): Promise<string> {
    return readSessionFile(this.folders.agentDir);
  }

  /** The messages in the only session file. */
  async storedMessages(): Promise<AgentMessage[]> {
    return messagesIn(await this.sessionText());
  }

  read(file: string): Promise<string> {
    return readFile(path.join(this.workspace, file), 'utf8');
  }

  /** Removes the file or folder as another program would. */
  remove(file: string): Promise<void> {
    return rm(path.join(this.workspace, file), { recursive: true });
  }

  /** Writes the file as another program would. */
  write(file: string, content: string | Uint8Array): Promise<void> {
    return writeFile(path.join(this.workspace, file), content);
  }
}

/** BROWSER_PI names an installed version of pi on which all specs run; without it they run on the panel's own. */
async function agentArgs({ args = [], program, recordsStdin }: PanelOptions): Promise<readonly string[]> {
  const version = process.env.BROWSER_PI;
  if (!version || program || recordsStdin || args.includes('--agent')) return args;
  const pi = (await installedPis()).find((each) => each.version === version);
  if (!pi)
    throw new Error(`BROWSER_PI: pi ${version} is not here. \`npm run versions -- ${version}\` fetches it.`);
  return [...args, '--agent', pi.command];
}

export const test = base.extend<{ panelOptions: RunningPanelOptions; panel: RunningPanel }>({
  panelOptions: [{}, { option: true }],
  panel: async ({ panelOptions: { files, settings = {}, ...options }, context }, use, info) => {
    const folders = await makeFolders({ files: { 'README.md': '# A project\n', ...files }, settings });
    const model = await startModel({ pace: 1 });
    const panel = new RunningPanel(folders, model, { ...options, args: await agentArgs(options) });
    await panel.start();
    await use(panel);
    if (info.status !== info.expectedStatus) await info.attach('panel output', { body: panel.output });
    // A page may repeat requests now; they must reach neither the panel nor a handler of this test.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await panel.close();
    await model.close();
  },
});

export { expect };
