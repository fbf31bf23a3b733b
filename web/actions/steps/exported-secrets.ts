// Finds and removes likely credentials in a session that pi exported as HTML. It knows the formats of common providers,
// so a secret in another format is not found.
import { cutText } from '../../../shared/view/cut-text.ts';

const PATTERNS: readonly RegExp[] = [
  /\bsk-[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{40,}|glpat-[\w-]{20,}|npm_\w{36}|hf_\w{30,})/g,
  /\bAIza[\w-]{35}/g,
  /\bxox[abeprs]-[\w-]{20,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{16,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{1,8000}?-----END [A-Z ]*PRIVATE KEY-----/g,
];

/** The exported HTML file contains the session as base64-encoded JSON (in pi 0.73.1 to 0.87.1). */
const SESSION_DATA = /(<script id="session-data" type="application\/json">)([\w+/=\s]+)(?=<\/script>)/;

/** Returns the likely credentials in `html`, each once, in the order of their appearance. */
export function findSecrets(html: string): string[] {
  const found = new Set<string>();
  mapTexts(html, (text) => {
    for (const shape of PATTERNS) for (const [secret] of text.matchAll(shape)) found.add(secret);
    return text;
  });
  return [...found];
}

/** Returns the HTML with each of `secrets` replaced with `[removed]`. */
export function removeSecrets(html: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return html;
  return mapTexts(html, (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text),
  );
}

/** Returns enough of a secret to recognize it, but not enough to use it. */
export function maskSecret(secret: string): string {
  const head = secret.startsWith('-----') ? 'a private key' : `${cutText(secret, 6)}…`;
  return `${head} (${secret.length} characters)`;
}

/** Passes every text of the session through `change`. HTML in an unknown format counts as one text. */
function mapTexts(html: string, change: (text: string) => string): string {
  const [, , data] = SESSION_DATA.exec(html) ?? [];
  if (data === undefined) return change(html);
  const json = new TextDecoder().decode(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)));
  const session: unknown = JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' ? change(value) : value,
  );
  return html.replace(SESSION_DATA, (_, tag: string) => tag + encode(JSON.stringify(session)));
}

function encode(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
