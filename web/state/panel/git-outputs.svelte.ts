// What git prints while the page waits for something that the user asked for: hooks may take minutes.
import type { GitAnswer, GitOutput } from '../../../shared/git.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { followPolls } from '../../lib/requests/follow-polls.ts';

export class GitOutputs {
  /** The commands that run now, and have printed something. */
  commands = $state.raw<GitOutput['commands']>([]);
  readonly #api: Pick<Api, 'json' | 'fetch'>;
  #folder = '';

  constructor(api: Pick<Api, 'json' | 'fetch'>) {
    this.#api = api;
  }

  /** Follows the git in this folder until the returned function is called. */
  follow(folder: string): () => void {
    this.#folder = folder;
    let isFollowed = true;
    let revision: number | null = null;
    const poll = async (): Promise<boolean> => {
      if (!isFollowed) return false;
      const query = `folder=${encodeURIComponent(folder)}${revision === null ? '' : `&revision=${revision}`}`;
      const answer = await this.#api.json<GitOutput>(`api/git/output?${query}`);
      ({ revision } = answer);
      if (isFollowed) this.commands = answer.commands;
      return isFollowed;
    };
    followPolls(poll).catch((error: unknown) => {
      // The act itself tells why it failed, and its result has the whole output.
      if (!(error instanceof ApiError)) throw error;
    });
    return () => {
      isFollowed = false;
      this.commands = [];
    };
  }

  /** Answers a question of git. Does nothing if another page was faster, or if git has ended. */
  readonly answer = (question: string, body: GitAnswer): Promise<void> =>
    this.#post(`api/git/answers/${question}`, body);

  /** Stops the git in the folder, with its hooks. */
  readonly stop = (): Promise<void> => this.#post('api/git/stop', { folder: this.#folder });

  async #post(path: string, body: object): Promise<void> {
    await this.#api.fetch(path, { method: 'POST', body }).catch((error: unknown) => {
      // The request that git works for tells how it ended.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
