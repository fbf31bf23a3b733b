// Lets pi use a tool that the user has switched on.
import type { SwitchedTool, ToolAnswer } from '../../../shared/companion.ts';
import { answerUse, offerTool, type ToolBridge } from './panel-tool.ts';

export interface SwitchedToolOptions<Use> {
  bridge: ToolBridge;
  tool: SwitchedTool;
  isOffered: () => boolean;
  /** Resolves to the answer for the model; rejects with an Error with a sentence for it. */
  use: (asked: Use) => Promise<ToolAnswer>;
}

export class SwitchedToolUse<Use extends { n: string }> {
  readonly #options: SwitchedToolOptions<Use>;
  #wasOffered = false;

  constructor(options: SwitchedToolOptions<Use>) {
    this.#options = options;
  }

  /** Offers the tool, or takes it away. Call this when the user has changed the switch, and when pi has started. */
  async offer(): Promise<void> {
    const { bridge, tool, isOffered } = this.#options;
    const isOn = isOffered();
    // Most users have it off, and pi is not asked for nothing then.
    if (!isOn && !this.#wasOffered) return;
    this.#wasOffered = isOn;
    await offerTool(bridge, { ask: 'offer_tool', tool, isOn });
  }

  /** The tool is called. */
  onUse(asked: Use): Promise<void> {
    const { bridge, isOffered, use } = this.#options;
    return answerUse(bridge, asked.n, () => {
      if (!isOffered()) throw new Error('The user has switched this tool off.');
      return use(asked);
    });
  }
}
