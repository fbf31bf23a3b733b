// The page's side of the worker that highlights code. The worker starts with the first block that has a language.
import { workerUrl } from '../../lib/browser/worker-url.ts';
import type { HighlightedLines } from './highlight-queue.ts';
import type { WorkerMessage } from './highlight-worker.ts';
import url from './highlight-worker.ts?worker&url';

type OnLines = (lines: HighlightedLines) => void;

let worker: Worker | null = null;
let lastBlock = 0;
const listeners = new Map<number, OnLines>();

/** One block of code. Its lines have one color until `onLines` is called. */
export class HighlightedBlock {
  readonly #id = ++lastBlock;
  readonly #worker = (worker ??= startWorker());
  readonly #name: string;

  /** `name` is the info string of the fence. */
  constructor(name: string, onLines: OnLines) {
    this.#name = name;
    listeners.set(this.#id, onLines);
  }

  /** `texts` replace all lines from line `from` on. */
  highlight(from: number, texts: readonly string[]): void {
    this.#post({ block: this.#id, name: this.#name, from, texts });
  }

  close(): void {
    listeners.delete(this.#id);
    this.#post(this.#id);
  }

  #post(message: WorkerMessage): void {
    this.#worker.postMessage(message);
  }
}

function startWorker(): Worker {
  const started = new Worker(workerUrl(url), { type: 'module', name: 'highlight' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightedLines>) =>
    listeners.get(data.block)?.(data),
  );
  // The worker could not be fetched, so the code stays in one color, and the next block tries again. After an exception
  // (an ErrorEvent) the worker continues.
  started.addEventListener('error', (event) => {
    if (!(event instanceof ErrorEvent)) worker = null;
  });
  return started;
}
