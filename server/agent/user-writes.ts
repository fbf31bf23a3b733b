// Records what the user writes beside the agent, in the page or by a command, so that it does not count as the agent's
// change.
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { hashOf, type FileState } from '../changes/contents/file-state.ts';
import type { Changes } from '../changes/changes.ts';

export class UserWrites {
  readonly #changes: () => Promise<Pick<Changes, 'journal' | 'read'> | null>;
  /** When each running command began, by its call. */
  readonly #commandStarts = new Map<string, number>();
  readonly #onBug: (error: unknown) => void;

  /** `changes`: resolves to null if nothing is recorded. */
  constructor(
    changes: () => Promise<Pick<Changes, 'journal' | 'read'> | null>,
    onBug: (error: unknown) => void,
  ) {
    this.#changes = changes;
    this.#onBug = onBug;
  }

  /** Records a save from the page. */
  async recordSave(path: string, bytes: Uint8Array): Promise<void> {
    const after: FileState = { kind: 'file', hash: hashOf(bytes), size: bytes.length, mode: 0 };
    const changes = await this.#changes();
    await changes?.journal.append({ type: 'save', path: path.replace(/^(\.?\/)+/, ''), after });
  }

  /** Records that the user moved, deleted or brought in these files from the page. */
  async recordEdits(paths: readonly string[]): Promise<void> {
    const changes = await this.#changes();
    for (const path of changes ? paths : []) {
      const { state } = await changes!.read(path);
      await changes!.journal.append({ type: 'save', path, after: state });
    }
  }

  /** Records the start and the end of a command of the user. */
  onEvent(event: ViewEvent): void {
    if (event.type === 'panel_bash_start') this.#commandStarts.set(event.call, event.panel_at);
    if (event.type === 'panel_bash_start' || event.type === 'panel_bash_end')
      this.#recordCommand(event).catch(this.#onBug);
  }

  async #recordCommand({
    type,
    call,
    panel_at,
  }: Extract<ViewEvent, { type: `panel_bash_${string}` }>): Promise<void> {
    const from = this.#commandStarts.get(call) ?? panel_at;
    const isOver = type === 'panel_bash_end';
    if (isOver) this.#commandStarts.delete(call);
    const changes = await this.#changes();
    await changes?.journal.append({ type: 'command', call, from, ...(isOver && { to: panel_at }) });
  }
}
