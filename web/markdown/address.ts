// Which addresses of a text may become links. Everything else stays text: what an answer says is not trusted.

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** The address as the browser will use it, or null when it must not be followed. Relative ones lead nowhere here. */
export function safeAddress(href: string): string | null {
  // A browser drops line ends and tabs inside an address: `java\nscript:` is one of the tricks.
  const url = URL.parse(href);
  if (!url || !ALLOWED.has(url.protocol)) return null;
  // Credentials in an address only serve to make it look like another one.
  if (url.username || url.password) return null;
  return url.href;
}
