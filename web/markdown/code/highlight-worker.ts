// The worker that highlights code for the page.
import { languageOf } from './grammars.ts';
import { HighlightQueue, type HighlightRequest } from './highlight-queue.ts';
import { tokenizerOf } from './tokenizer.ts';

const queue = new HighlightQueue({
  load: async (name) => {
    const language = languageOf(name);
    return language === null ? null : tokenizerOf(language);
  },
  onLines: (lines) => postMessage(lines),
  onError: (error) => reportError(error),
});

/** A number ends the block with this id. */
export type WorkerMessage = HighlightRequest | number;

addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if (typeof data === 'number') queue.end(data);
  else queue.request(data);
});
