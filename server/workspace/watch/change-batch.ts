// Collects changed paths and reports them together, each once.

/** How long changes are collected before they are reported: a build or a checkout makes thousands in this time. */
const BATCH_MS = 60;
const MAX_PATHS = 200;

export class ChangeBatch {
  readonly #report: (paths: string[]) => void;
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * `report` gets the sorted paths. More than 200 become [''], the workspace itself, which means that anything may have
   * changed.
   */
  constructor(report: (paths: string[]) => void) {
    this.#report = report;
  }

  add(path: string): void {
    // One past the limit is enough to know that it was exceeded.
    if (this.#paths.size <= MAX_PATHS) this.#paths.add(path);
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    const all = this.#paths.size > MAX_PATHS ? [''] : [...this.#paths].sort();
    this.#paths.clear();
    this.#report(all);
  }
}
