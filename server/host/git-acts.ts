// What git does for the user: all pages learn that it takes its time, that it has ended, and why it failed if the page that
// asked is gone by then.
import path from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import type { LostAct } from '../../shared/git.ts';
import type { Agent } from '../agent/agent.ts';

/** How long git may work before the other pages are told, in ms. Most acts are over by then. */
const PATIENCE_MS = 500;

export class GitActs {
  readonly #agents: () => Agent[];
  readonly #lost = new Map<string, LostAct>();

  constructor(agents: () => Agent[]) {
    this.#agents = agents;
  }

  agentsIn(folder: string): Agent[] {
    return this.#agents().filter(({ workspace }) => isIn(workspace, folder) || isIn(folder, workspace));
  }

  /**
   * Resolves or rejects as `done` does. `isGone`: whether the page that asked is no longer there. `failureOf`: returns why
   * an answer is a failure, or null.
   */
  async run<T>(
    folder: string,
    done: Promise<T>,
    { isGone, failureOf = () => null }: { isGone: () => boolean; failureOf?: (answer: T) => LostAct | null },
  ): Promise<T> {
    const tell = (): void => {
      for (const agent of this.agentsIn(folder)) agent.emit({ type: 'panel_changes' });
    };
    this.#lost.delete(folder);
    const patience = setTimeout(tell, PATIENCE_MS);
    const keep = (failure: LostAct | null): void => {
      if (failure && isGone()) this.#lost.set(folder, failure);
    };
    try {
      const answer = await done;
      keep(failureOf(answer));
      return answer;
    } catch (error) {
      keep({ words: errorText(error) });
      throw error;
    } finally {
      clearTimeout(patience);
      tell();
    }
  }

  /** The last act in this folder, if it failed and nobody was told; null otherwise. */
  lostIn(folder: string): LostAct | null {
    return this.#lost.get(folder) ?? null;
  }
}

const isIn = (folder: string, around: string): boolean =>
  `${folder}${path.sep}`.startsWith(`${around}${path.sep}`);
