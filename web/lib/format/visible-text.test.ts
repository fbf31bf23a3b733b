import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleParts, withControlSigns } from './visible-text.ts';

const shown = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.isEscape ? `[${part.text}]` : part.text))
    .join('');

test('visible text, line breaks and tabs stay unchanged', () => {
  const text = 'rm -rf ./build\n\tnaïve – 日本語 👍';
  assert.deepEqual(visibleParts(text), [{ text, isEscape: false }]);
});

test('characters that reverse the reading order are escaped', () => {
  assert.equal(shown('photo\u202egpj.exe\u2066'), 'photo[\\u202e]gpj.exe[\\u2066]');
});

test('zero-width characters and joiners are escaped', () => {
  assert.equal(shown('ad\u200bmin\ufeff\u2060'), 'ad[\\u200b]min[\\ufeff\\u2060]');
});

test('S-47: control characters are escaped, so that a color or a bell cannot hide text', () => {
  assert.equal(shown('\x1b[8msecret\x07\r\n'), '[\\u001b][8msecret[\\u0007\\u000d]\n');
});

test('S-47: tag characters, which can carry a whole hidden sentence, are escaped', () => {
  assert.equal(shown('hi\u{e0041}\u{e0100}'), 'hi[\\u{e0041}\\u{e0100}]');
});

test('blank letters, line separators and lone surrogates are escaped', () => {
  assert.equal(shown('a\u3164b\u115fc\u2028d\ud800'), 'a[\\u3164]b[\\u115f]c[\\u2028]d[\\ud800]');
});

test('joining and unescaping the parts gives the original text', () => {
  const text = 'x\u202ey\u{e0041}\u200b z\n';
  const back = visibleParts(text)
    .map((part) =>
      part.isEscape
        ? part.text.replace(/\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/g, (_, long: string, short: string) =>
            String.fromCodePoint(parseInt(long ?? short, 16)),
          )
        : part.text,
    )
    .join('');
  assert.equal(back, text);
});

test('S-47: a text full of invisible characters is shown completely, with a limited number of marks', () => {
  const parts = visibleParts('a\u202e'.repeat(100_000));
  assert.ok(parts.length < 1010, `${parts.length} parts`);
  assert.equal(parts.map(({ text }) => text).join(''), 'a\\u202e'.repeat(100_000));
});

test('S-56: each control character is replaced by one sign, except for line ends and tabs', () => {
  assert.equal(withControlSigns('a\x1b[31mb\x00\x7f\x9b\n\tc'), 'a\ufffd[31mb\ufffd\ufffd\ufffd\n\tc');
});
