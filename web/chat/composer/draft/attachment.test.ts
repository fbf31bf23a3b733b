import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asAttachment,
  findExcess,
  imagesOf,
  isLongPaste,
  MAX_TOTAL_TEXT,
  type Attachment,
} from './attachment.ts';

const MB = 1024 * 1024;
const image = (bytes: number): Attachment => ({
  ...{ id: '1', name: 'a.png', mimeType: 'image/png', data: 'AAAA', bytes },
});
const text = (length: number): Attachment => ({ id: '2', title: 'log', text: 'x'.repeat(length) });

test('a long paste is one that would hide what was typed: many lines, or many characters', () => {
  const lines = (count: number): string => 'x\n'.repeat(count);
  assert.deepEqual([25, 26].map(lines).map(isLongPaste), [false, true]);
  assert.deepEqual([isLongPaste('x'.repeat(3000)), isLongPaste('x'.repeat(3001))], [false, true]);
});

test('the images of a message may have 8 MB together, and its texts and comments 960 kB', () => {
  assert.equal(findExcess([image(4 * MB), image(4 * MB), text(MAX_TOTAL_TEXT)], 'a'), null);
  assert.match(findExcess([image(4 * MB), image(4 * MB + 1)], 'a.png') ?? '', /^a\.png .* 8 MB/);
  assert.match(findExcess([text(MAX_TOTAL_TEXT), text(1)], 'log') ?? '', /^log .* 960 kB/);
  const comment: Attachment = {
    ...{
      id: '3',
      title: 'a.ts:1',
      place: { run: 'r' },
      quote: 'x'.repeat(MAX_TOTAL_TEXT - 2),
      comment: 'abc',
    },
  };
  assert.match(findExcess([comment], 'it') ?? '', /960 kB/);
});

test('an image that comes back is the one that was sent', () => {
  const sent = { type: 'image', data: 'QUJDRA==', mimeType: 'image/webp' } as const;
  const back = asAttachment(sent);
  assert.equal(back.bytes, 6);
  assert.deepEqual(imagesOf([back, text(1)]), [sent]);
});
