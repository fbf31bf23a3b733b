import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeReader, watchTerminalNotices } from './terminal-notices.ts';

test('notifications for terminals of all kinds are read, also in two parts', () => {
  const read = noticeReader();
  assert.deepEqual(read('\x1b]777;notify;Pi;Ready; really\x07'), ['Pi: Ready; really']);
  assert.deepEqual(read('a\x1b]9;Done\x1b\\b\x1b]9;Again\x07'), ['Done', 'Again']);
  assert.deepEqual(read('\x1b]99;i=1:d=0;Pi\x1b\\'), []);
  assert.deepEqual(read('\x1b]99;i=1:p=body;Ready for input\x1b\\'), ['Pi: Ready for input']);
});

test('titles, progress and plain text are not notifications', () => {
  const read = noticeReader();
  for (const text of ['\x1b]0;A title\x07', '\x1b]9;4;1;50\x07', '\x1b]777;other;x\x07', 'notify;Pi'])
    assert.deepEqual(read(text), []);
});

test('written text still arrives, and after a reload only the newest listener is told about it', () => {
  const written: unknown[] = [];
  const stdout = { write: (chunk: unknown) => written.push(chunk) > 0 };
  const heard: string[] = [];
  watchTerminalNotices((text) => heard.push(`old ${text}`), stdout);
  watchTerminalNotices((text) => heard.push(`new ${text}`), stdout);
  assert.equal(stdout.write('\x1b]9;Done\x07'), true);
  assert.deepEqual([heard, written], [['new Done'], ['\x1b]9;Done\x07']]);
});
