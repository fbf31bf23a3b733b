import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preferredLanguage } from './languages.ts';
import { ja } from './ja.ts';
import { langOf, languageOf } from './script.ts';
import { number, piecesOf, plural, showTexts, t, translate, type Dictionary, type Text } from './text.ts';
import { zh } from './zh.ts';

/** A dictionary with these entries; the others stay in English. */
const withEntries = (entries: Record<string, string>): Dictionary => ({ ...zh, ...entries });
const show = (entries: Record<string, string>) =>
  showTexts({ locale: 'de-DE', dictionary: withEntries(entries) });
/** As if it were in the dictionary. */
const text = (english: string) => english as 'Language';

afterEach(() => showTexts(null));

test('a text is shown in English until another language is chosen, and in English again afterwards', () => {
  assert.equal(t('Language'), 'Language');
  show({ Language: 'Sprache' });
  assert.equal(t('Language'), 'Sprache');
  showTexts(null);
  assert.equal(t('Language'), 'Language');
});

test('values fill the holes of a text, with numbers as the language writes them', () => {
  const of = (values: Record<string, string | number>) =>
    (t as (text: string, values: object) => string)('{a} of {b}', values);
  assert.equal(of({ a: 1, b: 'two {a}' }), '1 of two {a}');
  show({ '{a} of {b}': '{b}, davon {a}' });
  assert.equal(of({ a: 1234, b: 5000 }), '5.000, davon 1.234');
  assert.equal(number(1234567), '1.234.567');
});

test('a count chooses the singular in English, and is filled in', () => {
  const files = (count: number) => plural(count, ['{count} file', text('{count} files')]);
  assert.deepEqual([0, 1, 2, 1000].map(files), ['0 files', '1 file', '2 files', '1,000 files']);
  show({ '{count} files': '文件：{count}' });
  assert.equal(files(1), '文件：1');
});

test('a note that distinguishes two meanings of a text is not shown in English, in no count either', () => {
  assert.equal(t(text('Open##adjective')), 'Open');
  const ended = (count: number) => plural(count, ['{count} ended##run', text('{count} ended##runs')]);
  assert.deepEqual([1, 2].map(ended), ['1 ended', '2 ended']);
  show({ 'Open##adjective': 'offen', Open: 'öffnen' });
  assert.equal(t(text('Open##adjective')), 'offen');
});

test('a text from elsewhere stays as it is when no dictionary has it', () => {
  show({ Language: 'Sprache' });
  assert.equal(translate('Language'), 'Sprache');
  assert.equal(translate('what an extension says'), 'what an extension says');
});

test('the pieces of a text alternate with the names of its holes', () => {
  assert.deepEqual(piecesOf(text('Press {key} to leave')), ['Press ', 'key', ' to leave']);
  assert.deepEqual(piecesOf('Language'), ['Language']);
});

test("the first of the browser's languages that the page has is used", () => {
  assert.equal(preferredLanguage(['de-DE', 'ja-JP', 'zh']), 'ja');
  assert.equal(preferredLanguage(['zh-TW']), 'zh');
  assert.equal(preferredLanguage(['de']), 'en');
});

test('the characters tell the language, and the user decides what Han characters alone are', () => {
  assert.equal(languageOf('plain English', ['ja']), null);
  assert.equal(languageOf('漢字かな', ['zh']), 'ja');
  assert.equal(languageOf('한국어 漢字', []), 'ko');
  assert.equal(languageOf('汉字', []), 'zh');
  // Words of another language do not decide.
  const chinese = '请点击对话框里的「キャンセル」按钮，然后直接复核门户网站的设置。骨、角、海、直。';
  assert.equal(languageOf(chinese, ['zh']), 'zh');
  assert.equal(languageOf('日语的「ありがとう」是谢谢的意思', ['zh']), 'zh');
  assert.equal(languageOf('请点击キャンセル按钮，然后复核门户网站的设置', ['zh']), 'zh');
  assert.equal(languageOf('설정에서 設定을 누르세요', ['zh']), 'ko');
  assert.equal(languageOf('設定画面の変更', ['zh']), 'ja');
  assert.equal(languageOf('キャンセル', ['zh']), 'ja');
  assert.equal(languageOf('「重要」', ['zh']), 'zh');
  assert.equal(languageOf('漢字', ['en', 'ja-JP', 'zh']), 'ja-JP');
});

test('Han characters alone are in the language of the page, whatever the browser prefers', () => {
  showTexts({ locale: 'ja-JP', dictionary: withEntries({}) });
  assert.deepEqual(['漢字', '汉字かな', 'English'].map(langOf), ['ja-JP', 'ja', undefined]);
  showTexts({ locale: 'zh-CN', dictionary: withEntries({}) });
  assert.equal(langOf('漢字'), 'zh-CN');
});

const holesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

for (const [name, dictionary] of Object.entries({ zh, ja }))
  test(`every text in ${name} has the holes of the English one, and is not empty`, () => {
    const wrong = (Object.keys(dictionary) as Text[]).filter(
      (text) =>
        !dictionary[text] || holesOf(dictionary[text]).join() !== [...new Set(holesOf(text))].sort().join(),
    );
    assert.deepEqual(wrong, []);
  });

test('every text of the dictionaries is used by the page', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = globSync('{web,shared,server}/**/*.{ts,svelte}', {
    cwd: root,
    exclude: (name) => name.endsWith('language') || name.endsWith('.test.ts'),
  })
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('\n')
    // A text may contain the quote that it is written in.
    .replaceAll(/\\(['"`])/g, '$1');
  assert.deepEqual(
    Object.keys(zh).filter(
      (text) => !["'", '"', '`'].some((quote) => sources.includes(quote + text + quote)),
    ),
    [],
  );
});

test('no text is in two files of a language', () => {
  const folder = fileURLToPath(new URL('zh/', import.meta.url));
  const seen = globSync('!(sentences).ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(folder + file, 'utf8').matchAll(/^ {2}(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|(\w+)):/gm)].map(
      ([, single, double, bare]) => single ?? double ?? bare,
    ),
  );
  assert.deepEqual(
    seen.filter((text, index) => seen.indexOf(text) !== index),
    [],
  );
});
