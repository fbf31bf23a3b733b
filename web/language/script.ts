// Which language a text is written in, as far as its characters tell: browsers choose the shapes of Han characters by it.

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;
/** Enough to tell, and quick for a message of a megabyte. */
const MAX_READ = 2000;

/**
 * A value for the `lang` attribute; null when the characters do not tell. Han characters alone may be Chinese or
 * Japanese: `languages`, those of the user in their order, decide.
 */
export function languageOf(text: string, languages: readonly string[]): string | null {
  const start = text.slice(0, MAX_READ);
  if (KANA.test(start)) return 'ja';
  if (HANGUL.test(start)) return 'ko';
  if (!HAN.test(start)) return null;
  return languages.find((tag) => /^(zh|ja|ko)\b/i.test(tag)) ?? 'zh';
}
