// The requests of this page to one agent, and what becomes of those whose answer is lost.
import { randomId } from '../../lib/browser/random-id.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';

/** ms to wait before a request whose answer was lost is repeated. */
const AGAIN_MS = [300, 1000];

type Headers = Record<string, string>;

export class AgentRequests {
  readonly #api: Api;
  readonly #path: string;

  /** `path`: of the agent's routes. */
  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = path;
  }

  /**
   * The answer; `{success: false, error}` also when the panel refused or could not be reached. Throws an ApiError 412
   * when the condition in the headers does not hold.
   */
  async send<T>(what: string, body: unknown, headers: Headers = {}): Promise<Answer<T>> {
    try {
      const response = await this.#api.fetch(`${this.#path}/${what}`, { method: 'POST', body, headers });
      if (response.status === 204) return { success: true };
      return (await response.json()) as Answer<T>;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 412)
        return { success: false, error: error.message, ...(error.status === 0 && { isLost: true }) };
      throw error;
    }
  }

  /** The same, repeated with the same key while its answer is lost: the server carries it out once. */
  async sendOnce<T>(
    what: string,
    body: unknown,
    { key = randomId(), ...headers }: Headers & { key?: string } = {},
  ): Promise<Answer<T>> {
    const ask = (): Promise<Answer<T>> => this.send<T>(what, body, { ...headers, 'idempotency-key': key });
    for (const pause of AGAIN_MS) {
      const answer = await ask();
      if (answer.success || !answer.isLost) return answer;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return ask();
  }
}
