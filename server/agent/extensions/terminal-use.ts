// Lets pi use the terminals that the user shares with it. The tools are in the panel's extension; what they may do is
// decided here, each time.
import { errorText } from '../../../shared/error-text.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ShellAccess } from '../../../shared/shells.ts';
import type { Report } from './companion-reports.ts';
import type { ExtensionBridge } from './extension-bridge.ts';

/** The terminals that are shared with the agents of a workspace. The texts are for the model; errors are, too. */
export interface Terminals {
  accessIn: (workspace: string) => ShellAccess;
  read: (workspace: string, asked: { name?: string; lines?: number; since?: number }) => string;
  type: (workspace: string, name: string | undefined, input: string) => string;
}

export interface TerminalUseOptions {
  bridge: Pick<ExtensionBridge, 'ask' | 'isReachable'>;
  workspace: () => string;
  terminals: Terminals;
}

export class TerminalUse {
  readonly #options: TerminalUseOptions;

  constructor(options: TerminalUseOptions) {
    this.#options = options;
  }

  /** Offers the tools, or takes them away. Call this when the user has changed a switch, and when pi has started. */
  async offer(): Promise<void> {
    const { bridge, workspace, terminals } = this.#options;
    // It is offered when the extension is loaded.
    if (!bridge.isReachable) return;
    await this.#ask({ ask: 'offer_terminal', access: terminals.accessIn(workspace()) });
  }

  /** A tool is called. */
  async onUse({ n, ...use }: Report<'terminal_use'>): Promise<void> {
    const { workspace, terminals } = this.#options;
    let answer: { text: string } | { error: string };
    try {
      const { name, input } = use;
      const text =
        input === undefined ? terminals.read(workspace(), use) : terminals.type(workspace(), name, input);
      answer = { text };
    } catch (error) {
      answer = { error: errorText(error) };
    }
    await this.#ask({ ask: 'terminal_used', use: n, ...answer });
  }

  /** If pi has ended meanwhile, nobody waits. */
  async #ask(request: Parameters<ExtensionBridge['ask']>[0]): Promise<void> {
    await this.#options.bridge.ask(request).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
