// The screens that extensions draw for a terminal. Sends them the user's keys and their size.
import type { EditorActs, PageSize } from '../../../shared/companion.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { AgentRequests } from './agent-requests.ts';

export class DrawnScreens {
  readonly #requests: AgentRequests;

  constructor(requests: AgentRequests) {
    this.#requests = requests;
  }

  /** Sends keys as the characters that a terminal would send. Resolves to their effect in the extension's editor. */
  async type(id: string, data: string): Promise<Answer<EditorActs>> {
    return this.#requests.sendOnce(`screens/${encodeURIComponent(id)}/keys`, { data });
  }

  async close(id: string): Promise<Answer> {
    return this.#requests.send(`screens/${encodeURIComponent(id)}/close`, {});
  }

  /** Sets the size of the terminal for which extensions draw. */
  async resize(size: PageSize): Promise<Answer> {
    return this.#requests.send('terminal', size);
  }
}
