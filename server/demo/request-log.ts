import type { ChatRequest } from './chat.ts';

const MAX_REQUESTS = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Keeps what the model was asked, for tests. Every request repeats the whole conversation, so the log is
 * bounded twice: the newest 500 requests, and of those as many as fit into 32 MiB (at least the newest).
 */
export function startRequestLog() {
  const kept: { request: ChatRequest; bytes: number }[] = [];
  let total = 0;
  return {
    add(request: ChatRequest, bytes: number): void {
      kept.push({ request, bytes });
      total += bytes;
      while (kept.length > 1 && (kept.length > MAX_REQUESTS || total > MAX_BYTES)) {
        total -= kept.shift()?.bytes ?? 0;
      }
    },
    requests: (): ChatRequest[] => kept.map(({ request }) => request),
  };
}
