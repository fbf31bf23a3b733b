import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeySender } from './key-sender.ts';

test('keys arrive in order, and those typed during a request are sent together in the next one', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const sender = new KeySender(
    (data) => {
      sent.push(data);
      return new Promise((resolve) => answers.push(() => resolve({ success: true })));
    },
    () => assert.fail(),
  );
  for (const key of ['a', 'b', 'c']) sender.type(key);
  assert.deepEqual(sent, ['a']);
  answers.shift()!();
  await new Promise(setImmediate);
  assert.deepEqual(sent, ['a', 'bc']);
  answers.shift()!();
  await new Promise(setImmediate);
  sender.type('d');
  assert.deepEqual(sent, ['a', 'bc', 'd']);
});

test('keys that the panel refuses are reported, and later ones are still sent', async () => {
  const refused: string[] = [];
  const sent: string[] = [];
  const sender = new KeySender(
    (data) => {
      sent.push(data);
      return Promise.resolve({ success: false, error: `no ${data}` });
    },
    (message) => refused.push(message),
  );
  sender.type('a');
  await new Promise(setImmediate);
  sender.type('b');
  await new Promise(setImmediate);
  assert.deepEqual(
    [sent, refused],
    [
      ['a', 'b'],
      ['no a', 'no b'],
    ],
  );
});
