// The texts of the page in the language of the user. The English text is the key of a translation: components call
// `t('New session')`, and the dictionary of another language has an entry of that name. Import `Text` for a table that
// holds texts to be shown later.
// To add a text: write `t('...')`, then add it to a file in zh/ and to the file of the same name in ja/. The compiler
// names a text that either of them lacks. A test names a text that the first paint may show and zh-first.json lacks.
// When the user switches the language, the page is created again, so a component may keep a translated text for as long
// as it lives. Anything that lives longer (tables, modules) keeps the English text and translates it when it is shown.
import type { TranslateSentence } from './sentences.ts';
import type { zh } from './zh.ts';

/** Every text of the page, in English. A part after `##` tells two meanings apart and is not shown. */
export type Text = keyof typeof zh;
export type Dictionary = Record<Text, string>;

/** The names in braces: `'{count} of {total}'` has two. */
type HolesOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | HolesOf<Rest>
  : never;
type Value = string | number;
/** A text of a table, of which only the type `Text` is known, has no holes. */
type Values<T extends string> = Text extends T
  ? []
  : [HolesOf<T>] extends [never]
    ? []
    : [values: Record<HolesOf<T>, Value>];
/** `count` is filled in by `plural`. */
type OtherValues<T extends string> = [Exclude<HolesOf<T>, 'count'>] extends [never]
  ? []
  : [values: Record<Exclude<HolesOf<T>, 'count'>, Value>];

interface Shown {
  /** BCP 47, for `Intl` and `lang`. */
  locale: string;
  /** Null in English. Until the others have arrived, only the texts of the first paint. */
  dictionary: Partial<Dictionary> | null;
  translateSentence?: TranslateSentence;
}

const ENGLISH: Shown = { locale: 'en-GB', dictionary: null };
let shown = ENGLISH;

/** Sets the texts; null for English. Only for web/language/languages.ts, and for tests. */
export function showTexts(other: Shown | null): void {
  shown = other ?? ENGLISH;
}

let others: Promise<void> | null = null;

/**
 * Resolves when all texts are there, including those that the first paint does not need. Code that is fetched for later
 * waits for this.
 */
export const allTexts = (): Promise<void> => others ?? Promise.resolve();

/** Only for web/language/languages.ts. `arrival` never rejects. */
export function awaitTexts(arrival: Promise<void>): void {
  others = arrival;
}

/** The locale of numbers, dates and lists. */
export const locale = (): string => shown.locale;

/** Returns a text of the page, with its holes filled in. Numbers are formatted. */
export function t<T extends Text>(text: T, ...[values]: Values<T>): string {
  return fill(lookUp(text), values);
}

/**
 * Returns a text for a count. `one` is for a count that is singular in English. `{count}` is filled in; there may be
 * further holes.
 */
export function plural<T extends Text>(
  count: number,
  [one, other]: readonly [one: string, other: T],
  ...[values]: OtherValues<T>
): string {
  const text = count === 1 && !shown.dictionary ? withoutMeaning(one) : lookUp(other);
  return fill(text, { ...(values as Record<string, Value> | undefined), count });
}

/**
 * Returns the translation of a text that may come from elsewhere, such as from the server or an extension. If the
 * dictionary does not have the text, it stays as it is.
 */
export function translate(text: string): string {
  return (
    (shown.dictionary as Record<string, string> | null)?.[text] ??
    shown.translateSentence?.(text, translate) ??
    text
  );
}

/** Returns the pieces of a text, for Phrase.svelte. Every second piece is the name of a hole. */
export function piecesOf(text: Text): string[] {
  return lookUp(text).split(/\{(\w+)\}/);
}

/** Formats a number: `1,234`. */
export function number(value: number): string {
  return value.toLocaleString(shown.locale);
}

const withoutMeaning = (text: string): string => text.replace(/##.*/s, '');

function lookUp(text: Text): string {
  return shown.dictionary?.[text] ?? withoutMeaning(text);
}

function fill(text: string, values: Record<string, Value> | undefined): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : (value ?? hole);
  });
}
