// Sends the requests of this page to one agent, and repeats those whose response was lost.
import { randomId } from '../../lib/browser/random-id.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import { ApiError, readJson, type Api } from '../../lib/requests/api.ts';

/** The pauses in ms before a request whose response was lost is sent again. */
const RETRY_PAUSES = [300, 1000];

type Headers = Record<string, string>;

export class AgentRequests {
  readonly #api: Api;
  readonly #path: string;

  /** `path` is the common prefix of the agent's routes. */
  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = path;
  }

  /**
   * Resolves to the response, which is `{success: false, error}` also if the panel refused the request or could not be
   * reached. Throws an ApiError 412 if the condition in the headers does not hold.
   */
  async send<T>(route: string, body: unknown, headers: Headers = {}): Promise<Answer<T>> {
    try {
      const response = await this.#api.fetch(`${this.#path}/${route}`, { method: 'POST', body, headers });
      if (response.status === 204) return { success: true };
      return await readJson<Answer<T>>(response);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 412)
        return { success: false, error: error.message, ...(error.status === 0 && { isLost: true }) };
      throw error;
    }
  }

  /** Like `send`, but repeats the request while its response is lost. The key makes the server execute it only once. */
  async sendOnce<T>(
    route: string,
    body: unknown,
    { key = randomId(), ...headers }: Headers & { key?: string } = {},
  ): Promise<Answer<T>> {
    const attempt = (): Promise<Answer<T>> =>
      this.send<T>(route, body, { ...headers, 'idempotency-key': key });
    for (const pause of RETRY_PAUSES) {
      const answer = await attempt();
      if (answer.success || !answer.isLost) return answer;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return attempt();
  }
}
