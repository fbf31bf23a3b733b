// Reads OpenAI chat completions requests as pi sends them.
import { isRecord } from '../../shared/pi/is-record.ts';

/**
 * The part of a request that the demo model reads, as pi 0.87.1 sends it: one system or developer message, then the
 * conversation without failed and aborted answers.
 */
export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: { function: { name: string } }[];
  /** Absent or `none` while thinking is off. */
  reasoning_effort?: string;
  metadata?: Record<string, string>;
}

export interface ChatMessage {
  role: string;
  content?: string | ChatPart[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

export interface ChatPart {
  type: string;
  text?: string;
}

/** Returns the request. Throws an Error for the client if `body` is not a streaming chat completions request. */
export function parseChatRequest(body: string): ChatRequest {
  const request: unknown = JSON.parse(body);
  if (!isRecord(request)) throw new Error('The request body is not a JSON object.');
  if (request.stream !== true) throw new Error('The demo model only streams: send "stream": true.');
  if (!Array.isArray(request.messages)) throw new Error('The request has no "messages" array.');
  if (!request.messages.every((message) => isRecord(message) && typeof message.role === 'string')) {
    throw new Error('Every message needs a "role".');
  }
  return { ...request, model: String(request.model), messages: request.messages as ChatMessage[] };
}

export function textOf(message: ChatMessage): string {
  if (!Array.isArray(message.content)) return message.content ?? '';
  return message.content.map((part) => part.text ?? '').join('');
}

export function imagesIn(message: ChatMessage): number {
  if (!Array.isArray(message.content)) return 0;
  return message.content.filter((part) => part.type === 'image_url').length;
}

/** As in pi's own estimates. */
const IMAGE_TOKENS = 1200;

/** Estimates four characters to a token. */
export function estimateTokens(request: ChatRequest): number {
  const spoken = request.messages.map(
    (message) => textOf(message) + JSON.stringify(message.tool_calls ?? ''),
  );
  const images = request.messages.reduce((sum, message) => sum + imagesIn(message), 0);
  const characters = spoken.join('').length + JSON.stringify(request.tools ?? []).length;
  return Math.ceil(characters / 4) + images * IMAGE_TOKENS;
}
