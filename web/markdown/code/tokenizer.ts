// Converts code to colored spans line by line, with shiki. Imported only when the page shows code in a supported
// language. Colors are custom properties, so that a change of theme needs no new tokens.
import { createHighlighterCore, type GrammarState, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { codeTheme } from './code-theme.ts';
import { grammarOf } from './grammars.ts';

/** Text in one color. */
export interface CodeSpan {
  text: string;
  /** A CSS color; null for the color of the surrounding text. */
  color: string | null;
}

/** The state after the previous lines, such as an open comment or string. */
export type LineState = GrammarState;

export interface ColoredLine {
  spans: CodeSpan[];
  state: LineState | undefined;
}

export type Tokenizer = (line: string, state: LineState | undefined) => ColoredLine;

const THEME = 'page';
const PLAIN = 'var(--code-foreground)';
/** A line longer than this, such as minified code, is not tokenized, because it would need too many spans. */
const LONGEST_LINE = 2000;

/** The time limit for one line, which may come from a hostile source. */
const LIMIT_MS = 500;
/** The number of retries for all lines of a block together. */
const MAX_RETRIES = 4;

const highlighter = createHighlighterCore({
  themes: [codeTheme(THEME)],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

/** `language` must be a result of `languageOf`. Rejects if its grammar cannot be fetched. */
export async function tokenizerOf(language: string): Promise<Tokenizer> {
  const shiki = await highlighter;
  await shiki.loadLanguage(await grammarOf(language));
  let retries = MAX_RETRIES;
  return (line, state) => {
    if (line.length > LONGEST_LINE) return { spans: [{ text: line, color: null }], state };
    const color = (): ThemedToken[][] =>
      shiki.codeToTokensBase(line, {
        lang: language,
        theme: THEME,
        tokenizeTimeLimit: LIMIT_MS,
        ...(state && { grammarState: state }),
      });
    let start = performance.now();
    let tokens = color();
    // At the limit, the rest of the line has one color. The first lines also compile the grammar, so a retry gets
    // further.
    for (; performance.now() - start >= LIMIT_MS && retries > 0; retries--) {
      start = performance.now();
      tokens = color();
    }
    return { spans: mergeSpans(tokens[0] ?? []), state: shiki.getLastGrammarState(tokens) };
  };
}

function mergeSpans(tokens: readonly ThemedToken[]): CodeSpan[] {
  const spans: CodeSpan[] = [];
  for (const { content, color = PLAIN } of tokens) {
    const last = spans.at(-1);
    const own = color === PLAIN ? null : color;
    // White space has no visible color, so it joins the span before it.
    if (last && (last.color === own || content.trim() === '')) last.text += content;
    else spans.push({ text: content, color: own });
  }
  return spans;
}
