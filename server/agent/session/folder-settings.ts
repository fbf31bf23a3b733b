// Facts about pi's folder that pi does not report: whether it retries by itself, whether the user wants to see what the
// cache cost, and which untrusted files of the project it has not loaded.
import type { SlashCommand } from '../../../shared/pi/commands.ts';
import type { Feed } from '../feed/feed.ts';
import { findUntrusted, type TrustQuestion } from '../process/untrusted.ts';
import { readSwitch, stateOf, type PiSwitch } from './pi-switch.ts';

export interface FolderSettingsOptions {
  feed: Feed;
  /** Decides which settings and extensions of the folder pi uses. */
  trustQuestion: () => TrustQuestion;
  /** Asks pi for its slash commands. */
  commands: () => Promise<SlashCommand[]>;
}

export class FolderSettings {
  readonly #options: FolderSettingsOptions;
  #retry: PiSwitch | null = null;

  constructor(options: FolderSettingsOptions) {
    this.#options = options;
  }

  /** Call this when pi may be in another folder, and after its settings changed. */
  async read(): Promise<void> {
    const question = this.#options.trustQuestion();
    this.#retry = await readSwitch(question, 'retry.enabled', true);
    this.#emitAutoRetry();
    const { feed } = this.#options;
    const isShown = stateOf(await readSwitch(question, 'showCacheMissNotices', false)) ?? false;
    if (isShown !== feed.view.showsCostNotices) feed.emit({ type: 'panel_cost_notices', isShown });
    await this.#readTrust();
  }

  /** Call this when pi has accepted the setting and written it into the user's settings. */
  setAutoRetry(enabled: boolean): void {
    if (!this.#retry) return;
    this.#retry = { ...this.#retry, user: enabled };
    this.#emitAutoRetry();
  }

  #emitAutoRetry(): void {
    const { feed } = this.#options;
    const enabled = this.#retry && stateOf(this.#retry);
    if (enabled !== feed.view.autoRetry) feed.emit({ type: 'panel_auto_retry', enabled });
  }

  async #readTrust(): Promise<void> {
    const { commands, feed, trustQuestion } = this.#options;
    let paths = await findUntrusted(trustQuestion());
    if (paths.length > 0) {
      // If a command from the project is loaded, one of the user's extensions has trusted the folder.
      const loaded = await commands();
      if (loaded.some(({ sourceInfo }) => sourceInfo?.scope === 'project')) paths = [];
    }
    if (paths.join() !== feed.view.untrusted.join()) feed.emit({ type: 'panel_untrusted', paths });
  }
}
