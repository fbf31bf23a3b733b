import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, noticeOf } from './notice.ts';

test('a notification contains only what the push message contains', () => {
  assert.deepEqual(noticeOf({ kind: 'waiting', agent: 'a', session: 's' }, 'en-GB'), {
    title: 'Waiting for you',
    body: '',
    tag: 'a',
    target: { agent: 'a', session: 's' },
  });
  const told = noticeOf({ kind: 'failed', agent: 'a', name: 'A plan', line: 'No key' }, 'en');
  assert.deepEqual([told.title, told.body], ['Failed · A plan', 'No key']);
});

test('the text is in the language of the browser if that is supported, otherwise in English', () => {
  const titles = ['zh-CN', 'ja', 'fr'].map((language) => noticeOf({ kind: 'finished' }, language).title);
  assert.deepEqual(titles, ['已完成', '完了しました', 'Finished']);
});

test('a test notification has no target; one about an agent opens its address, even below a base path', () => {
  assert.equal(noticeOf({ kind: 'test' }, 'en').target, null);
  const address = addressOf({ agent: 'a b', session: 's&' }, 'https://host.test/hub/panel/');
  assert.equal(address, 'https://host.test/hub/panel/?show=a+b&session=s%26');
  assert.equal(addressOf({ agent: 'a', session: null }, 'https://host.test/'), 'https://host.test/?show=a');
});
