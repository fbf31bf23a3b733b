// Markdown that is still being written, as the top-level tokens of marked. A block that nothing can change any
// more keeps its token and is never lexed again: a long answer costs what its last block costs.
// It paints nothing, and the when (once a frame, or less often) is its caller's.
import { getDefaults, Lexer, Tokenizer, type Links, type Token, type Tokens } from 'marked';
import { withControlSigns } from '../lib/visible-text.ts';
import { OpenFence } from './open-fence.ts';
import { keepSame } from './same-tokens.ts';

export type Block = Token;

export class MarkdownBlocks {
  #source = '';
  #closed: Block[] = [];
  #closedLength = 0;
  #tail: Block[] = [];
  #links: Links = {};
  #fence: OpenFence | null = null;
  #blocks: readonly Block[] = [];

  /**
   * `text` is all of it so far. Where it goes on from what was given before, finished blocks stay the same objects,
   * and of the unfinished ones whatever did not change.
   */
  update(text: string): readonly Block[] {
    const source = readable(text);
    if (source === this.#source) return this.#blocks;
    if (!source.startsWith(this.#source)) this.#startOver();
    const grownBy = source.slice(this.#source.length);
    this.#source = source;
    if (!this.#extendFence(grownBy)) this.#lexTail();
    this.#blocks = [...this.#closed, ...this.#tail];
    return this.#blocks;
  }

  /** No more will come: `[name]: address` now also holds for the text before it. */
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
  }

  #lexTail(): void {
    const text = this.#source.slice(this.#closedLength);
    const lexer = newLexer();
    Object.assign(lexer.tokens.links, this.#links);
    const tokens: Token[] = lexer.lex(text);
    const kept = keepSame(this.#tail, tokens);
    const closed = kept.splice(0, countClosed(tokens, text));
    for (const block of closed) {
      this.#closed.push(block);
      this.#closedLength += block.raw.length;
    }
    if (closed.some(hasDefinition)) this.#links = lexer.tokens.links;
    this.#tail = kept;
    const isCode = kept.length === 1 && kept[0]!.type === 'code';
    this.#fence = isCode ? OpenFence.at(this.#closedLength, this.#source) : null;
  }

  /** False when what came is not just more code of an open fence. */
  #extendFence(grownBy: string): boolean {
    const block = this.#tail[0];
    const code = this.#fence?.code(this.#source);
    if (!block || code == null) return false;
    this.#tail = [{ ...block, raw: block.raw + grownBy, text: code }];
    return true;
  }
}

/** Raw HTML is text here: a tag in one block must not switch off links in all that follow, as marked would have it. */
class PlainTags extends Tokenizer {
  override tag(text: string): Tokens.Tag | undefined {
    const { inLink, inRawBlock } = this.lexer.state;
    const tag = super.tag(text);
    Object.assign(this.lexer.state, { inLink, inRawBlock });
    return tag && { ...tag, inLink, inRawBlock };
  }
}

function newLexer(): Lexer {
  return new Lexer({ ...getDefaults(), tokenizer: new PlainTags() });
}

/** A carriage return at the very end waits for the line feed that may follow. */
function readable(text: string): string {
  const plain = text.includes('\r') ? text.replace(/\r$/, '').replace(/\r\n?/g, '\n') : text;
  return withControlSigns(plain);
}

/**
 * How many of the tokens are final: those before the last one that begins with two whole lines. With these known
 * (a table is one by its second line), nothing that comes can make it a part of what stands before it.
 */
function countClosed(tokens: readonly Token[], text: string): number {
  let start = tokens.reduce((sum, { raw }) => sum + raw.length, 0);
  // Should marked ever leave characters out, the places below would be wrong.
  if (start !== text.length) return 0;
  for (let i = tokens.length - 1; i > 0; i--) {
    start -= tokens[i]!.raw.length;
    if (isBoundary(tokens, i, text.slice(start))) return i;
  }
  return 0;
}

/** `text` begins where token `i` begins. */
function isBoundary(tokens: readonly Token[], i: number, text: string): boolean {
  if (tokens[i]!.type === 'space' || text.split('\n', 3).length < 3) return false;
  // What may interrupt a paragraph depends on the paragraph: the two are lexed together.
  if (['paragraph', 'text'].includes(tokens[i - 1]!.type)) return false;
  // The title of a definition may stand on the lines after it.
  const before = tokens.slice(0, i).findLast(({ type }) => type !== 'space');
  return before?.type !== 'def' || !/^\s*["'(]/.test(text);
}

function hasDefinition(token: Token): boolean {
  if (token.type === 'def') return true;
  const { items, tokens } = token as { items?: Token[]; tokens?: Token[] };
  return (items ?? tokens ?? []).some(hasDefinition);
}
