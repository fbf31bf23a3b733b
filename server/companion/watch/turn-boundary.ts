// Holds pi between two turns while the panel carries out an undo. No tool runs then, this extension holds pi's queue
// for the files, and the model learns about the undo before its next answer. pi awaits these handlers: `turn_end` since
// 0.79.9, and `context`, which comes just before a request to the model, also in 0.73.1.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../../shared/error-text.ts';
import type { CompanionReport } from '../../../shared/companion.ts';

/** The longest time that pi waits for the panel. */
const LIMIT_MS = 15_000;
const ABSENT = new Set(['ENOENT', 'ERR_MODULE_NOT_FOUND']);

type WithFileQueue = (path: string, work: () => Promise<void>) => Promise<void>;

export class TurnBoundary {
  readonly #senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void;
  /** Absolute paths of the files that the panel is about to change. */
  #paths: readonly string[] | null = null;
  #release: (() => void) | null = null;

  constructor(pi: ExtensionAPI, senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void) {
    this.#senderFor = senderFor;
    // After the last turn of a run the agent is idle anyway, and a message would make it answer once more.
    pi.on('turn_end', ({ toolResults }, ctx) => (toolResults.length > 0 ? this.#hold(ctx) : undefined));
    pi.on('context', (_event, ctx) => this.#hold(ctx));
  }

  ask(paths: readonly string[]): void {
    this.#paths = paths;
  }

  release(): void {
    this.#paths = null;
    this.#release?.();
  }

  async #hold(ctx: ExtensionContext): Promise<void> {
    const paths = this.#paths;
    if (!paths || this.#release) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release = resolve;
    const timer = setTimeout(resolve, LIMIT_MS);
    try {
      const withFileQueue = await findFileQueue();
      const wait = async (): Promise<void> => {
        this.#senderFor(ctx)({ type: 'boundary' });
        await promise;
      };
      await Promise.race([promise, takeQueues(paths, withFileQueue, wait)]);
    } finally {
      clearTimeout(timer);
      this.#release = null;
      this.#paths = null;
    }
  }
}

/**
 * Returns pi's own queue for changes to a file, which its `edit` and `write` use. It is exported beside pi's program
 * (in pi 0.73.1 to 1.5.2); importing the package by name may load another pi. Null in other builds, which can do
 * without it because pi's tools do not run between two turns.
 */
async function findFileQueue(): Promise<WithFileQueue | null> {
  const [, program] = process.argv;
  if (!program) return null;
  try {
    const index = path.join(path.dirname(await realpath(program)), 'index.js');
    const { withFileMutationQueue } = (await import(pathToFileURL(index).href)) as {
      withFileMutationQueue?: WithFileQueue;
    };
    return withFileMutationQueue ?? null;
  } catch (error) {
    if (!ABSENT.has((error as NodeJS.ErrnoException).code ?? ''))
      process.stderr.write(
        `pi-panel: an undo cannot wait for pi's own changes of a file: ${errorText(error)}\n`,
      );
    return null;
  }
}

async function takeQueues(
  [first, ...others]: readonly string[],
  withFileQueue: WithFileQueue | null,
  work: () => Promise<void>,
): Promise<void> {
  if (first === undefined || !withFileQueue) return work();
  await withFileQueue(first, () => takeQueues(others, withFileQueue, work));
}
