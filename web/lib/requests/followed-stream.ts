// Reads an event stream of the panel with `event` and `data` in each frame, and reconnects for as long as it is wanted.
import { ApiError, type Api } from './api.ts';
import { backOff, pause } from './pause.ts';
import { inTurn } from './turns.ts';

/** After this much silence the connection counts as dead, in ms. The server sends a comment every 10 s. */
const SILENCE_MS = 35_000;

export interface FollowedStream {
  /** Returns the path of the stream, for each connection. */
  path: () => string;
  onFrame: (kind: string, data: string) => void;
  /** `failure`: why there is no connection, for the user; null once there is one. */
  onConnection: (failure: string | null) => void;
  /** Whether the panel refuses for good. */
  isFinal: (error: ApiError) => boolean;
}

/** Reads until the signal aborts, or until the panel refuses for good. */
export async function followStream(
  api: Pick<Api, 'fetch'>,
  stream: FollowedStream,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted)
    try {
      await inTurn({ signal }, (turn) => read(api, stream, { signal: turn, onBytes: () => (failures = 0) }));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) && !(error instanceof DOMException) && !(error instanceof TypeError))
        throw error;
      stream.onConnection(error.message);
      if (error instanceof ApiError && stream.isFinal(error)) return;
      failures += 1;
      await pause(backOff(failures), signal);
    }
}

async function read(
  api: Pick<Api, 'fetch'>,
  { path, onFrame, onConnection }: FollowedStream,
  { signal, onBytes }: { signal: AbortSignal; onBytes: () => void },
): Promise<void> {
  const silence = new AbortController();
  const startTimer = () => setTimeout(() => silence.abort(), SILENCE_MS);
  let timer = startTimer();
  try {
    const response = await api.fetch(path(), {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    onConnection(null);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const frames = new EventFrames(onFrame);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = startTimer();
      onBytes();
      frames.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Splits the text of the stream into its frames. */
export class EventFrames {
  readonly #onFrame: FollowedStream['onFrame'];
  #rest: string[] = [];
  #newline = '';

  constructor(onFrame: FollowedStream['onFrame']) {
    this.#onFrame = onFrame;
  }

  push(text: string): void {
    const all = this.#newline + text;
    // The stream may be divided between the two line feeds that end a frame.
    this.#newline = /[^\n]\n$|^\n$/.test(all) ? '\n' : '';
    const frames = all.slice(0, all.length - this.#newline.length).split('\n\n');
    // Large frames come in many pieces, which are joined once.
    while (frames.length > 1) {
      this.#read([...this.#rest, frames.shift()!].join(''));
      this.#rest = [];
    }
    this.#rest.push(frames[0]!);
  }

  #read(frame: string): void {
    const [, kind, data] = /^event: (\w+)\ndata: (.*)$/s.exec(frame.trimStart()) ?? [];
    if (kind !== undefined && data !== undefined) this.#onFrame(kind, data);
  }
}
