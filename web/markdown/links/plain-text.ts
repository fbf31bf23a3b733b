// Resolves character references such as `&amp;` in the text of tokens. marked leaves them to an HTML parser, which this
// page does not use.

const REFERENCES =
  'amp& lt< gt> quot" apos\' nbsp\u00a0 shy\u00ad ensp\u2002 emsp\u2003 ndash– mdash— hellip… lsquo‘ rsquo’ ldquo“ ' +
  'rdquo” laquo« raquo» copy© reg® trade™ deg° middot· bull• sect§ para¶ dagger† times× divide÷ plusmn± minus− ' +
  'ne≠ le≤ ge≥ asymp≈ infin∞ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ lArr⇐ hArr⇔ check✓ euro€ pound£ yen¥ cent¢ microµ';
const NAMED = new Map(REFERENCES.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

const REFERENCE = /&(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[A-Za-z][A-Za-z\d]*));/g;

/** Resolves numeric references and the common named ones. All others stay unchanged. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  let resolved = '';
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const { decimal, hex, name } = match.groups!;
    const replacement = name
      ? (NAMED.get(name) ?? match[0])
      : character(Number.parseInt(decimal ?? hex!, hex ? 16 : 10));
    resolved += text.slice(end, match.index) + replacement;
    end = match.index + match[0].length;
  }
  return resolved + text.slice(end);
}

function character(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
