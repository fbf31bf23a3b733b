// Stage 1 of the event stream: one attempt. Sends the request and parses the server-sent events into frames. Not the
// browser's EventSource: that one cannot send the token, and never retries after a 401, 500 or 503.
//
// The stages after it: reconnecting-stream.ts tries again, shared-stream.ts shares the frames with the other tabs of
// the browser, frame-order.ts makes each frame arrive once and in order. state/connection.svelte.ts connects them.
import { FrameReader, type Frame } from '../../shared/compact-events.ts';
import type { Api } from '../lib/requests/api.ts';

/** The server sends a comment every 10 s. After a longer silence the connection counts as dead. */
const SILENCE_MS = 35_000;

/** The id of the agent that a frame belongs to; of the list of all agents: undefined. */
export function agentOf({ id, data }: Frame): string | undefined {
  return id === '' ? (JSON.parse(data) as { agent?: string }).agent : id.slice(0, id.lastIndexOf('.'));
}

export interface StreamOptions {
  /** Ids, at least one. */
  agents: readonly string[];
  /** Ids of the last known frames. An agent without one is sent from the beginning. */
  after?: readonly string[];
  /** Ends the stream after the frames that exist now. */
  isOnce?: boolean;
  signal: AbortSignal;
  onFrame: (frame: Frame) => void;
  /** Called for everything that arrives, heartbeats included. */
  onBytes?: () => void;
  /** In ms. Default: 35 s. */
  silence?: number;
}

/** Resolves when the server ends the stream; rejects with an ApiError, or when it falls silent or is aborted. */
export async function readEventStream(api: Pick<Api, 'fetch'>, options: StreamOptions): Promise<void> {
  const { agents, after = [], isOnce = false, signal, onFrame, onBytes } = options;
  const silence = new AbortController();
  const startTimer = () => setTimeout(() => silence.abort(), options.silence ?? SILENCE_MS);
  let timer = startTimer();
  const frames = new FrameReader(onFrame);
  try {
    const names = agents.map(encodeURIComponent).join(',');
    const query = `agents=${names}&overview=1&form=compact${isOnce ? '&follow=0' : ''}`;
    const response = await api.fetch(`api/events?${query}`, {
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
      frames.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
