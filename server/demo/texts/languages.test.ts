import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from './en.ts';
import { ja } from './ja.ts';
import { plotWordIn, systemTexts } from './languages.ts';
import { zh } from './zh.ts';

test('the system’s language comes from the POSIX variables, the strongest first', () => {
  assert.equal(systemTexts({ LANG: 'zh_CN.UTF-8' }), zh);
  assert.equal(systemTexts({ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'ja_JP' }), ja);
  assert.equal(systemTexts({ LANG: 'ja_JP', LC_ALL: 'C' }), en);
  assert.equal(systemTexts({}), en);
});

test('the first word of a plot counts, and Latin words are whole words', () => {
  assert.equal(plotWordIn('Fail, then ask')?.name, 'fail');
  assert.equal(plotWordIn('a failure of tourists'), undefined);
  assert.deepEqual(plotWordIn('先看导览，再提问'), { name: 'tour', texts: zh, at: 2 });
});

/** The texts that a language has, by their places; functions and texts are distinguished. */
function shapeOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, part]) => shapeOf(part, `${at}.${key}`));
}

test('every language has every text, and the code of the sample project stays code', () => {
  for (const texts of [zh, ja]) {
    assert.deepEqual(shapeOf(texts), shapeOf(en));
    assert.match(texts.sample.noDuration, /\$\{text\}/);
    assert.match(texts.sample.noTea, /\$\{name\}/);
    for (const text of [...Object.values(texts.sample.tests), ...Object.values(texts.shell)])
      assert.doesNotMatch(text, /['\\`]/);
  }
});
