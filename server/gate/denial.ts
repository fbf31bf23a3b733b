// The gate's refusal of a request.
import type { Context } from 'hono';

/** `message`: for the user. It repeats nothing from the request except the media type. */
export interface Denial {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429;
  code: string;
  message: string;
  headers?: Record<string, string>;
}

/** Responds with `{"error":{"code","message"}}`, the shape of every error of the panel. */
export function deny(c: Context, denial: Denial): Response {
  const { code, message } = denial;
  return c.json({ error: { code, message } }, denial.status, denial.headers);
}
