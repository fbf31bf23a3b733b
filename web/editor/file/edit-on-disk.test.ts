import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editOnDisk, takeBackAll } from './edit-on-disk.ts';
import { someFiles } from './fixtures/some-files.ts';

const upper = (text: string): string => text.toUpperCase();

test('a file is changed in the format that it has, and the change can be taken back to the byte', async () => {
  const before = '\uFEFFone\r\ntwo\n';
  const { agent, textOf } = someFiles({ a: before });
  const back = await editOnDisk(agent, 'a', upper);
  assert.equal(textOf('a'), '\uFEFFONE\r\nTWO\n');
  await back();
  assert.equal(textOf('a'), before);
});

test('what is not a text, is gone, or is not as expected is left alone', async () => {
  const { agent, textOf } = someFiles({ bytes: Uint8Array.of(0xff, 0xfe, 0x41), other: 'other' });
  await assert.rejects(editOnDisk(agent, 'bytes', upper), /isn't a text file/);
  await assert.rejects(editOnDisk(agent, 'gone', upper), /isn't a text file/);
  await assert.rejects(
    editOnDisk(agent, 'other', () => null),
    /has changed since/,
  );
  assert.equal(textOf('other'), 'other');
});

test('a file that somebody changes while it is edited, or after that, keeps the newer text', async () => {
  const { agent, textOf, write } = someFiles({ a: 'one', b: 'one' });
  await assert.rejects(
    editOnDisk(agent, 'a', (text) => {
      write('a', 'newer');
      return upper(text);
    }),
    /changed meanwhile/,
  );
  const back = await editOnDisk(agent, 'b', upper);
  write('b', 'newer');
  await assert.rejects(back(), /changed meanwhile/);
  assert.deepEqual(['a', 'b'].map(textOf), ['newer', 'newer']);
});

test('all changes are taken back that can be, and each other one is named with its reason', async () => {
  const { agent, textOf, refused } = someFiles({ a: 'a', b: 'b', c: 'c' });
  const changes = [];
  for (const path of ['a', 'b', 'c']) changes.push([path, await editOnDisk(agent, path, upper)] as const);
  refused.add('b');
  assert.deepEqual(await takeBackAll(changes), ['b: It is read-only.']);
  assert.deepEqual(['a', 'b', 'c'].map(textOf), ['a', 'B', 'c']);
});
