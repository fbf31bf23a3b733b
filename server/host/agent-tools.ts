// The tools that the panel offers to the model of each agent: the user's terminals, the problems that language servers
// find, and a look at the preview.
import type { LanguageChoices } from '../../shared/languages.ts';
import type { Agent } from '../agent/agent.ts';
import type { PanelToolSources } from '../agent/extensions/panel-tools.ts';
import type { Frames } from '../frames/frames.ts';
import type { Looks } from '../frames/looks.ts';
import type { Languages } from '../languages/languages.ts';
import { LentTerminals } from '../shells/lent-terminals.ts';
import { SharedTerminals } from '../shells/shared-terminals.ts';
import type { Shells } from '../shells/shells.ts';

interface AgentToolsOptions {
  shells: Shells;
  languages: Languages;
  frames: Frames;
  looks: Looks;
  agents: () => readonly Agent[];
  onBug: (error: unknown) => void;
}

export class AgentTools {
  readonly ofAgents: PanelToolSources<Agent>;
  readonly #options: AgentToolsOptions;

  constructor(options: AgentToolsOptions) {
    this.#options = options;
    const { shells, languages, frames, looks } = options;
    this.ofAgents = {
      terminals: new SharedTerminals(shells),
      diagnostics: {
        isOffered: () => languages.choices.current.hasTool,
        find: (agent, paths) => languages.diagnose(agent, paths),
      },
      previews: {
        isOffered: ({ id }) => frames.findLookable(id) !== undefined,
        look: (agent) => looks.look(agent),
      },
      lender: new LentTerminals(shells),
    };
  }

  /** Tells the agents which terminals the user shares with them. Call this when that has changed. */
  offerTerminals(): void {
    // A pi that does not answer keeps nobody waiting: what it may do is decided at each use.
    for (const { tools } of this.#options.agents()) tools.terminals?.offer().catch(this.#options.onBug);
  }

  /** Tells the agent whether it may look at a preview. Call this when that has changed. */
  offerLook(id: string): void {
    for (const agent of this.#options.agents())
      if (agent.id === id) agent.tools.look.offer().catch(this.#options.onBug);
  }

  /** Takes effect in all folders, and for all agents. */
  async chooseLanguages(choices: LanguageChoices): Promise<void> {
    await this.#options.languages.choose(choices);
    for (const { tools } of this.#options.agents()) tools.diagnostics.offer().catch(this.#options.onBug);
  }
}
