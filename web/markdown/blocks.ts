// Lexes Markdown into marked's top-level tokens while it is still being streamed. A closed block keeps its token and is
// not lexed again, so updating a long answer costs only as much as lexing its last blocks. The caller decides when to
// update.
import type { Lexer } from 'marked';
import { getDefaults, type Links, type Token } from 'marked';
import { withProseSigns } from '../lib/format/order-signs.ts';
import { EXTRA_SYNTAX } from './extra-syntax.ts';
import { openBlock, type OpenBlock } from './open-block.ts';
import { changesFences } from './nested-fence.ts';
import { OpenFence } from './open-fence.ts';
import { reuseTokens } from './same-tokens.ts';
import { BoundedLexer } from './bounded-lexer.ts';
import { PageTokenizer } from './page-tokenizer.ts';

export type Block = Token;

export class MarkdownBlocks {
  #source = '';
  #closed: Block[] = [];
  #closedLength = 0;
  #tail: Block[] = [];
  #links: Links = {};
  #fence: OpenFence | null = null;
  #openBlock: OpenBlock | null = null;
  #blocks: readonly Block[] = [];

  /**
   * `text` is the whole text so far. If it continues the previous text, closed blocks, and the unchanged parts of open
   * ones, keep their object identity.
   */
  update(text: string): readonly Block[] {
    const source = normalizeText(text);
    if (source === this.#source) return this.#blocks;
    if (!source.startsWith(this.#source)) this.#startOver();
    const addedText = source.slice(this.#source.length);
    const mustReread = changesFences(source, this.#source.length);
    if (mustReread) {
      this.#startOver();
      this.#tail = [...this.#blocks];
    }
    this.#source = source;
    if (mustReread || !this.#extendFence(addedText)) this.#lexTail();
    this.#blocks = [...this.#closed, ...this.#tail];
    return this.#blocks;
  }

  /** Must be called when the text is complete. It also applies link definitions to the text before them. */
  settle(text: string): readonly Block[] {
    this.update(text.endsWith('\r') ? `${text}\n` : text);
    if (!this.#blocks.some(hasDefinition)) return this.#blocks;
    const before = this.#blocks.map((block) => JSON.stringify(block));
    const whole = newLexer().lex(this.#source);
    this.#blocks = whole.map((block, i) => (before[i] === JSON.stringify(block) ? this.#blocks[i]! : block));
    return this.#blocks;
  }

  #startOver(): void {
    this.#source = '';
    this.#closed = [];
    this.#closedLength = 0;
    this.#tail = [];
    this.#links = {};
    this.#fence = null;
    this.#openBlock = null;
  }

  #lexTail(): void {
    const text = this.#source.slice(this.#closedLength);
    const { tokens, links } = this.#lexOpenBlock(text) ?? this.#lex(text);
    const kept = reuseTokens(this.#tail, tokens);
    const closed = kept.splice(0, countClosed(tokens, text));
    for (const block of closed) {
      this.#closed.push(block);
      this.#closedLength += block.raw.length;
    }
    if (closed.some(hasDefinition)) this.#links = links;
    this.#tail = kept;
    const isCode = kept.length === 1 && kept[0]!.type === 'code';
    this.#fence = isCode ? OpenFence.at(this.#closedLength, this.#source) : null;
    this.#openBlock = openBlock(kept, this.#source.slice(this.#closedLength));
  }

  #lex(text: string): { tokens: Token[]; links: Links } {
    const lexer = newLexer();
    Object.assign(lexer.tokens.links, this.#links);
    return { tokens: lexer.lex(text), links: lexer.tokens.links };
  }

  /** Null if the text does not end in a long list or table, or did not continue it. */
  #lexOpenBlock(text: string): { tokens: Token[]; links: Links } | null {
    const open = this.#openBlock;
    if (!open) return null;
    const { tokens, links } = this.#lex(open.rest(text));
    const joined = open.join(tokens, text);
    return joined && { tokens: joined, links };
  }

  /** Extends an open fence if the new text only adds code to it. Returns whether it did. */
  #extendFence(addedText: string): boolean {
    const block = this.#tail[0];
    const code = this.#fence?.code(this.#source);
    if (!block || code == null) return false;
    this.#tail = [{ ...block, raw: block.raw + addedText, text: code }];
    return true;
  }
}

function newLexer(): Lexer {
  return new BoundedLexer({ ...getDefaults(), tokenizer: new PageTokenizer(), extensions: EXTRA_SYNTAX });
}

/**
 * Normalizes line endings and makes control characters visible. A carriage return at the very end is left out, because
 * a line feed may follow.
 */
function normalizeText(text: string): string {
  const plain = text.includes('\r') ? text.replace(/\r$/, '').replace(/\r\n?/g, '\n') : text;
  return withProseSigns(plain);
}

/**
 * Returns how many tokens can no longer change. These are the tokens before the last boundary, which is a token from
 * whose start at least two complete lines follow. It takes two lines because a table is recognized by its second one.
 * `isBoundary` has the exceptions.
 */
function countClosed(tokens: readonly Token[], text: string): number {
  let start = tokens.reduce((sum, { raw }) => sum + raw.length, 0);
  // If marked ever omits characters, the positions below are wrong, so no token counts as closed.
  if (start !== text.length) return 0;
  for (let i = tokens.length - 1; i > 0; i--) {
    start -= tokens[i]!.raw.length;
    if (isBoundary(tokens, i, text.slice(start))) return i;
  }
  return 0;
}

/** Whether token `i` is a boundary. `text` is the source from the start of the token to the end. */
function isBoundary(tokens: readonly Token[], i: number, text: string): boolean {
  if (tokens[i]!.type === 'space' || text.split('\n', 3).length < 3) return false;
  // Not every block can interrupt every paragraph, so a block right after a paragraph is lexed with it.
  if (['paragraph', 'text'].includes(tokens[i - 1]!.type)) return false;
  // The title of a definition may follow on the next line.
  const before = tokens.slice(0, i).findLast(({ type }) => type !== 'space');
  return before?.type !== 'def' || !/^\s*["'(]/.test(text);
}

function hasDefinition(token: Token): boolean {
  if (token.type === 'def') return true;
  const { items, tokens } = token as { items?: Token[]; tokens?: Token[] };
  return (items ?? tokens ?? []).some(hasDefinition);
}
