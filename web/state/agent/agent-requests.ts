// Sends the requests of this page to one agent, and repeats those whose response was lost.
import { randomId } from '../../lib/browser/random-id.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import { ApiError, readJson, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { pause } from '../../lib/requests/pause.ts';

/** The pauses in ms before a request whose response was lost is sent again. */
const RETRY_PAUSES = [300, 1000];
/** In ms, before the answer to what is still carried out is asked for again. */
const RUNNING_PAUSE = 1000;

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
  send<T>(route: string, body: unknown, headers: Headers = {}): Promise<Answer<T>> {
    return this.#ask(route, { method: 'POST', body, headers });
  }

  async #ask<T>(route: string, options: RequestOptions): Promise<Answer<T>> {
    try {
      const response = await this.#api.fetch(`${this.#path}/${route}`, options);
      if (response.status === 204) return { success: true };
      return await readJson<Answer<T>>(response);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 412)
        return { success: false, error: error.message, ...(error.status === 0 && { isLost: true }) };
      throw error;
    }
  }

  /**
   * Like `send`, but repeats the request while its response is lost. The key makes the server execute it only once. While
   * it is executed, no connection is kept.
   */
  async sendOnce<T>(
    route: string,
    body: unknown,
    { key = randomId(), ...headers }: Headers & { key?: string } = {},
  ): Promise<Answer<T>> {
    const attempt = (): Promise<Answer<T>> =>
      this.send<T>(route, body, { ...headers, 'idempotency-key': key });
    let answer = await attempt();
    for (const ms of RETRY_PAUSES) {
      if (answer.success || !answer.isLost) break;
      await pause(ms);
      answer = await attempt();
    }
    while (answer.success && answer.isRunning) {
      await pause(RUNNING_PAUSE);
      answer = await this.#ask(`${route}/${key}`, {});
    }
    return answer;
  }
}
