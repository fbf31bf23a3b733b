// Text of a token as a reader should see it: marked leaves character references such as `&amp;` to an HTML parser,
// and there is none here.

const SPELLED =
  'amp& lt< gt> quot" apos\' nbsp\u00a0 shy\u00ad ensp\u2002 emsp\u2003 ndash– mdash— hellip… lsquo‘ rsquo’ ldquo“ ' +
  'rdquo” laquo« raquo» copy© reg® trade™ deg° middot· bull• sect§ para¶ dagger† times× divide÷ plusmn± minus− ' +
  'ne≠ le≤ ge≥ asymp≈ infin∞ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ lArr⇐ hArr⇔ check✓ euro€ pound£ yen¥ cent¢ microµ';
const NAMED = new Map(SPELLED.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** Resolves numeric references and the named ones that people write; the rest stays as it stands. */
export function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]*));/g,
    (whole, decimal, hex, name) => {
      if (name) return NAMED.get(name as string) ?? whole;
      return character(decimal ? Number(decimal) : Number.parseInt(hex as string, 16));
    },
  );
}

function character(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
