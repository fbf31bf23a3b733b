import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasColors, onlyColors, plainText } from '../../lib/format/ansi.ts';
import { ansiSpans } from './ansi-spans.ts';

test('S-56: colors are kept, and all other control sequences are removed', () => {
  const text = '\x1b]0;title\x07\x1b[2J\x1b[1;1H\x1b[31mred\x1b[0m\x1b[K\x1b[?25l\x1b(B\x07 done';
  assert.equal(onlyColors(text), '\x1b[31mred\x1b[0m done');
  assert.equal(plainText(text), 'red done');
});

test('S-52, S-56: a link keeps its text and loses its target', () => {
  assert.equal(plainText('\x1b]8;;https://evil.test\x1b\\here\x1b]8;;\x1b\\'), 'here');
});

test('a line that was rewritten after carriage returns shows its last state', () => {
  assert.equal(plainText('10 %\r50 %\r100 %\r\nnext\r'), '100 %\nnext');
});

test('a line of a megabyte is processed in linear time', () => {
  const line = 'x'.repeat(1_000_000);
  assert.equal(plainText(line), line);
  assert.equal(plainText(`${line}\ry`), 'y');
});

test('sequences with a private prefix that end in m are not colors', () => {
  assert.equal(onlyColors('\x1b[>4;2mtext\x1b[?4m'), 'text');
});

test('an incomplete sequence at the end is removed', () => {
  assert.equal(plainText('text\x1b[3'), 'text');
  assert.equal(plainText('text\x1b'), 'text');
});

test('a text without sequences has no colors', () => {
  assert.equal(hasColors('plain [31m'), false);
  assert.equal(hasColors('\x1b[31mred'), true);
});

test('dim text gets the color of quiet text, which is readable, and a color of its own stays', () => {
  assert.equal(ansiSpans('\x1b[2mdim\x1b[0m')[0]?.style, 'color:var(--text-3)');
  assert.deepEqual(ansiSpans('\x1b[2;31mred\x1b[0m'), ansiSpans('\x1b[31mred\x1b[0m'));
});

test('the sixteen named colors are tokens of the page, so that they fit its theme', () => {
  assert.deepEqual(ansiSpans('a\x1b[1;31mb\x1b[0mc\x1b[92md'), [
    { text: 'a', style: '' },
    { text: 'b', style: 'color:var(--ansi-red);font-weight:650' },
    { text: 'c', style: '' },
    { text: 'd', style: 'color:var(--ansi-bright-green)' },
  ]);
});

test('the other 256 colors and RGB colors become numbers whose lightness adapts to the theme', () => {
  const style = (text: string): string => ansiSpans(text)[0]!.style;
  assert.match(style('\x1b[38;5;214mx'), /oklch\(from rgb\(255, 175, 0\)/);
  assert.match(style('\x1b[38;5;244mx'), /rgb\(128, 128, 128\)/);
  assert.match(style('\x1b[38;2;1;2;3mx'), /rgb\(1, 2, 3\)/);
  assert.match(style('\x1b[48;5;16mx'), /background:rgb\(0, 0, 0\)/);
});

test('sequences with colons instead of semicolons work too', () => {
  const style = (text: string): string => ansiSpans(text)[0]!.style;
  assert.match(style('\x1b[38:2::9:8:7mx'), /rgb\(9, 8, 7\)/);
  assert.match(style('\x1b[38:5:196mx'), /rgb\(255, 0, 0\)/);
  assert.equal(style('\x1b[4:3mx'), 'text-decoration:underline');
});

test('inverted text without colors swaps the colors of the page', () => {
  assert.equal(ansiSpans('\x1b[7mx')[0]!.style, 'color:var(--bg);background:var(--text)');
});

test('S-46: only numbers from the text get into the style', () => {
  const [span] = ansiSpans('\x1b[38;2;1;2;3;url(x)mtext');
  assert.doesNotMatch(span!.style, /url/);
});
