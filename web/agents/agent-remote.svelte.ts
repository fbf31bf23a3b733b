// Sends commands to an agent that the page may not show. Their effects arrive as events of the overview; only a refusal
// is stored here.
import { errorText } from '../../shared/error-text.ts';
import type { Answer } from '../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../shared/pi/dialogs.ts';
import { Acts } from '../lib/requests/acts.svelte.ts';
import { AgentRequests } from '../state/agent/agent-requests.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';

export class AgentRemote {
  /** Why the last request was refused. */
  failure = $state<string | null>(null);
  /** In turn, because a second answer or a stop may come while a name is being changed. */
  readonly #acts = new Acts();
  readonly #panel: Pick<Panel, 'api' | 'end' | 'workbench'>;
  readonly #id: string;
  readonly #requests: AgentRequests;

  constructor(panel: Pick<Panel, 'api' | 'end' | 'workbench'>, id: string) {
    this.#panel = panel;
    this.#id = id;
    this.#requests = new AgentRequests(panel.api, `api/agents/${encodeURIComponent(id)}`);
  }

  get isBusy(): boolean {
    return this.#acts.isBusy;
  }

  answer(dialog: string, answer: DialogAnswer): Promise<void> {
    this.#panel.workbench.dialogs.find()?.onAnswer(dialog);
    return this.#ask(() => this.#requests.send(`dialogs/${encodeURIComponent(dialog)}`, answer));
  }

  /** Stops the run. Queued messages are returned to the next page that shows the agent. */
  stop(): Promise<void> {
    return this.#ask(() => this.#requests.send('stop', {}));
  }

  rename(name: string): Promise<void> {
    return this.#ask(() => this.#requests.sendOnce('commands', { type: 'set_session_name', name }));
  }

  end(): Promise<void> {
    return this.#ask(async () => {
      await this.#panel.end(this.#id);
      return { success: true };
    });
  }

  async #ask(act: () => Promise<Answer>): Promise<void> {
    try {
      const answer = await this.#acts.inTurn(() => {
        this.failure = null;
        return act();
      });
      if (!answer.success) this.failure = answer.error;
    } catch (error) {
      this.failure = errorText(error);
    }
  }
}
