// Finds out which folders of sessions no longer exist. A folder may be on a disk that does not answer, so only two
// folders are asked for at a time, and nobody waits long.
import { stat } from 'node:fs/promises';
import { DiskLanes } from '../lib/disk-lanes.ts';

/** Multiplies the time limit of a disk: 1 s, because the list of sessions waits for it. */
const PATIENCE = 0.1;

export class MissingFolders {
  readonly #lanes: DiskLanes;

  /** `patience` multiplies the time limit. */
  constructor(patience = 1) {
    this.#lanes = new DiskLanes(patience * PATIENCE);
  }

  /** Whether a disk has not answered yet. */
  get isBusy(): boolean {
    return this.#lanes.isBusy;
  }

  /** Returns the folders that do not exist. A folder whose disk does not answer counts as present. */
  async find(folders: readonly string[]): Promise<ReadonlySet<string>> {
    const each = [...new Set(folders)];
    const areMissing = await Promise.all(each.map((folder) => this.#isMissing(folder)));
    return new Set(each.filter((_folder, n) => areMissing[n]));
  }

  async #isMissing(folder: string): Promise<boolean> {
    try {
      const stats = await this.#lanes.run(`${folder} may not exist.`, () => stat(folder));
      return !stats.isDirectory();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' || code === 'ENOTDIR';
    }
  }
}
