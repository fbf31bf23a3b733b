// The starts of worktrees that are running, have failed, or have just ended. A page follows each of them, and the user
// decides how a failed one continues.
import { Refusal } from '../../shared/refusal.ts';
import type { WorktreeStart as Shown } from '../../shared/worktrees.ts';
import { WorktreeStart, type WorktreeStartOptions } from './worktree-start.ts';

const MAX_STARTS = 20;

type Decision = 'stop' | 'retry' | 'skip' | 'discard';

export class WorktreeStarts {
  readonly #starts = new Map<string, WorktreeStart>();
  readonly #isEnding: (folder: string) => boolean;
  readonly #onBug: (error: unknown) => void;

  /** `isEnding`: whether the worktree in this folder is being removed. */
  constructor(isEnding: (folder: string) => boolean, onBug: (error: unknown) => void) {
    this.#isEnding = isEnding;
    this.#onBug = onBug;
  }

  /** Begins a start. The oldest ones that have ended are forgotten. */
  begin(options: WorktreeStartOptions): Shown {
    const start = new WorktreeStart(options);
    for (const [id, old] of [...this.#starts].slice(0, -MAX_STARTS)) if (!old.isRunning) this.#forget(id);
    this.#starts.set(start.id, start);
    return start.show(0);
  }

  /** Lists the starts, newest first. */
  list(): Shown[] {
    return [...this.#starts.values()].map((one) => one.show(0)).toReversed();
  }

  poll(id: string, { revision, from }: { revision: number; from: number }): Promise<Shown> {
    return this.#get(id).poll(revision, from);
  }

  async decide(id: string, act: Decision): Promise<Shown> {
    const start = this.#get(id);
    if (act !== 'stop') this.#requireNotEnding(start.folder);
    if (act === 'stop') await start.stop();
    if (act === 'retry') start.retry();
    if (act === 'skip') start.skipSetup();
    if (act === 'discard') {
      await start.discard();
      this.#starts.delete(id);
    }
    return start.show(0);
  }

  /** Forgets a start that has ended; its worktree stays. */
  forget(id: string): void {
    if (!this.#starts.get(id)?.isRunning) this.#forget(id);
  }

  /** Forgets the starts of a worktree that was removed. */
  forgetIn(folder: string): void {
    for (const [id, start] of this.#starts) if (start.folder === folder) this.#forget(id);
  }

  /** Whether a worktree is being prepared in this folder. */
  isPreparing(folder: string): boolean {
    return [...this.#starts.values()].some((one) => one.isRunning && one.folder === folder);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#starts.values()].map((start) => start.close()));
  }

  /** Refuses a worktree that is being removed, because another set-up, or an agent, would bring the folder back. */
  #requireNotEnding(folder: string): void {
    if (this.#isEnding(folder))
      throw new Refusal(409, 'worktree_ending', `The worktree ${folder} is being removed.`);
  }

  #forget(id: string): void {
    this.#starts.get(id)?.forget().catch(this.#onBug);
    this.#starts.delete(id);
  }

  #get(id: string): WorktreeStart {
    const start = this.#starts.get(id);
    if (start) return start;
    throw new Refusal(404, 'unknown_start', 'This start no longer exists, because the panel was restarted.');
  }
}
