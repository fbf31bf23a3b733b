// The rules of this page where marked's would lose or move what people write.
import { Tokenizer, type Lexer, type Tokens } from 'marked';
import { addressIn } from '../lib/format/address-end.ts';
import { EmphasisMasks } from './emphasis-mask.ts';
import { nestedFence } from './nested-fence.ts';
import { isTooLarge } from './open-block.ts';
import { pipesInCells } from './table-cells.ts';

/** The first two lines of a table. */
const TABLE_HEAD = /^([^\n]*)\n[ |:-]*-[ |:-]*(?:\n|$)/;

export class PageTokenizer extends Tokenizer {
  readonly #masks = new EmphasisMasks();
  /**
   * This tokenizer, for finding out how long a token is: it does not read what is inside. There is one, because marked
   * remembers for each tokenizer where the delimiters of a text are.
   */
  readonly #blind = Object.assign(Object.create(this) as this, {
    lexer: { inlineTokens: () => [] } as unknown as Lexer,
  });

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

  override fences(src: string): Tokens.Code | undefined {
    const nested = nestedFence(src);
    return nested ? { type: 'code', ...nested } : super.fences(src);
  }

  /** Only two tildes strike out: one is how people write "about" and ranges. */
  override del(src: string, maskedSrc: string, prevChar = ''): Tokens.Del | undefined {
    if (!src.startsWith('~~') || src.startsWith('~~~')) return undefined;
    const masked = this.#masks.of(src, maskedSrc, prevChar);
    if (!masked) return super.del(src, maskedSrc, prevChar);
    return this.#refill(super.del.call(this.#blind, ...masked), src);
  }

  override emStrong(src: string, maskedSrc: string, prevChar = ''): Tokens.Em | Tokens.Strong | undefined {
    if (!/^[*_]/.test(src)) return undefined;
    const masked = this.#masks.of(src, maskedSrc, prevChar);
    if (!masked) return super.emStrong(src, maskedSrc, prevChar);
    return this.#refill(super.emStrong.call(this.#blind, ...masked), src);
  }

  /** An address ends where the sentence around it goes on. */
  override url(src: string): Tokens.Link | undefined {
    const link = super.url(src);
    const address = addressIn(link?.raw ?? '');
    // The rest must still be an address.
    return address === link?.raw ? link : super.url(address);
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
