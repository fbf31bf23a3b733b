// The tools of the panel that pi's model has: the terminals of the user, diagnostics, and a look at the preview. Also
// lends terminals to programs of extensions.
import type { ToolAnswer } from '../../../shared/companion.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Report, ToolUse } from './companion-reports.ts';
import type { ToolBridge } from './panel-tool.ts';
import { SwitchedToolUse } from './switched-tool-use.ts';
import { TerminalLending, type TerminalLender } from './terminal-lending.ts';
import { TerminalUse, type Terminals } from './terminal-use.ts';

export interface PanelToolSources<Agent> {
  /** The user's shells that agents may use. */
  terminals?: Terminals;
  /** The tool `diagnostics`: whether pi has it, and its result, which is for the model. */
  diagnostics?: {
    isOffered: () => boolean;
    find: (agent: Agent, paths: readonly string[] | undefined) => Promise<string>;
  };
  /** The tool `look_at_preview`, in the same way. */
  previews?: {
    isOffered: (agent: Agent) => boolean;
    look: (agent: Agent) => Promise<ToolAnswer>;
  };
  /** Lends terminals to programs that extensions start in the place of pi's TUI. */
  lender?: TerminalLender;
}

interface PanelToolsOptions<Agent> {
  agent: Agent;
  sources: PanelToolSources<Agent>;
  bridge: ToolBridge;
  view: () => View;
  pid: () => number | undefined;
  emit: (event: ViewEvent) => void;
  onBug: (error: unknown) => void;
}

export class PanelTools<Agent> {
  /** Null if the panel has no shells. */
  readonly terminals: TerminalUse | null;
  readonly diagnostics: SwitchedToolUse<Report<'diagnostics_use'>>;
  readonly look: SwitchedToolUse<Report<'look_use'>>;
  readonly lending: TerminalLending | null;
  readonly #onBug: (error: unknown) => void;

  constructor({ agent, sources, ...options }: PanelToolsOptions<Agent>) {
    const { bridge, view, onBug } = options;
    const { terminals, diagnostics, previews, lender } = sources;
    this.#onBug = onBug;
    this.terminals = terminals
      ? new TerminalUse({ bridge, workspace: () => view().workspace, terminals })
      : null;
    this.diagnostics = new SwitchedToolUse({
      ...{ bridge, tool: 'diagnostics' },
      isOffered: () => diagnostics?.isOffered() ?? false,
      use: async ({ paths }) => ({ text: (await diagnostics?.find(agent, paths)) ?? '' }),
    });
    this.look = new SwitchedToolUse({
      ...{ bridge, tool: 'look_at_preview' },
      isOffered: () => previews?.isOffered(agent) ?? false,
      use: async () => (await previews?.look(agent)) ?? { text: '' },
    });
    this.lending = lender ? new TerminalLending({ ...options, lender }) : null;
  }

  /** Call this when pi has loaded its extensions. */
  offer(): void {
    for (const tool of [this.terminals, this.diagnostics, this.look, this.lending])
      tool?.offer().catch(this.#onBug);
  }

  /** The model calls a tool. */
  onUse(report: ToolUse): void {
    this.#answer(report)?.catch(this.#onBug);
  }

  close(): void {
    this.lending?.close();
  }

  #answer(report: ToolUse): Promise<void> | undefined {
    if (report.type === 'terminal_use') return this.terminals?.onUse(report);
    return report.type === 'look_use' ? this.look.onUse(report) : this.diagnostics.onUse(report);
  }
}
