import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BACKGROUNDS, FOREGROUNDS } from '../../../shared/pi/theme-colors.ts';
import { channels, THEME_TOKENS, tokenOf } from './pi-theme.ts';
import { withPageColors } from './theme-in-ansi.ts';

test('each color of the theme has a distinct value and is mapped', () => {
  const values = Object.values({ ...FOREGROUNDS, ...BACKGROUNDS });
  assert.equal(new Set(values).size, values.length);
  for (const hex of values) assert.notEqual(tokenOf(channels(hex).join(', ')), undefined);
  assert.equal(tokenOf('1, 2, 3'), undefined);
});

test('colors of the theme are replaced by those of the page, and other colors stay', () => {
  const colors = new Map(THEME_TOKENS.map((name) => [name, name === 'accent' ? [9, 8, 7] : [1, 1, 1]]));
  const accent = channels(FOREGROUNDS.accent).join(';');
  const pending = channels(BACKGROUNDS.toolPendingBg).join(';');
  assert.equal(
    withPageColors(
      `\x1b[1;38;2;${accent}mA\x1b[48;2;${pending}mB\x1b[38;2;1;2;3m 38;2;${accent}\x1b[0m`,
      colors,
    ),
    `\x1b[1;38;2;9;8;7mA\x1b[49mB\x1b[38;2;1;2;3m 38;2;${accent}\x1b[0m`,
  );
});
