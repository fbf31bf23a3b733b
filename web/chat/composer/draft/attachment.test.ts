import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asAttachment,
  attachedByPaste,
  findExcess,
  imagesOf,
  MAX_TOTAL_TEXT,
  type Attachment,
} from './attachment.ts';

const MB = 1024 * 1024;
const image = (bytes: number): Attachment => ({
  ...{ id: '1', name: 'a.png', mimeType: 'image/png', data: 'AAAA', bytes },
});
const text = (length: number): Attachment => ({ id: '2', title: 'log', text: 'x'.repeat(length) });

const paste = (pasted: string, isShell = false): unknown =>
  attachedByPaste({ files: [], text: pasted }, isShell);

test('a long paste is attached, because it would hide what was typed: many lines, or many characters', () => {
  const lines = (count: number): string => 'x\n'.repeat(count);
  assert.deepEqual([paste(lines(25)), paste(lines(26))], [null, lines(26)]);
  const long = 'x'.repeat(3001);
  assert.deepEqual([paste(long.slice(1)), paste(long)], [null, long]);
});

test('a shell command is written, however long it is', () => {
  assert.equal(paste('x'.repeat(3001), true), null);
});

test('pasted files are attached, unless they are pictures of a pasted text', () => {
  const files = [new File(['x'], 'dot.png')];
  assert.equal(attachedByPaste({ files, text: '' }, true), files);
  assert.equal(attachedByPaste({ files, text: 'cells' }, false), null);
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
