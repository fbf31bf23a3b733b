// Records what the user writes beside the agent, in the page or by a command, so that it does not count as the agent's
// change.
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { hashOf, type FileState } from '../changes/contents/file-state.ts';
import type { Changes } from '../changes/changes.ts';

type Recorded = Pick<Changes, 'journal' | 'read' | 'store'>;

export class UserWrites {
  readonly #changes: () => Promise<Recorded | null>;
  /** When each running command began, by its call. */
  readonly #commandStarts = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();
  readonly #onBug: (error: unknown) => void;

  /** `changes`: resolves to null if nothing is recorded. */
  constructor(changes: () => Promise<Recorded | null>, onBug: (error: unknown) => void) {
    this.#changes = changes;
    this.#onBug = onBug;
  }

  /**
   * Records a save from the page. `replaced`: the etag of the content before; undefined for a new file. `from`: when it
   * began.
   */
  recordSave(
    path: string,
    bytes: Uint8Array,
    { replaced, from }: { replaced: string | undefined; from: number },
  ): Promise<void> {
    const hash = hashOf(bytes);
    const after: FileState = { kind: 'file', hash, size: bytes.length, mode: 0 };
    const base = replaced === undefined ? null : replaced.replaceAll('"', '');
    return this.#record(async ({ journal, store }) => {
      // If the agent changes the file in the same command, its undo leads back to this content.
      const failure = await store.put(bytes, { hash }).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const name = path.replace(/^(\.?\/)+/, '');
      await journal.append({ type: 'save', path: name, after, from, ...(failure === null && { base }) });
      if (failure !== null) throw failure.error;
    });
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

  /** Resolves when what the user did so far is recorded; null if it is. Changes are attributed after that. */
  get pending(): Promise<unknown> | null {
    return this.#pending.size > 0 ? Promise.all(this.#pending) : null;
  }

  #record(append: (changes: Recorded) => Promise<void>): Promise<void> {
    const recorded = this.#append(append).finally(() => this.#pending.delete(recorded));
    this.#pending.add(recorded);
    return recorded;
  }

  /** Never rejects, because what the user did has succeeded, even if it cannot be recorded. */
  async #append(append: (changes: Recorded) => Promise<void>): Promise<void> {
    try {
      const changes = await this.#changes();
      if (changes) await append(changes);
    } catch (error) {
      this.#onBug(error);
    }
  }
}
