// Code to coloured spans, by shiki, line after line. Imported only when the page shows code in a language that it
// knows; its colours are custom properties, so that a change of theme needs no new tokens.
import {
  createCssVariablesTheme,
  createHighlighterCore,
  type GrammarState,
  type ThemedToken,
} from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { grammarOf } from './grammars.ts';

/** A stretch of one colour. */
export interface CodeSpan {
  text: string;
  /** CSS; null is the colour of the text around it. */
  color: string | null;
}

/** What the lines before left open: a comment, a string. */
export type LineState = GrammarState;

export interface ColouredLine {
  spans: CodeSpan[];
  state: LineState | undefined;
}

export type Tokenizer = (line: string, state: LineState | undefined) => ColouredLine;

const THEME = 'page';
const PLAIN = 'var(--code-foreground)';
/** A line of minified code is not worth a hundred thousand spans. */
const LONGEST_LINE = 2000;

const highlighter = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

/** `language` as `languageOf` gives it. Rejects when its grammar could not be fetched. */
export async function tokenizerOf(language: string): Promise<Tokenizer> {
  const shiki = await highlighter;
  await shiki.loadLanguage(await grammarOf(language));
  return (line, state) => {
    if (line.length > LONGEST_LINE) return { spans: [{ text: line, color: null }], state };
    const tokens = shiki.codeToTokensBase(line, {
      lang: language,
      theme: THEME,
      ...(state && { grammarState: state }),
    });
    return { spans: merged(tokens[0] ?? []), state: shiki.getLastGrammarState(tokens) };
  };
}

function merged(tokens: readonly ThemedToken[]): CodeSpan[] {
  const spans: CodeSpan[] = [];
  for (const { content, color = PLAIN } of tokens) {
    const last = spans.at(-1);
    const own = color === PLAIN ? null : color;
    // White space has no colour, so it goes with what stands before it.
    if (last && (last.color === own || content.trim() === '')) last.text += content;
    else spans.push({ text: content, color: own });
  }
  return spans;
}
