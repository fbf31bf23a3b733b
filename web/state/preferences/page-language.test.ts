// The language of the page.
import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import { t as text } from '../../language/text.ts';
import { LANGUAGES } from '../../language/languages.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { PageLanguage } from './page-language.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

function open(t: TestContext, ...languages: string[]) {
  const documentElement = { lang: 'en-GB' };
  t.after(() => new PageLanguage().choose('en'));
  for (const [name, value] of Object.entries({ document: { documentElement }, navigator: { languages } })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  return { page: new PageLanguage(), documentElement };
}

test('the page begins in the first language of the browser that it has', async (t) => {
  const { page, documentElement } = open(t, 'fr', 'ja-JP', 'en');
  await page.begin();
  assert.deepEqual([page.choice, page.shown, documentElement.lang], [null, 'ja', 'ja-JP']);
});

test('what the user chooses counts more than the browser, also in the next page, and can be given up', async (t) => {
  const { page, documentElement } = open(t, 'ja');
  await page.choose('zh');
  assert.deepEqual([page.shown, documentElement.lang, text('Cancel')], ['zh', 'zh-CN', '取消']);
  const next = new PageLanguage();
  assert.equal(next.choice, 'zh');
  await next.choose(null);
  assert.deepEqual([next.choice, next.shown, new PageLanguage().choice], [null, 'ja', null]);
});

test('of two quick choices the last one is shown, whichever is loaded first', async (t) => {
  const { page } = open(t, 'en');
  await Promise.all([page.choose('zh'), page.choose('en')]);
  assert.deepEqual([page.shown, text('Cancel')], ['en', 'Cancel']);
});

test('if the texts cannot be fetched, the page keeps its language and says why, until it works', async (t) => {
  const { page, documentElement } = open(t, 'en');
  const japanese = LANGUAGES.find(({ id }) => id === 'ja')!;
  const { load } = japanese;
  japanese.load = () => Promise.reject(new Error('offline'));
  t.after(() => (japanese.load = load));
  await page.choose('ja');
  assert.deepEqual([page.shown, documentElement.lang, page.failure], ['en', 'en-GB', 'offline']);
  japanese.load = load;
  await page.load();
  assert.deepEqual([page.shown, page.failure], ['ja', null]);
});

test('the control of the choice gets the focus back once after each choice', async (t) => {
  const { page } = open(t, 'en');
  assert.equal(page.takeFocus(), false);
  await page.choose('ja');
  assert.deepEqual([page.takeFocus(), page.takeFocus()], [true, false]);
});
