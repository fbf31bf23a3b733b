// The languages of the page, and which of them the user wants.
import { showTexts, type Dictionary } from './text.ts';

export type LanguageId = 'en' | 'zh' | 'ja';

export interface Language {
  id: LanguageId;
  /** In the language itself. */
  name: string;
  locale: string;
  /** Fetches its texts. English is written in the components and has none to fetch. */
  load: () => Promise<Dictionary | null>;
}

export const LANGUAGES: readonly Language[] = [
  { id: 'en', name: 'English', locale: 'en-GB', load: () => Promise.resolve(null) },
  { id: 'zh', name: '简体中文', locale: 'zh-CN', load: () => import('./zh.ts').then(({ zh }) => zh) },
  { id: 'ja', name: '日本語', locale: 'ja-JP', load: () => import('./ja.ts').then(({ ja }) => ja) },
];

export const isLanguageId = (value: unknown): value is LanguageId => LANGUAGES.some(({ id }) => id === value);

/** The first of the browser's languages that the page has; English if it has none of them. */
export function preferredLanguage(browserLanguages: readonly string[]): LanguageId {
  for (const tag of browserLanguages) {
    const id = tag.toLowerCase().split('-')[0];
    if (isLanguageId(id)) return id;
  }
  return 'en';
}

/** From then on `t` answers in this language. Rejects when its texts cannot be fetched: the language stays as it was. */
export async function showLanguage(id: LanguageId, isStillWanted: () => boolean): Promise<void> {
  const { locale, load } = LANGUAGES.find((language) => language.id === id)!;
  const dictionary = await load();
  if (isStillWanted()) showTexts(dictionary && { locale, dictionary });
}
