// A lexer for texts that nobody wrote by hand: what is nested too deeply, or has too many beginnings of markup without an
// end, is shown as it is written. Otherwise 200 characters could exceed the stack, and some kilobytes block the page.
import { Lexer, type Token, type TokensList } from 'marked';

/** Quotes in lists in quotes: the page draws 100 levels, and the lexer reads 300 (Chromium 153). */
const MAX_DEPTH = 40;
/** Beginnings of markup times characters: marked looks for the end of each in the rest of its paragraph. */
const MAX_SEARCH = 10_000_000;
const BEGINNING = /[*_~[<@$]+|\\\(/g;

export class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#depth >= MAX_DEPTH) return [...tokens, plainText(src)];
    return this.#deeper(() => super.blockTokens(src, tokens, lastParagraphClipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const isTooMuch = src.length > 1000 && src.length * (src.match(BEGINNING)?.length ?? 0) > MAX_SEARCH;
    if (!isTooMuch && this.#depth < MAX_DEPTH) return this.#deeper(() => super.inlineTokens(src, tokens));
    tokens.push(plainText(src));
    return tokens;
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

function plainText(src: string): Token {
  return { type: 'text', raw: src, text: src, escaped: false };
}
