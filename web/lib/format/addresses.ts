// Finds web addresses in text that is not Markdown.
import { addressIn, trimEnd } from './address-end.ts';

/** A longer address is most likely not one, and would take long to search. */
const CANDIDATE = /\bhttps?:\/\/[^\s"'`<>{}|\\^]{1,2000}/gi;
const END_OF_SENTENCE = /^[?!.,:;*_~]$/;

export interface FoundAddress {
  url: string;
  /** The range of the address in the text. */
  start: number;
  end: number;
}

/** Finds the addresses that a line of output mentions. */
export function addressesIn(text: string): FoundAddress[] {
  return [...text.matchAll(CANDIDATE)]
    .map(({ 0: candidate, index }) => ({ url: withoutEnd(addressIn(candidate)), start: index }))
    .filter(({ url }) => URL.canParse(url))
    .map(({ url, start }) => ({ url, start, end: start + url.length }));
}

/** Removes the marks at the end that belong to the sentence, and brackets that were opened before the address. */
function withoutEnd(address: string): string {
  let url = address;
  for (;;) {
    const shorter = trimEnd(url, END_OF_SENTENCE).replace(/[)\]]$/, (closing) => {
      const opening = closing === ')' ? '(' : '[';
      return url.split(opening).length < url.split(closing).length ? '' : closing;
    });
    if (shorter === url) return url;
    url = shorter;
  }
}
