// The screens that extensions draw for a terminal: what the user types into them, and how large they are.
import type { EditorActs } from '../../../shared/companion.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { AgentRequests } from './agent-requests.ts';

export class DrawnScreens {
  readonly #requests: AgentRequests;

  constructor(requests: AgentRequests) {
    this.#requests = requests;
  }

  /** Sends what a terminal sends for keys. Data: what the extension's editor did with them. */
  async type(id: string, data: string): Promise<Answer<EditorActs>> {
    return this.#requests.sendOnce(`screens/${encodeURIComponent(id)}/keys`, { data });
  }

  async close(id: string): Promise<Answer> {
    return this.#requests.send(`screens/${encodeURIComponent(id)}/close`, {});
  }

  /** Sets the size that extensions draw for. */
  async resize(size: { columns: number; rows: number }): Promise<Answer> {
    return this.#requests.send('terminal', size);
  }
}
