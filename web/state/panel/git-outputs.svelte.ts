// What git prints while the page waits for something that the user asked for: hooks may take minutes.
import type { GitOutput } from '../../../shared/git.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { followPolls } from '../../lib/requests/follow-polls.ts';

export class GitOutputs {
  /** The commands that run now, and have printed something. */
  commands = $state.raw<GitOutput['commands']>([]);
  readonly #api: Pick<Api, 'json'>;

  constructor(api: Pick<Api, 'json'>) {
    this.#api = api;
  }

  /** Follows the git in this folder until the returned function is called. */
  follow(folder: string): () => void {
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
}
