// Finds and removes likely credentials in a session that pi exported as HTML. It knows the formats of common providers,
// so a secret in another format is not found.
import { cutText } from './view/cut-text.ts';

const PATTERNS: readonly RegExp[] = [
  /\bsk-[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{40,}|glpat-[\w-]{20,}|npm_\w{36}|hf_\w{30,})/g,
  /\bAIza[\w-]{35}/g,
  /\bxox[abeprs]-[\w-]{20,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{16,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{1,8000}?-----END [A-Z ]*PRIVATE KEY-----/g,
];

/** The exported HTML file contains the session as base64-encoded JSON (in pi 0.73.1 to 1.6.0). */
const SESSION_DATA = /(<script id="session-data" type="application\/json">)([\w+/=\s]+)(?=<\/script>)/;

/** How text becomes base64 in UTF-8, and back: a page and a server have different functions for it. */
export interface Base64 {
  decode: (base64: string) => string;
  encode: (text: string) => string;
}

/** Returns the likely credentials in `html`, each once, in the order of their appearance. */
export function findSecrets(html: string, base64: Base64): string[] {
  const found = new Set<string>();
  mapTexts(html, base64, (text) => {
    for (const shape of PATTERNS) for (const [secret] of text.matchAll(shape)) found.add(secret);
    return text;
  });
  return [...found];
}

/** Returns the HTML with each of `secrets` replaced with `[removed]`. */
export function removeSecrets(html: string, secrets: readonly string[], base64: Base64): string {
  if (secrets.length === 0) return html;
  return mapTexts(html, base64, (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text),
  );
}

/** Returns enough of a secret to recognize it, but not enough to use it. */
export function maskSecret(secret: string): string {
  const head = secret.startsWith('-----') ? 'a private key' : `${cutText(secret, 6)}…`;
  return `${head} (${secret.length} characters)`;
}

/** Returns the session in an exported page as indented JSON. Any other text is returned as it is. */
export function readableExport(text: string, { decode }: Base64): string {
  const [, , data] = SESSION_DATA.exec(text) ?? [];
  return data === undefined ? text : JSON.stringify(JSON.parse(decode(data)), null, 2);
}

/** Passes every text of the session through `change`. HTML in an unknown format counts as one text. */
function mapTexts(html: string, { decode, encode }: Base64, change: (text: string) => string): string {
  const [, , data] = SESSION_DATA.exec(html) ?? [];
  if (data === undefined) return change(html);
  const session: unknown = JSON.parse(decode(data), (_, value: unknown) =>
    typeof value === 'string' ? change(value) : value,
  );
  return html.replace(SESSION_DATA, (_, tag: string) => tag + encode(JSON.stringify(session)));
}
