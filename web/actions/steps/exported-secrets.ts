// Finds and removes what looks like a credential in a session that pi exported as HTML. It knows the formats of common
// providers; a secret without such a format is not found.

const SHAPES: readonly RegExp[] = [
  /\bsk-[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{40,}|glpat-[\w-]{20,}|npm_\w{36}|hf_\w{30,})/g,
  /\bAIza[\w-]{35}/g,
  /\bxox[abeprs]-[\w-]{20,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{16,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{1,8000}?-----END [A-Z ]*PRIVATE KEY-----/g,
];

/** pi (0.73.1 to 0.87.1) puts the session into its page as base64 of JSON. */
const DATA = /(<script id="session-data" type="application\/json">)([\w+/=\s]+)(?=<\/script>)/;

/** The credentials in `html`, each once, in order of appearance. */
export function exportedSecrets(html: string): string[] {
  const found = new Set<string>();
  eachText(html, (text) => {
    for (const shape of SHAPES) for (const [secret] of text.matchAll(shape)) found.add(secret);
    return text;
  });
  return [...found];
}

/** The same page with each of `secrets` replaced by `[removed]`. */
export function withoutSecrets(html: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return html;
  return eachText(html, (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text),
  );
}

/** Enough to recognize it, not enough to use it. */
export function masked(secret: string): string {
  const head = secret.startsWith('-----') ? 'a private key' : `${secret.slice(0, 6)}…`;
  return `${head} (${secret.length} characters)`;
}

/** The page with every text of its session passed through `change`; an unknown kind of page counts as one text. */
function eachText(html: string, change: (text: string) => string): string {
  const [, , data] = DATA.exec(html) ?? [];
  if (data === undefined) return change(html);
  const json = new TextDecoder().decode(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)));
  const session: unknown = JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' ? change(value) : value,
  );
  return html.replace(DATA, (_, tag: string) => tag + encode(JSON.stringify(session)));
}

function encode(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
