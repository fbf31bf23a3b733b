// Syntax that marked does not support: math, footnotes, and a few inline tags that readers expect to work. Each becomes
// a token, so a growing text reuses it like any other token.
import type { Lexer, MarkedOptions, Token, Tokens } from 'marked';

/** `tex` is the source between the delimiters. */
export interface MathToken extends Tokens.Generic {
  type: 'math';
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export interface FootnoteRef extends Tokens.Generic {
  type: 'footnoteRef';
  raw: string;
  label: string;
}

/** The text of a footnote. */
export interface Footnote extends Tokens.Generic {
  type: 'footnote';
  raw: string;
  label: string;
  tokens: Token[];
}

/** Text inside `<kbd>`, `<sub>`, `<sup>` or `<mark>`. */
export interface TaggedToken extends Tokens.Generic {
  type: 'tagged';
  raw: string;
  tag: 'kbd' | 'sub' | 'sup' | 'mark';
  tokens: Token[];
}

export type ExtraToken = MathToken | FootnoteRef | Footnote | TaggedToken;

interface Context {
  lexer: Lexer;
}

/**
 * Follows Pandoc's rules, so `$5 and $10` is not math. Text that is typical of shells, templates and programs is not math
 * either: `$(`, `${`, `$.get`, `$/mo`, quotes, backticks, and a number with words anywhere after it, which is a price.
 */
const INLINE_MATH =
  /^\$(?![\s$({]|[./]\w|[\d.,]+[^$\\{}\n]*(?:[\s(][a-zA-Z]{2}|(?![\p{sc=Latn}\p{sc=Grek}])\p{L}))((?:\\[^\n]|[^\\$\n"`])*?[^\s\\$"`])\$(?![\w({]|[./]\w)|^\\\((.+?)\\\)/u;
/** A dollar after such a character ends something (`100$`, `^$`) or belongs to a program. CJK has no spaces around math. */
const NOT_BEFORE_MATH = /[\p{L}\p{N}$^\\/|.#@&%](?<![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])$/u;
const DISPLAY_MATH = /^ {0,3}(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/;
const FOOTNOTE_REF = /^\[\^([^\]\s]{1,64})\](?!:)/;
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]{1,64})\]:[ \t]*([^\n]*(?:\n(?: {2,}|\t)[^\n]+)*)(?:\n|$)/;
const TAGGED = /^<(kbd|sub|sup|mark)>([^<\n]{1,400})<\/\1>/;

export const EXTRA_SYNTAX: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [displayMath, footnote],
  inline: [inlineMath, footnoteRef, parseTagged],
  startBlock: [(src: string): number | undefined => indexOf(src, /\n {0,3}(?:\$\$|\\\[|\[\^)/)],
  startInline: [(src: string): number | undefined => indexOf(src, /\$|\\\(|\[\^|<(?:kbd|sub|sup|mark)>/)],
};

function displayMath(this: Context, src: string): MathToken | undefined {
  const found = DISPLAY_MATH.exec(src);
  if (!found) return undefined;
  return { type: 'math', raw: found[0], tex: (found[1] ?? found[2] ?? '').trim(), isDisplay: true };
}

function inlineMath(this: Context, src: string, before: readonly Token[]): MathToken | undefined {
  const found = INLINE_MATH.exec(src);
  if (!found || (src.startsWith('$') && NOT_BEFORE_MATH.test(before.at(-1)?.raw.slice(-2) ?? '')))
    return undefined;
  return { type: 'math', raw: found[0], tex: (found[1] ?? found[2] ?? '').trim(), isDisplay: false };
}

function footnoteRef(this: Context, src: string): FootnoteRef | undefined {
  const found = FOOTNOTE_REF.exec(src);
  return found ? { type: 'footnoteRef', raw: found[0], label: found[1]! } : undefined;
}

function footnote(this: Context, src: string): Footnote | undefined {
  const found = FOOTNOTE.exec(src);
  if (!found) return undefined;
  const text = found[2]!.replace(/\n[ \t]+/g, '\n');
  return { type: 'footnote', raw: found[0], label: found[1]!, tokens: this.lexer.inlineTokens(text) };
}

function parseTagged(this: Context, src: string): TaggedToken | undefined {
  const found = TAGGED.exec(src);
  if (!found) return undefined;
  const tag = found[1] as TaggedToken['tag'];
  return { type: 'tagged', raw: found[0], tag, tokens: this.lexer.inlineTokens(found[2]!) };
}

function indexOf(src: string, pattern: RegExp): number | undefined {
  const at = src.search(pattern);
  return at === -1 ? undefined : at;
}
