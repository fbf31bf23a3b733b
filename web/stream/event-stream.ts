// One attempt at the event stream: fetch and an SSE parser. The browser's own EventSource gives up for ever
// on a 401, 500 or 503 and cannot send the token. Reconnecting is not this file's business, nor what frames mean.
import { createParser } from 'eventsource-parser';
import type { FrameKind } from '../../shared/wire.ts';
import type { Api } from '../lib/api.ts';

/** The server sends a comment every 10 s: silence for longer than this means that the line is dead. */
const SILENCE_MS = 35_000;

/** As it stands on the wire: what is only passed on is not parsed. */
export interface Frame {
  kind: FrameKind;
  /** `<agent>.<number>`; empty for `resumed` and `gone`. */
  id: string;
  /** JSON */
  data: string;
}

export interface StreamOptions {
  /** Ids, at least one. */
  agents: readonly string[];
  /** Ids of the last events known, of agents whose events are not wanted from the beginning. */
  after?: readonly string[];
  /** Only what there is by now. */
  isOnce?: boolean;
  signal: AbortSignal;
  onFrame: (frame: Frame) => void;
  /** Something came, a heartbeat at least. */
  onBytes?: () => void;
  /** Default: 35 s, in ms. */
  silence?: number;
}

/** Resolves when the server ends the stream; rejects with an ApiError, or when it falls silent or is aborted. */
export async function readEventStream(api: Pick<Api, 'fetch'>, options: StreamOptions): Promise<void> {
  const { agents, after = [], isOnce = false, signal, onFrame, onBytes } = options;
  const silence = new AbortController();
  const startTimer = () => setTimeout(() => silence.abort(), options.silence ?? SILENCE_MS);
  let timer = startTimer();
  const parser = createParser({
    onEvent: ({ event, id, data }) => onFrame({ kind: event as FrameKind, id: id ?? '', data }),
  });
  try {
    const names = agents.map(encodeURIComponent).join(',');
    const response = await api.fetch(`api/events?agents=${names}${isOnce ? '&follow=0' : ''}`, {
      headers: {
        accept: 'text/event-stream',
        ...(after.length > 0 && { 'last-event-id': after.join(',') }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = startTimer();
      onBytes?.();
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
