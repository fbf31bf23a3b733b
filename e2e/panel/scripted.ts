// Scripts for the model in tests: answers, failures of the provider, and gates that hold an answer.
import type { HttpFailure, Speech } from '../../server/demo/answer.ts';

/** An answer with this text and nothing else. */
export const says = (text: string): Speech => ({ steps: [{ text }] });

/** An answer that calls one tool. */
export const calls = (tool: string, args: unknown): Speech => ({ steps: [{ tool, args }] });

/** Holds a scripted answer: `{ until: held.until }` waits for `held.open()`. */
export function gate(): { until: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { until: promise, open: resolve };
}

/** The failure of a provider that is too busy, after which pi retries. */
export const OVERLOADED: HttpFailure = {
  status: 529,
  body: { error: { type: 'overloaded_error', message: 'Overloaded' } },
};

/** The failure of a model whose context is too small, after which pi compacts and retries. */
export const CONTEXT_OVERFLOW: HttpFailure = {
  status: 400,
  body: {
    error: {
      message: "This model's maximum context length is 128000 tokens.",
      code: 'context_length_exceeded',
    },
  },
};

/** pi's retry settings for tests. Up to 0.73.1 the provider's own client retries twice, unseen by pi. */
export const NO_HIDDEN_RETRIES = {
  enabled: true,
  maxRetries: 3,
  baseDelayMs: 50,
  provider: { maxRetries: 0 },
};

/** Compaction settings under which a short conversation can be compacted. */
export const EARLY_COMPACTION = { enabled: true, reserveTokens: 16_384, keepRecentTokens: 50 };

/** models.json of a pi that knows the scripted model as `PROVIDER/MODEL` without the demo extension. */
export function modelsJson(baseUrl: string, { provider = 'demo', model = 'demo-tour' } = {}): string {
  const entry = { id: model, input: ['text'], contextWindow: 128_000, maxTokens: 32_000 };
  const config = { baseUrl, apiKey: 'demo', api: 'openai-completions', models: [entry] };
  return JSON.stringify({ providers: { [provider]: config } });
}

/** A PNG in base64. */
export const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
