// Where an address ends although no space follows it, as in languages that need none.

/** Characters that no address has unescaped: white space and punctuation of CJK, quotation marks, the long dash. */
const AFTER_ADDRESS = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’…—]/u;
/** A word that touches what is before it. Words in an address begin after a slash or another sign. */
const TOUCHING = /(?<=[a-z0-9])(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zinh}])[\p{L}\p{M}]/iu;
/** Marks at the end belong to the sentence, in every script: `،`, `।`, `»`. */
const END_OF_SENTENCE = /^(?:[?!.,:;*_'"~]|(?![\0-\x7f])[\p{P}\p{S}])$/u;
const WITH_HOST =
  /^(?:[a-z]+:\/\/(?:localhost|[\d.]+|[^/?#\s]*\.[a-z]{2,})|www\.[^/?#\s]*\.[a-z]{2,})(?::\d+)?(?:[/?#]|$)/i;

/** Returns the address at the start of `text`, which is what marked takes for one: everything up to a space. */
export function addressIn(text: string): string {
  const [ended = ''] = text.split(AFTER_ADDRESS, 1);
  const [before = ''] = ended.split(TOUCHING, 1);
  const address = WITH_HOST.test(before) ? before : ended;
  const trimmed = trimEnd(address, END_OF_SENTENCE);
  // marked knows the marks of ASCII itself, and closing brackets.
  return address === text && !/[^\0-\x7f]$/.test(text) ? text : trimmed;
}

/** Removes the characters at the end that match. An expression that ends in `+$` would begin at each of many. */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const [last = ''] = /[^]$/u.exec(text.slice(Math.max(0, end - 2), end)) ?? [];
    if (!character.test(last)) break;
    end -= last.length;
  }
  return text.slice(0, end);
}
