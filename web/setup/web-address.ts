// Checks the addresses in a sign-in. They come from pi, its extensions and the provider, so only http and https become
// links.

/** Returns null for all other addresses, such as `javascript:`. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
