// A pi that is not the panel's own: the one of --agent, or the one in PATH.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import { resolveCommand, withoutBatch, type Place } from './command.ts';
import type { Program } from './program.ts';
import { readVersion, type VersionQuestion } from './read-version.ts';

export interface ForeignPiOptions extends Place, Omit<VersionQuestion, 'argv'> {}

/** A wrapper may print more than the version. */
const LOOSE_FORM = /(\d+\.\d+\.\d+)/;

/**
 * The same command line answers for the version and starts agents. If the files in it change, for example by an update of
 * pi, `refresh` asks for the version again.
 */
export class ForeignPi implements Program {
  argv: string[];
  version: string | null = null;
  missing: string | undefined;
  lateAfter: number | undefined;
  file: string | undefined;
  readonly #words: readonly string[];
  readonly #options: ForeignPiOptions;
  #fingerprint = '';
  #refreshing: Promise<void> | null = null;

  private constructor(words: readonly string[], options: ForeignPiOptions) {
    this.argv = [...words];
    this.#words = words;
    this.#options = options;
  }

  /**
   * `command` is what the user typed. A program that does not exist is not an error yet, because the page reports it, too,
   * and the user may install it while the panel runs. Rejects if the command can never be started.
   */
  static async parse(command: string, options: Omit<ForeignPiOptions, 'form'>): Promise<ForeignPi> {
    const words = parseArgsStringToArgv(command);
    if (words.length === 0) throw new Error('--agent: the command is empty.');
    return ForeignPi.find(words, { ...options, form: LOOSE_FORM });
  }

  static async find(words: readonly string[], options: ForeignPiOptions): Promise<ForeignPi> {
    const pi = new ForeignPi(words, options);
    await pi.refresh();
    return pi;
  }

  /** Finds the program again if its files have changed. Call this before each start. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = null)));
  }

  async #refresh(): Promise<void> {
    if (this.#fingerprint !== '' && (await fingerprintOf(this.argv)) === this.#fingerprint) return;
    this.#fingerprint = '';
    this.version = null;
    const resolved = await resolveCommand(this.#words, this.#options).catch((error: Error) => error);
    this.missing = resolved instanceof Error ? resolved.message : undefined;
    if (resolved instanceof Error) return;
    this.file = resolved.length === 1 ? resolved[0] : undefined;
    this.argv = await withoutBatch(resolved);
    // Before the version, so that a change in between is seen the next time.
    this.#fingerprint = await fingerprintOf(this.argv);
    const { lateAfter, version } = await readVersion({ ...this.#options, argv: this.argv });
    this.version = version;
    this.lateAfter = lateAfter;
  }
}

/** Identifies the content of the files that a command line names, without reading it. */
async function fingerprintOf(argv: readonly string[]): Promise<string> {
  const files = argv.filter((word) => path.isAbsolute(word));
  return JSON.stringify(await Promise.all(files.map(identityOf)));
}

async function identityOf(file: string): Promise<unknown[]> {
  try {
    const target = await realpath(file);
    const { ctimeMs, ino, mtimeMs, size } = await stat(target);
    return [target, ino, size, mtimeMs, ctimeMs];
  } catch {
    // It is gone, or it is not a file, as in `--name=/x`.
    return [file];
  }
}
