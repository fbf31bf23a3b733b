// The addresses of a sign-in come from pi, its extensions and the provider: only pages of the web become links.

/** Null for everything else, such as `javascript:`. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
