// The Content-Security-Policy of an app in a frame: without what would keep the page from showing it, and with the
// script that talks to the page.

interface AllowedScript {
  /** The address that the policy can name. */
  address: string;
  /** Of one answer. */
  nonce: string;
}

/** They would keep the app out of the frame, ask for https, or report to an address that ends. */
const DROPPED = /^(?:frame-ancestors|upgrade-insecure-requests|report-uri|report-to)\b/i;
/** With one of these, a browser ignores `'unsafe-inline'`, and with the last one addresses as well. */
const STRICT = /'(?:nonce-|sha\d{3}-|strict-dynamic')/i;

/** `headers`: names and values in turn. `script`: for an answer to which it is added. */
export function appPolicies(headers: readonly string[], script: AllowedScript | null): string[] {
  return headers.flatMap((value, at) => {
    if (at % 2 === 0 || !/^content-security-policy$/i.test(headers[at - 1]!)) return [];
    // A header may hold several policies, and a script has to fit all of them.
    return value.split(',').flatMap((policy) => {
      const parts = policy
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part && !DROPPED.test(part));
      if (parts.length === 0) return [];
      return [(script ? allowScript(parts, script) : parts).join('; ')];
    });
  });
}

function allowScript(parts: readonly string[], { address, nonce }: AllowedScript): string[] {
  const named = (name: string) => parts.find((part) => new RegExp(`^${name}(?:\\s|$)`, 'i').test(part));
  const rule = named('script-src-elem') ?? named('script-src') ?? named('default-src');
  if (rule === undefined) return [...parts];
  // A nonce where there is none would switch off 'unsafe-inline', on which the app may rely.
  const source = STRICT.test(rule) ? `'nonce-${nonce}'` : address;
  const allowed = `${rule.replace(/\s'none'/i, '')} ${source}`;
  if (!/^default-src/i.test(rule)) return parts.map((part) => (part === rule ? allowed : part));
  // The other directives that fall back to it stay as they are.
  return [...parts, allowed.replace(/^default-src/i, 'script-src')];
}
