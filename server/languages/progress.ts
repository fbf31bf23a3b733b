// The work of which one run of a server says that it is under way, such as that it reads the project.

/** Servers have a few at a time. One that never ends any must not collect them without end. */
const MAX_RUNNING = 100;

export class Progress {
  readonly #running = new Set<unknown>();
  readonly #onChange: (isRunning: boolean) => void;

  constructor(onChange: (isRunning: boolean) => void) {
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Takes the parameters of `$/progress`, which a server may make of anything. */
  receive(params: unknown): void {
    const { token, value } = (params ?? {}) as { token?: unknown; value?: { kind?: unknown } | null };
    if (typeof token !== 'string' && typeof token !== 'number') return;
    const before = this.isRunning;
    if (value?.kind === 'begin' && this.#running.size < MAX_RUNNING) this.#running.add(token);
    if (value?.kind === 'end') this.#running.delete(token);
    if (this.isRunning !== before) this.#onChange(this.isRunning);
  }
}
