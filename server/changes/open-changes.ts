// The changes of each workspace, opened once for all of its agents.
import { realpath } from 'node:fs/promises';
import { changesFolder } from './journal/changes-folder.ts';
import { Changes } from './changes.ts';

export class OpenChanges {
  readonly #all: string | null;
  readonly #opened = new Map<string, Promise<Changes>>();

  /** `all`: the folder of all workspaces; null if nothing is recorded. */
  constructor(all: string | null) {
    this.#all = all;
  }

  /** `workspace`: absolute. Null if nothing is recorded, or if the folder no longer exists. */
  async of(workspace: string): Promise<Changes | null> {
    const real = await realpath(workspace).catch(() => null);
    if (this.#all === null || real === null) return null;
    const known = this.#opened.get(real);
    if (known) return known;
    const opened = this.#open(this.#all, real);
    this.#opened.set(real, opened);
    opened.catch(() => this.#opened.delete(real));
    return opened;
  }

  /** Those of all workspaces that were opened. */
  async opened(): Promise<Changes[]> {
    const all = await Promise.allSettled(this.#opened.values());
    return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values())
      await opened.then(
        (changes) => changes.close(),
        () => undefined,
      );
    this.#opened.clear();
  }

  async #open(all: string, workspace: string): Promise<Changes> {
    const changes = new Changes({ workspace, folder: changesFolder(all, workspace) });
    await changes.endInterrupted();
    return changes;
  }
}
