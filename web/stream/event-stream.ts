// Stage 1 of the event stream: a single connection. Sends the request and parses the server-sent events into frames.
// The browser's EventSource is not suitable, because it cannot send the token, and never retries after a 401, 500 or
// 503.
//
// The next stages: reconnecting-stream.ts reconnects, shared-stream.ts shares the frames with the other tabs of the
// browser, and frame-order.ts delivers each frame once and in order. state/panel/connection.svelte.ts connects the
// stages.
import { FrameReader, type Frame } from '../../shared/compact-events.ts';
import type { Api } from '../lib/requests/api.ts';

/** After this much silence the connection counts as dead. The server sends a comment every 10 s. */
const SILENCE_MS = 35_000;

/** Returns the id of the agent to which a frame belongs. Undefined for frames of the overview of all agents. */
export function agentOf({ id, data }: Frame): string | undefined {
  return id === '' ? (JSON.parse(data) as { agent?: string }).agent : id.slice(0, id.lastIndexOf('.'));
}

export interface StreamOptions {
  /** Ids of the agents; at least one. */
  agents: readonly string[];
  /** Ids of the last known frames. The server sends a snapshot of every agent without one. */
  after?: readonly string[];
  /** Whether the server ends the stream after the frames that already exist. */
  isOnce?: boolean;
  signal: AbortSignal;
  onFrame: (frame: Frame) => void;
  /** Called for everything that arrives, heartbeats included. */
  onBytes?: () => void;
  /** In ms. Default: 35 s. */
  silence?: number;
}

/**
 * Resolves when the server ends the stream. Rejects with an ApiError, and when the stream falls silent or is aborted.
 */
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
