// Chooses the language of the demo: that of the message if it can be recognized, otherwise that of the system.
import { en, type Texts } from './en.ts';
import { ja } from './ja.ts';
import { zh } from './zh.ts';

export type PlotName = keyof Texts['words'];

const LANGUAGES: readonly Texts[] = [en, zh, ja];

/** The language of the system, by LC_ALL, LC_MESSAGES or LANG, in this order. */
export function systemTexts(env: NodeJS.ProcessEnv = process.env): Texts {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return locale.startsWith('zh') ? zh : locale.startsWith('ja') ? ja : en;
}

/**
 * Returns the first word of a plot in a text, and its language. Words in Latin letters must be whole words, and belong
 * to no language.
 */
export function plotWordIn(text: string): { name: PlotName; texts: Texts | null } | undefined {
  const found = LANGUAGES.flatMap((texts) =>
    Object.entries(texts.words).map(([name, word]) => ({
      name: name as PlotName,
      texts: texts === en ? null : texts,
      at: texts === en ? text.search(new RegExp(`(?<![a-z])${word}(?![a-z])`, 'i')) : text.indexOf(word),
    })),
  );
  return found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
}

/** Han characters alone may be Chinese or Japanese, so the system's language decides. */
export function textsOf(message: string, system: Texts): Texts {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(message)) return ja;
  return system === en && /\p{Script=Han}/u.test(message) ? zh : system;
}
