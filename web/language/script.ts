// Guesses the language of a text from its characters, because browsers choose the shapes of Han characters by the
// language.
import { locale } from './text.ts';

const HIRAGANA = /\p{Script=Hiragana}/gu;
const KATAKANA = /\p{Script=Katakana}/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const HAN = /\p{Script=Han}/gu;
const CJK = /^(zh|ja|ko)\b/i;
/** Words that are quoted, or named in code, may be of another language than the sentence. */
const QUOTED = /「[^」]*」|『[^』]*』|“[^”]*”|"[^"\n]*"|`[^`\n]*`/g;
/** How many characters are read. These are enough to tell, and are read quickly even in a message of a megabyte. */
const MAX_READ = 2000;

/**
 * Returns a value for the `lang` attribute, or null if the characters do not tell. Han characters alone may be Chinese
 * or Japanese. In that case `languages`, the user's languages in order, decide.
 */
export function languageOf(text: string, languages: readonly string[]): string | null {
  const start = text.slice(0, MAX_READ);
  const outside = start.replace(QUOTED, ' ');
  const counts = countScripts(outside) ?? countScripts(start);
  if (!counts) return null;
  const { han, hiragana, katakana, hangul } = counts;
  if (hangul > han + hiragana + katakana) return 'ko';
  // No Japanese sentence is without hiragana, but a short label may have katakana only.
  if (hiragana * 10 >= han && hiragana > 0) return 'ja';
  if (katakana > han) return 'ja';
  if (han === 0) return 'ko';
  return languages.find((tag) => CJK.test(tag)) ?? 'zh';
}

type Scripts = Record<'han' | 'hiragana' | 'katakana' | 'hangul', number>;

/** Returns how many characters of each script a text has; null if none. */
function countScripts(text: string): Scripts | null {
  const count = (script: RegExp): number => text.match(script)?.length ?? 0;
  const counts = {
    han: count(HAN),
    hiragana: count(HIRAGANA),
    katakana: count(KATAKANA),
    hangul: count(HANGUL),
  };
  return Object.values(counts).some(Boolean) ? counts : null;
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
