import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyColors, plainText } from './ansi.ts';

test('no line is hidden by a string or a sequence without an end', () => {
  for (const start of [
    '\x1b]0;building',
    '\x1bPdata',
    '\x1b_command',
    '\x1b^message',
    '\x1bXstring',
    '\x1b[',
    '\x1b[31',
    '\x1b(',
    '\x1b',
  ])
    assert.equal(plainText(`before${start}\nrow 1\nrow 2`), 'before\nrow 1\nrow 2', start);
  assert.match(plainText(`\x1b]0;${'x'.repeat(20_000)}`), /^x+$/);
  assert.equal(plainText('a\x1b[漢字'), 'a漢字');
});

test('colors stay, and other sequences go', () => {
  assert.equal(
    onlyColors('\x1b[1;31mred\x1b[m \x1b[2Jx\x1b]8;;https://a.test\x07link\x1b]8;;\x1b\\'),
    '\x1b[1;31mred\x1b[m xlink',
  );
  assert.equal(plainText('\x1b[38:2::1:2:3mcolon\x1b[?25l\x1b(B\x1b7 end\x1b[3'), 'colon end');
  assert.equal(onlyColors('10 %\r50 %\rdone\r\nnext'), 'done\nnext');
});

test('a long text of half sequences takes no longer than others', () => {
  const before = process.cpuUsage();
  for (const part of ['\x1b', '\x1b[', '\x1b]', '\x1b[1;', '\x1bP\x1b']) plainText(part.repeat(50_000));
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
