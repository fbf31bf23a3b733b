// Extracts messages from JSON. Errors from providers and extensions often end in JSON; the user sees the message in it,
// and the details show all of it.

/**
 * Turns `529: {"type":...,"message":"Overloaded"}` (pi >= 0.80.3) into `529: Overloaded`. Leaves other text unchanged.
 */
export function withoutJson(text: string): string {
  const parts = /^([^{]*)(\{.*\})\s*$/s.exec(text);
  if (!parts) return text;
  const message = messageIn(parts[2]!);
  const before = parts[1]!.trim().replace(/^(\d{3})$/, '$1:');
  return message ? `${before} ${message}`.trim() : text;
}

function messageIn(json: string): string | undefined {
  try {
    const body = JSON.parse(json) as { message?: unknown; error?: unknown };
    const error = body.error as { message?: unknown } | string | null | undefined;
    const message = body.message ?? (typeof error === 'string' ? error : error?.message);
    return typeof message === 'string' ? message : undefined;
  } catch {
    // The text only looks like JSON, so it is shown unchanged.
    return undefined;
  }
}
