// The one reader of GET /api/events for all suites: turns bytes into parsed frames.
import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { EventFrame, FrameKind, SnapshotFrame } from '../../shared/wire.ts';

export type Frame =
  /** `number`: the second half of the event's id. */
  | { kind: 'snapshot'; number: number; data: SnapshotFrame }
  | { kind: 'message'; number: number; data: EventFrame }
  | { kind: 'resumed' | 'gone' };

/** Calls `onFrame` synchronously for each frame that a chunk completes. */
export class FrameParser {
  readonly #decoder = new StringDecoder('utf8');
  readonly #parser: EventSourceParser;

  constructor(onFrame: (frame: Frame) => void) {
    this.#parser = createParser({
      onEvent: ({ event, id = '', data }) => {
        const number = Number(id.slice(id.indexOf('.') + 1));
        onFrame({ kind: event as FrameKind, number, data: JSON.parse(data) as unknown } as Frame);
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#parser.feed(this.#decoder.write(chunk));
  }
}

/** The frames of a response until it ends, the caller stops reading, or `signal` is aborted. */
export async function* readFrames(response: Response, signal?: AbortSignal): AsyncGenerator<Frame> {
  const frames: Frame[] = [];
  const parser = new FrameParser((frame) => frames.push(frame));
  const reader = response.body!.getReader();
  signal?.addEventListener('abort', () => void reader.cancel());
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.push(value);
      yield* frames.splice(0);
    }
  } finally {
    await reader.cancel();
  }
}
