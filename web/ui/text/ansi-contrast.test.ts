import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, onBackground, parseRgb } from './ansi-contrast.ts';
import { ansiSpans } from './ansi-spans.ts';

/** The color and the background that a text with these codes gets. */
function colorsOf(codes: string): { color: string; background: string } {
  const [span] = ansiSpans(`\x1b[${codes}mFAIL`);
  const { color = '', background = '' } = Object.fromEntries(
    span!.style.split(';').map((part) => part.split(':') as [string, string]),
  );
  return { color, background };
}

test('text on each of the 240 numbered colors has a contrast of at least 4.5', () => {
  const numbers = Array.from({ length: 240 }, (_, at) => at + 16);
  const weak = numbers.flatMap((back) =>
    ['', ...numbers.filter((front) => front % 7 === 0).map((front) => `38;5;${front};`)]
      .map((front) => `${front}48;5;${back}`)
      .filter((codes) => {
        const { color, background } = colorsOf(codes);
        return contrast(parseRgb(color)!, parseRgb(background)!) < 4.5;
      }),
  );
  assert.deepEqual(weak, []);
});

test('text on one of the sixteen named colors has the color of the page, on which all of them are readable', () => {
  for (const code of [41, 42, 43, 44, 45, 46, 47, 101, 107])
    for (const front of ['', '30;', '37;', '97;', '31;', '38;5;196;'])
      assert.equal(colorsOf(`${front}${code}`).color, 'var(--bg)', `${front}${code}`);
});

test('a pair that can be read keeps its colors', () => {
  assert.equal(colorsOf('38;2;255;255;0;48;2;0;0;0').color, 'rgb(255, 255, 0)');
  assert.equal(onBackground(null, 'var(--wait-soft)'), null);
  assert.equal(onBackground('var(--text)', 'var(--selected)'), 'var(--text)');
});

test('inverted text is readable, too', () => {
  assert.deepEqual(colorsOf('7;31'), { color: 'var(--bg)', background: 'var(--ansi-red)' });
  assert.deepEqual(colorsOf('7;41'), { color: 'var(--bg)', background: 'var(--text)' });
  assert.deepEqual(colorsOf('7'), { color: 'var(--bg)', background: 'var(--text)' });
});
