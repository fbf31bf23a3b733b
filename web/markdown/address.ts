// Decides which addresses may become links. All other addresses stay text, because answers are not trusted.

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** Returns the normalized address, or null if it must not be a link. Relative addresses make no sense on this page. */
export function safeAddress(href: string): string | null {
  // Like browsers, this removes line endings and tabs inside an address, because `java\nscript:` is a known trick.
  const url = URL.parse(href);
  if (!url || !ALLOWED.has(url.protocol)) return null;
  // Credentials in an address are only used to make it look like another address.
  if (url.username || url.password) return null;
  return url.href;
}
