// Records what the user writes beside the agent, in the page or by a command, so that it does not count as the agent's
// change.
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { hashOf, type FileState } from '../changes/contents/file-state.ts';
import type { Changes } from '../changes/changes.ts';

type Recorded = Pick<Changes, 'journal' | 'read'>;

export class UserWrites {
  readonly #changes: () => Promise<Recorded | null>;
  /** When each running command began, by its call. */
  readonly #commandStarts = new Map<string, number>();
  readonly #onBug: (error: unknown) => void;

  /** `changes`: resolves to null if nothing is recorded. */
  constructor(changes: () => Promise<Recorded | null>, onBug: (error: unknown) => void) {
    this.#changes = changes;
    this.#onBug = onBug;
  }

  /** Records a save from the page. */
  recordSave(path: string, bytes: Uint8Array): Promise<void> {
    const after: FileState = { kind: 'file', hash: hashOf(bytes), size: bytes.length, mode: 0 };
    return this.#record(({ journal }) =>
      journal.append({ type: 'save', path: path.replace(/^(\.?\/)+/, ''), after }),
    );
  }

  /** Records that the user moved, deleted or brought in these files from the page. */
  recordEdits(paths: readonly string[]): Promise<void> {
    return this.#record(async (changes) => {
      for (const path of paths) {
        const { state } = await changes.read(path);
        await changes.journal.append({ type: 'save', path, after: state });
      }
    });
  }

  /** Records the start and the end of a command of the user. */
  onEvent(event: ViewEvent): void {
    if (event.type !== 'panel_bash_start' && event.type !== 'panel_bash_end') return;
    const { type, call, panel_at } = event;
    const isOver = type === 'panel_bash_end';
    const from = this.#commandStarts.get(call) ?? panel_at;
    if (isOver) this.#commandStarts.delete(call);
    else this.#commandStarts.set(call, from);
    void this.#record(({ journal }) =>
      journal.append({ type: 'command', call, from, ...(isOver && { to: panel_at }) }),
    );
  }

  /** Never rejects, because what the user did has succeeded, even if it cannot be recorded. */
  async #record(append: (changes: Recorded) => Promise<void>): Promise<void> {
    try {
      const changes = await this.#changes();
      if (changes) await append(changes);
    } catch (error) {
      this.#onBug(error);
    }
  }
}
