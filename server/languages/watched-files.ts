// What a language server is told about files that others have changed.
import path from 'node:path';
import { uriOf } from './client-words.ts';

/** Relative to the workspace. */
export interface WatchedFile {
  path: string;
  isThere: boolean;
}

/** As the protocol counts them. */
const TYPES = { created: 1, changed: 2, deleted: 3 };

export class WatchedFiles {
  readonly #folder: string;
  readonly #known = new Set<string>();

  /** `folder`: the workspace, absolute. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the changes for `workspace/didChangeWatchedFiles`. Nobody knows which files are new, so each counts as both
   * changed and new the first time: pyright does not look for a module that has only changed. The server of TypeScript 7
   * does not read a file again that is only new, nor if it hears of the change second.
   */
  toEvents(files: readonly WatchedFile[]): { uri: string; type: number }[] {
    return files.flatMap((one) => {
      const uri = uriOf(path.join(this.#folder, one.path));
      return this.#typesOf(one).map((type) => ({ uri, type }));
    });
  }

  /** Must be called when another run of the server starts. */
  forgetAll(): void {
    this.#known.clear();
  }

  #typesOf({ path: file, isThere }: WatchedFile): number[] {
    const isKnown = this.#known.delete(file);
    if (!isThere) return [TYPES.deleted];
    this.#known.add(file);
    return isKnown ? [TYPES.changed] : [TYPES.changed, TYPES.created];
  }
}
