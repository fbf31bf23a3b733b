// The languages of the page, and which of them the user wants.
import type { Texts } from './all-texts.ts';
import { awaitTexts, showTexts, type Dictionary } from './text.ts';

export type LanguageId = 'en' | 'zh' | 'ja';

export interface Language {
  id: LanguageId;
  /** In the language itself. */
  name: string;
  locale: string;
  /** Fetches its texts; null for English, whose texts are in the components. */
  load: () => Promise<Texts | null>;
  /** Fetches only the texts that the first paint may show. */
  loadFirst: () => Promise<Partial<Dictionary> | null>;
}

const loadAll = async (id: 'zh' | 'ja'): Promise<Texts> => (await import('./all-texts.ts')).ALL_TEXTS[id]();

export const LANGUAGES: readonly Language[] = [
  {
    id: 'en',
    name: 'English',
    locale: 'en-GB',
    load: () => Promise.resolve(null),
    loadFirst: () => Promise.resolve(null),
  },
  {
    id: 'zh',
    name: '简体中文',
    locale: 'zh-CN',
    load: () => loadAll('zh'),
    loadFirst: () =>
      import('./zh-first.json', { with: { type: 'json' } }).then(({ default: first }) => first),
  },
  {
    id: 'ja',
    name: '日本語',
    locale: 'ja-JP',
    load: () => loadAll('ja'),
    loadFirst: () =>
      import('./ja-first.json', { with: { type: 'json' } }).then(({ default: first }) => first),
  },
];

export const isLanguageId = (value: unknown): value is LanguageId => LANGUAGES.some(({ id }) => id === value);

/** Returns the first of the browser's languages that the page has, or English if it has none of them. */
export function preferredLanguage(browserLanguages: readonly string[]): LanguageId {
  for (const tag of browserLanguages) {
    const id = tag.toLowerCase().split('-')[0];
    if (isLanguageId(id)) return id;
  }
  return 'en';
}

/** Makes `t` return texts in this language. Rejects, and keeps the old language, if the texts cannot be fetched. */
export async function showLanguage(id: LanguageId, isCurrent: () => boolean): Promise<void> {
  const { locale, load } = LANGUAGES.find((language) => language.id === id)!;
  const texts = await load();
  if (isCurrent()) showTexts(texts && { locale, ...texts });
}

/**
 * Does the same for the first paint, which waits only for the texts that it may show. `onfailure` gets the reason if
 * the others could not be fetched, in which case those stay in English.
 */
export async function beginInLanguage(
  id: LanguageId,
  isCurrent: () => boolean,
  onfailure: (error: unknown) => void,
): Promise<void> {
  const { locale, loadFirst } = LANGUAGES.find((language) => language.id === id)!;
  const dictionary = await loadFirst();
  if (!dictionary || !isCurrent()) return;
  showTexts({ locale, dictionary });
  awaitTexts(showLanguage(id, isCurrent).catch(onfailure));
}
