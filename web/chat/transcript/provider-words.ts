/** The message inside a provider's error, `529: {"type":...,"message":"Overloaded"}` since pi 0.80.3, as `529: Overloaded`. */
export function providerWords(text: string): string {
  const parts = /^(\d{3}):? (\{.*\})\s*$/s.exec(text);
  if (!parts) return text;
  const message = messageIn(parts[2]!);
  return message ? `${parts[1]}: ${message}` : text;
}

function messageIn(json: string): string | undefined {
  try {
    const body = JSON.parse(json) as { message?: unknown; error?: { message?: unknown } };
    const message = body.message ?? body.error?.message;
    return typeof message === 'string' ? message : undefined;
  } catch {
    // Only looks like JSON: it is shown as it stands.
    return undefined;
  }
}
