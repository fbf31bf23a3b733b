// Guesses the language of a text from its characters, because browsers choose the shapes of Han characters by the
// language.
import { locale } from './text.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;
const CJK = /^(zh|ja|ko)\b/i;
/** How many characters are read. These are enough to tell, and are read quickly even in a message of a megabyte. */
const MAX_READ = 2000;

/**
 * Returns a value for the `lang` attribute, or null if the characters do not tell. Han characters alone may be Chinese
 * or Japanese. In that case `languages`, the user's languages in order, decide.
 */
export function languageOf(text: string, languages: readonly string[]): string | null {
  const start = text.slice(0, MAX_READ);
  if (KANA.test(start)) return 'ja';
  if (HANGUL.test(start)) return 'ko';
  if (!HAN.test(start)) return null;
  return languages.find((tag) => CJK.test(tag)) ?? 'zh';
}

/** The page's language, then the browser's languages. */
const userLanguages = (): readonly string[] => [locale(), ...navigator.languages];

/** Returns a value for the `lang` attribute of an element with a text that somebody wrote. */
export function langOf(text: string): string | undefined {
  return languageOf(text, userLanguages()) ?? undefined;
}

/** Whether the user reads Chinese, Japanese or Korean. */
export function readsCjk(): boolean {
  return userLanguages().some((tag) => CJK.test(tag));
}
