// The words of the page in the language of a visit.

/** Returns a text of the page, given in English. `values` fill its holes. */
export type Say = (english: string, values?: Readonly<Record<string, string | number>>) => string;

const DICTIONARIES: Readonly<Record<string, string>> = { 'zh-CN': 'zh', 'ja-JP': 'ja' };

export async function wordsOf(locale: string): Promise<Say> {
  const language = DICTIONARIES[locale];
  const texts = language === undefined ? null : await dictionaryOf(language);
  return (english, values = {}) => {
    const text = texts ? texts[english] : english.replace(/##.*$/, '');
    if (text === undefined) throw new Error(`${locale} has no text for “${english}”`);
    return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
  };
}

async function dictionaryOf(language: string): Promise<Record<string, string>> {
  const file = new URL(`../../web/language/${language}.ts`, import.meta.url);
  const texts = (await import(file.href)) as Record<string, Record<string, string>>;
  return texts[language]!;
}
