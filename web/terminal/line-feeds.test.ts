import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromNextLine, lineFeeds } from './line-feeds.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('lines are counted where they end', () => {
  assert.equal(lineFeeds(bytes('')), 0);
  assert.equal(lineFeeds(bytes('no end')), 0);
  assert.equal(lineFeeds(bytes('a\nb\r\n\nc')), 3);
});

test('what begins in the middle of a line is left out up to the next one', () => {
  assert.deepEqual(fromNextLine(bytes('31mred\nwhole\n'), 100), bytes('whole\n'));
  assert.deepEqual(fromNextLine(bytes('no end'), 100), bytes(''));
});

test('of a line that does not end the rest is shown, from a whole character on', () => {
  assert.deepEqual(fromNextLine(bytes('aaéb and so on\n'), 3), bytes('b and so on\n'));
  assert.deepEqual(fromNextLine(bytes('aab and so on'), 3), bytes(' and so on'));
});
