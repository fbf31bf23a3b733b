// Lets pi use the terminals that the user shares with it.
import type { ShellAccess } from '../../../shared/shells.ts';
import type { Report } from './companion-reports.ts';
import { answerUse, offerTool, type ToolBridge } from './panel-tool.ts';

/** The terminals that are shared with the agents of a workspace. The texts are for the model; errors are, too. */
export interface Terminals {
  accessIn: (workspace: string) => ShellAccess;
  read: (workspace: string, asked: { name?: string; lines?: number; since?: number }) => string;
  type: (workspace: string, name: string | undefined, input: string) => string;
}

export interface TerminalUseOptions {
  bridge: ToolBridge;
  workspace: () => string;
  terminals: Terminals;
}

export class TerminalUse {
  readonly #options: TerminalUseOptions;

  constructor(options: TerminalUseOptions) {
    this.#options = options;
  }

  /** Offers the tools, or takes them away. Call this when the user has changed a switch, and when pi has started. */
  offer(): Promise<void> {
    const { bridge, workspace, terminals } = this.#options;
    return offerTool(bridge, { ask: 'offer_terminal', access: terminals.accessIn(workspace()) });
  }

  /** A tool is called. */
  onUse({ n, ...use }: Report<'terminal_use'>): Promise<void> {
    const { bridge, workspace, terminals } = this.#options;
    return answerUse(bridge, n, () => ({
      text:
        use.input === undefined
          ? terminals.read(workspace(), use)
          : terminals.type(workspace(), use.name, use.input),
    }));
  }
}
