import assert from 'node:assert/strict';
import { test } from 'node:test';
import { okhslToHex } from './okhsl.ts';

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

test('without saturation a color is gray, from black to white', () => {
  assert.equal(okhslToHex([120, 0, 0]), '#000000');
  assert.equal(okhslToHex([120, 0, 100]), '#ffffff');
  const [red, green, blue] = channels(okhslToHex([40, 0, 50]));
  assert.ok(red === green && green === blue);
  // The lightness of okhsl is that of CIELAB, whose middle gray is #777777.
  assert.ok(Math.abs(red! - 0x77) <= 2, String(red));
});

test('a saturated color has the channel of its hue, and no channel leaves its range', () => {
  for (const [hue, channel] of [
    [29, 0],
    [142, 1],
    [264, 2],
  ] as const) {
    const color = channels(okhslToHex([hue, 100, 55]));
    assert.equal(color.indexOf(Math.max(...color)), channel, `${hue}: ${color.join()}`);
  }
  for (let hue = 0; hue < 360; hue += 15) assert.match(okhslToHex([hue, 100, 70]), /^#[\da-f]{6}$/);
});
