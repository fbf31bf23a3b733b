// Commands of pi, such as `pi install`, that a page starts and watches: one at a time.
import { Refusal } from '../../shared/refusal.ts';
import type { PiRun } from '../../shared/resources.ts';
import { WatchedRun, type NewRun } from '../agent/process/watched-run.ts';

const MAX_RUNS = 20;

export class PiRuns {
  readonly #runs = new Map<string, WatchedRun>();

  /** Starts a command. Throws a Refusal 409 while another one runs, because both would write the settings. */
  start(wanted: NewRun): PiRun {
    const busy = this.current;
    if (busy) throw new Refusal(409, 'busy', `“${busy.title}” is still running. Wait for it, or stop it.`);
    for (const old of [...this.#runs.keys()].slice(0, -MAX_RUNS)) this.#runs.delete(old);
    const run = new WatchedRun(wanted);
    this.#runs.set(run.id, run);
    return run.show(0);
  }

  /**
   * Resolves when there is output after character `from`, when the run has ended, or after a while. Rejects with a
   * Refusal 404.
   */
  async poll(id: string, from: number): Promise<PiRun> {
    return this.#get(id).poll(from);
  }

  /** Returns the output. Throws a Refusal 404. */
  outputOf(id: string): string {
    return this.#get(id).output;
  }

  /** Ends the command. Resolves once it has ended, with everything it started. Rejects with a Refusal 404. */
  async cancel(id: string): Promise<void> {
    await this.#get(id).cancel();
  }

  /** The current run, which another page may have started. */
  get current(): PiRun | null {
    return [...this.#runs.values()].find(({ state }) => state === 'running')?.show(0) ?? null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => run.cancel()));
  }

  #get(id: string): WatchedRun {
    const run = this.#runs.get(id);
    if (run) return run;
    throw new Refusal(404, 'unknown_run', 'This run no longer exists, because the panel was restarted.');
  }
}
