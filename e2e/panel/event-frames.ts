// The one reader of GET /api/events for all suites: turns bytes into parsed frames.
import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { FrameReader } from '../../shared/compact-events.ts';
import type { EventFrame, FrameKind, SnapshotFrame } from '../../shared/wire.ts';

export type Frame =
  /** `number`: the second half of the event's id. `first`: see `Frame` of the compact form. */
  | { kind: 'snapshot'; number: number; data: SnapshotFrame }
  | { kind: 'message'; number: number; data: EventFrame; first?: number }
  | { kind: 'resumed' | 'gone' };

/** Calls `onFrame` synchronously for each frame that a chunk completes. */
export class FrameParser {
  readonly #decoder = new StringDecoder('utf8');
  readonly #feed: (text: string) => void;

  /** `isCompact`: with the page's own reader; otherwise with one that is independent of the panel's. */
  constructor(onFrame: (frame: Frame) => void, isCompact = false) {
    const parse = (kind: FrameKind | undefined, id: string, data: string): Frame => {
      const number = Number(id.slice(id.indexOf('.') + 1));
      return { kind, number, data: JSON.parse(data) as unknown } as Frame;
    };
    if (isCompact) {
      const reader = new FrameReader(({ kind, id, data, first }) =>
        onFrame({ ...parse(kind, id, data), ...(first !== undefined && { first }) }),
      );
      this.#feed = (text) => reader.push(text);
    } else {
      const parser = createParser({
        onEvent: ({ event, id = '', data }) => onFrame(parse(event as FrameKind, id, data)),
      });
      this.#feed = (text) => parser.feed(text);
    }
  }

  push(chunk: Uint8Array): void {
    this.#feed(this.#decoder.write(chunk));
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
