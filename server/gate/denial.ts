import type { Context } from 'hono';

/** A gate's "no". The message is read by people; it repeats nothing of the request but its media type. */
export interface Denial {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429;
  code: string;
  message: string;
  headers?: Record<string, string>;
}

/** Answers `{"error":{"code","message"}}`, the shape of every error of the panel. */
export function deny(c: Context, denial: Denial): Response {
  const { code, message } = denial;
  return c.json({ error: { code, message } }, denial.status, denial.headers);
}
