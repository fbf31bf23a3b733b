// The rules of this page where marked's would lose or move what people write.
import { Tokenizer, type Lexer, type Tokens } from 'marked';
import { hasCjk, maskPunctuation } from './cjk-emphasis.ts';
import { isTooLarge } from './open-block.ts';
import { pipesInCells } from './table-cells.ts';

/** The first two lines of a table. */
const TABLE_HEAD = /^([^\n]*)\n[ |:-]*-[ |:-]*(?:\n|$)/;
/** Where an address ends although no space follows: punctuation of CJK, which no address has unescaped. */
const AFTER_ADDRESS = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’…]/u;
const END_OF_SENTENCE = /[?!.,:;*_'"~]+$/;
const MARKDOWN_FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(?:markdown|md|mdx)[ \t]*\n/i;
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})[ \t]*(\S*)[^\n]*$/;

export class PageTokenizer extends Tokenizer {
  /** Raw HTML is plain text here, so a tag does not disable the links after it, as it does in marked. */
  override tag(src: string): Tokens.Tag | undefined {
    const { inLink, inRawBlock } = this.lexer.state;
    const tag = super.tag(src);
    Object.assign(this.lexer.state, { inLink, inRawBlock });
    return tag && { ...tag, inLink, inRawBlock };
  }

  /** A table that is too large stays text. Pipes in code do not end a cell, and no cell of a long row is dropped. */
  override table(src: string): Tokens.Table | undefined {
    const head = TABLE_HEAD.exec(src)?.[1];
    if (head === undefined) return undefined;
    const end = src.search(/\n[ \t]*\n/);
    const source = end === -1 ? src : src.slice(0, end + 1);
    const lines = source.split('\n');
    if (isTooLarge(head.split('|').length, lines.length)) return undefined;
    const escaped = pipesInCells(lines);
    const table = super.table(escaped.join('\n'));
    if (!table) return undefined;
    const count = table.raw.split('\n').length;
    const raw = lines.slice(0, count).join('\n');
    // marked leaves the line feeds after a table to the next token, except for one.
    return { ...table, raw: src.startsWith(raw) ? raw : table.raw };
  }

  /** A file of Markdown may have fences of its own: the outer one ends where its inner ones are closed. */
  override fences(src: string): Tokens.Code | undefined {
    const opening = MARKDOWN_FENCE.exec(src);
    const end = opening ? endOfNested(src, opening[1]!) : undefined;
    if (end === undefined) return super.fences(src);
    // marked reads a fence that is longer than all inside as one block.
    const lines = src.slice(0, end).split('\n');
    const last = lines.findLastIndex((line) => line.trim() !== '');
    const raw = lines.slice(0, last + 1).join('\n');
    const text = lines.slice(1, last).join('\n');
    return { type: 'code', raw, lang: /[a-z]+/i.exec(opening![0])![0], text };
  }

  /** Only two tildes strike out: one is how people write "about" and ranges. */
  override del(src: string, maskedSrc: string, prevChar = ''): Tokens.Del | undefined {
    if (!src.startsWith('~~') || src.startsWith('~~~')) return undefined;
    if (!hasCjk(maskedSrc)) return super.del(src, maskedSrc, prevChar);
    return this.#refill(super.del.call(this.#blind(), ...masked(src, maskedSrc, prevChar)), src);
  }

  override emStrong(src: string, maskedSrc: string, prevChar = ''): Tokens.Em | Tokens.Strong | undefined {
    if (!hasCjk(maskedSrc)) return super.emStrong(src, maskedSrc, prevChar);
    return this.#refill(super.emStrong.call(this.#blind(), ...masked(src, maskedSrc, prevChar)), src);
  }

  /** An address ends before CJK punctuation, and without the delimiters of emphasis and the marks before that. */
  override url(src: string): Tokens.Link | undefined {
    const link = super.url(src);
    const [address = ''] = link?.raw.split(AFTER_ADDRESS, 1) ?? [];
    if (address === link?.raw) return link;
    // The rest must still be an address.
    return super.url(address.replace(END_OF_SENTENCE, ''));
  }

  /** This tokenizer, for finding out how long a token is: it does not read what is inside. */
  #blind(): this {
    const lexer = { inlineTokens: () => [] } as unknown as Lexer;
    return Object.assign(Object.create(this) as this, { lexer });
  }

  /** Makes a token that was found in a masked text one of the text itself. */
  #refill<T extends Tokens.Em | Tokens.Strong | Tokens.Del>(
    found: T | undefined,
    src: string,
  ): T | undefined {
    if (!found) return undefined;
    const raw = src.slice(0, found.raw.length);
    const delimiter = (found.raw.length - found.text.length) / 2;
    const text = raw.slice(delimiter, -delimiter);
    return { ...found, raw, text, tokens: this.lexer.inlineTokens(text) };
  }
}

function masked(src: string, maskedSrc: string, prevChar: string): [string, string, string] {
  return [maskPunctuation(src, prevChar), maskPunctuation(maskedSrc), maskPunctuation(prevChar)];
}

/**
 * Returns where the outer fence ends if there are fences with a language inside and all of them are closed; undefined
 * if CommonMark's rule applies.
 */
function endOfNested(src: string, outer: string): number | undefined {
  const open = [outer];
  let isNested = false;
  let end = src.indexOf('\n') + 1;
  while (end < src.length) {
    const lineEnd = src.indexOf('\n', end);
    const next = lineEnd === -1 ? src.length : lineEnd + 1;
    const [, fence, info] = FENCE_LINE.exec(src.slice(end, lineEnd === -1 ? undefined : lineEnd)) ?? [];
    end = next;
    if (fence === undefined) continue;
    if (info) {
      open.push(fence);
      isNested = true;
    } else if (fence.startsWith(open.at(-1)!)) open.pop();
    if (open.length === 0) return isNested ? end : undefined;
  }
  return undefined;
}
