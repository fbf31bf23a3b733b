// Lets pi ask for the problems that language servers find, if the user has switched that on.
import type { Report } from './companion-reports.ts';
import { answerUse, offerTool, type ToolBridge } from './panel-tool.ts';

export interface DiagnosticsUseOptions {
  bridge: ToolBridge;
  isOffered: () => boolean;
  /** Resolves to a text for the model; rejects with an Error with a sentence for it. `paths`: see the tool. */
  find: (paths: readonly string[] | undefined) => Promise<string>;
}

export class DiagnosticsUse {
  readonly #options: DiagnosticsUseOptions;
  #wasOffered = false;

  constructor(options: DiagnosticsUseOptions) {
    this.#options = options;
  }

  /** Offers the tool, or takes it away. Call this when the user has changed the switch, and when pi has started. */
  async offer(): Promise<void> {
    const { bridge, isOffered } = this.#options;
    const isOn = isOffered();
    // Most users have it off, and pi is not asked for nothing then.
    if (!isOn && !this.#wasOffered) return;
    this.#wasOffered = isOn;
    await offerTool(bridge, { ask: 'offer_diagnostics', isOn });
  }

  /** The tool is called. */
  onUse({ n, paths }: Report<'diagnostics_use'>): Promise<void> {
    const { bridge, isOffered, find } = this.#options;
    return answerUse(bridge, n, () => {
      if (!isOffered()) throw new Error('The user has switched this tool off.');
      return find(paths);
    });
  }
}
