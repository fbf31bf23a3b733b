// A JSON file beside the panel's state that several panels read and change. It is read again for each use.
import { readFile, rename } from 'node:fs/promises';
import * as v from 'valibot';
import { ifThere } from '../lib/if-there.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';
import { withFileLock } from './file-lock.ts';

interface SharedJsonOptions<T extends object> {
  /** Null if the value lives as long as the panel. */
  file: string | null;
  schema: v.GenericSchema<unknown, T>;
  /** The value of a missing or damaged file. */
  empty: () => T;
}

export class SharedJson<T extends object> {
  readonly #options: SharedJsonOptions<T>;
  readonly #inTurn = turns();
  /** The value without a file. */
  readonly #kept: T;

  constructor(options: SharedJsonOptions<T>) {
    this.#options = options;
    this.#kept = options.empty();
  }

  /** A damaged file counts as empty. Rejects if the file cannot be read. */
  async read(): Promise<T> {
    const { file, empty } = this.#options;
    if (file === null) return this.#kept;
    return (await this.#parse(file)) ?? empty();
  }

  /**
   * Changes the value in place. No other panel changes the file in the meantime. A damaged file is renamed before a new
   * one is written. Rejects if the file cannot be read, because a change would overwrite what is in it.
   */
  async change(act: (value: T) => void): Promise<void> {
    const { file, empty } = this.#options;
    if (file === null) return act(this.#kept);
    const changeFile = async (): Promise<void> => {
      let value: T | null = await this.#parse(file);
      if (value === null) {
        const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
        await rename(file, `${file}.broken-${time}`);
        value = empty();
      }
      act(value);
      await replaceWholeFile(file, JSON.stringify(value));
    };
    await this.#inTurn(() => withFileLock(file, changeFile));
  }

  /** The value in the file, or null if the file is damaged. */
  async #parse(file: string): Promise<T | null> {
    const { schema, empty } = this.#options;
    const text = await ifThere(readFile(file, 'utf8'));
    if (text === undefined) return empty();
    try {
      return v.parse(schema, JSON.parse(text));
    } catch {
      return null;
    }
  }
}
