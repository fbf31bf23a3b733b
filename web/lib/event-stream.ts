// One attempt at the event stream: fetch and an SSE parser. The browser's own EventSource gives up for ever
// on a 401, 500 or 503 and cannot send the token. Reconnecting is the connection's business, not this file's.
import { createParser } from 'eventsource-parser';
import type { EventFrame, SnapshotFrame } from '../../shared/wire.ts';
import type { Api } from './api.ts';

/** The server sends a comment every 10 s: silence for longer than this means that the line is dead. */
const SILENCE_MS = 35_000;

export interface StreamHandlers {
  onSnapshot: (frame: SnapshotFrame) => void;
  onEvent: (frame: EventFrame) => void;
}

export interface StreamOptions extends StreamHandlers {
  /** Ids, at least one. */
  agents: string[];
  signal: AbortSignal;
}

/** Resolves when the server ends the stream; rejects with an ApiError, or when it falls silent or is aborted. */
export async function readEventStream(
  api: Api,
  { agents, signal, ...handlers }: StreamOptions,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'snapshot') handlers.onSnapshot(JSON.parse(data) as SnapshotFrame);
      else if (event === 'message') handlers.onEvent(JSON.parse(data) as EventFrame);
    },
  });
  try {
    const response = await api.fetch(`api/events?agents=${agents.map(encodeURIComponent).join(',')}`, {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
