// A running panel as the browser tests use it: with the real pi, and a model that the test scripts from its process.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { compareVersions } from '../../scripts/pi-versions.ts';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import { testPi } from '../../server/host/fixtures/test-pi.ts';
import { makeFolders, type FolderOptions, type PanelFolders } from '../panel/folders.ts';
import { Panel, type PanelOptions } from '../panel/panel.ts';
import { messagesIn, readSessionFile } from '../panel/session-files.ts';

/** If `withDemo` is false, pi has no model at all. */
export type RunningPanelOptions = PanelOptions & Pick<FolderOptions, 'files' | 'settings'>;

/** The files in the workspace of a new panel. */
export const initialFiles = ({ files }: RunningPanelOptions): Record<string, string> => ({
  'README.md': '# A project\n',
  ...files,
});

export class RunningPanel extends Panel {
  #model: DemoModel;

  constructor(folders: PanelFolders, model: DemoModel, options: PanelOptions) {
    const env = { PI_PANEL_DEMO_URL: model.url, ...options.env };
    super(folders, { withDemo: true, keepsToken: true, ...options, env });
    this.#model = model;
  }

  get model(): DemoModel {
    return this.#model;
  }

  /** Replaces the model with one that has neither answers nor requests, at the same address. */
  async renewModel(): Promise<void> {
    await this.#model.close();
    this.#model = await startModel({ pace: 1, port: Number(new URL(this.#model.url).port) });
  }

  /** Resolves to the text of the only session file. */
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

/** A new panel and its model, in new folders. */
export async function startPanel(given: RunningPanelOptions): Promise<RunningPanel> {
  const { files: _files, settings = {}, ...options } = given;
  const folders = await makeFolders({ files: initialFiles(given), settings });
  const model = await startModel({ pace: 1 });
  const panel = new RunningPanel(folders, model, options);
  await panel.start();
  return panel;
}

/** Ends the panel and its model, and removes its folders. */
export async function endPanel(panel: RunningPanel): Promise<void> {
  await panel.close();
  await panel.model.close();
}

/** The version of the pi on which the specs run: the panel's own, unless TEST_PI names another one. */
export const TEST_PI_VERSION = (await testPi()).version!;

/** Whether the specs run on this version of pi, or a newer one. */
export const isPiSince = (version: string): boolean => compareVersions(TEST_PI_VERSION, version) >= 0;
