// Checks the contrasts of tokens.css in both color schemes, and that no other file contains a color.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

type Scheme = 'light' | 'dark';
/** Linear sRGB from 0 to 1, and alpha. */
type Color = [red: number, green: number, blue: number, alpha: number];

const WEB = path.resolve(import.meta.dirname, '../..');
const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!] as const),
);

const SURFACES = ['bg', 'sunken', 'surface', 'float', 'own'];
const TINTS = ['hover', 'selected'];
const MEANINGS = ['run', 'wait', 'fail', 'done'];
const ANSI = [...tokens.keys()].filter((name) => name.startsWith('ansi-'));
const CODE = [...tokens.keys()].filter((name) => /^code-(token-|foreground)/.test(name));

for (const scheme of ['light', 'dark'] as const) {
  const text = (foregrounds: string[], grounds: string[][]) =>
    assert.deepEqual(tooWeak({ scheme, foregrounds, grounds, minimum: 4.5 }), []);

  test(`${scheme}: text is readable on every surface, even when hovered or selected`, () => {
    const tinted = SURFACES.filter((surface) => surface !== 'own').flatMap((surface) =>
      TINTS.map((tint) => [surface, tint]),
    );
    text(['text', 'text-2', 'text-3'], [...SURFACES.map((surface) => [surface]), ...tinted]);
  });

  test(`${scheme}: the accent and status colors are readable on every surface and on their own background`, () => {
    text(
      ['accent', ...MEANINGS],
      SURFACES.map((surface) => [surface]),
    );
    for (const name of ['accent', ...MEANINGS])
      text(
        [name, 'text', 'text-2'],
        SURFACES.map((surface) => [surface, `${name}-soft`]),
      );
  });

  test(`${scheme}: text on a filled button is readable`, () => {
    text(['on-accent'], [['accent']]);
    text(['on-wait'], [['wait-fill']]);
  });

  test(`${scheme}: the terminal colors are readable on the backgrounds of the terminal and of the editor`, () => {
    text(ANSI, [['sunken'], ['bg'], ['surface']]);
  });

  test(`${scheme}: highlighted code is readable, even in added and removed lines`, () => {
    text(CODE, [['sunken'], ['bg'], ['bg', 'done-soft'], ['bg', 'fail-soft']]);
  });

  test(`${scheme}: highlighted code is readable in the changed words of those lines`, () => {
    text(CODE, [
      ['bg', 'done-soft', 'done-word'],
      ['bg', 'fail-soft', 'fail-word'],
    ]);
  });

  test(`${scheme}: the borders of controls and the focus ring are visible`, () => {
    const grounds = SURFACES.map((surface) => [surface]);
    const foregrounds = ['line-strong', 'accent'];
    assert.deepEqual(tooWeak({ scheme, foregrounds, grounds, minimum: 3 }), []);
  });
}

test('no other file of the page contains a color', () => {
  // The favicon is drawn outside the page, and a mask is not a color.
  const allowed = /favicon\.ts$|\.test\.ts$|mask-image|#\{|#[\w-]+['"`)\]]/;
  const found = globSync('**/*.{svelte,css}', { cwd: WEB })
    .filter((file) => !file.endsWith('tokens.css'))
    .flatMap((file) =>
      readFileSync(path.join(WEB, file), 'utf8')
        .split('\n')
        .filter((line) => !allowed.test(line))
        .filter((line) => /:\s[^;]*(?:oklch|rgb|hsl)a?\(|:\s[^;]*#[0-9a-f]{3,8}\b/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  assert.deepEqual(found, []);
});

/** Lists the pairs whose contrast is below the minimum. */
function tooWeak({
  scheme,
  foregrounds,
  grounds,
  minimum,
}: {
  scheme: Scheme;
  foregrounds: string[];
  /** The layers of each background, the lowest first. */
  grounds: string[][];
  minimum: number;
}): string[] {
  return grounds.flatMap((layers) => {
    const ground = layers.map((name) => colorOf(name, scheme)).reduce(over);
    return foregrounds
      .map((name) => ({ name, ratio: contrast(over(ground, colorOf(name, scheme)), ground) }))
      .filter(({ ratio }) => ratio < minimum)
      .map(({ name, ratio }) => `${name} on ${layers.join(' + ')}: ${ratio.toFixed(2)}`);
  });
}

function colorOf(name: string, scheme: Scheme): Color {
  const value = tokens.get(name);
  assert.ok(value, `no token is named --${name}`);
  const other = /^var\(--([\w-]+)\)$/.exec(value);
  if (other) return colorOf(other[1]!, scheme);
  const mixed = /^color-mix\(in oklab, var\(--([\w-]+)\) (\d+)%, transparent\)$/.exec(value);
  if (mixed) {
    const [red, green, blue] = colorOf(mixed[1]!, scheme);
    return [red, green, blue, Number(mixed[2]) / 100];
  }
  const pair = /^light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)$/.exec(value);
  return parseOklch(pair ? pair[scheme === 'light' ? 1 : 2]! : value);
}

/** Uses the matrices of CSS Color 4. Values slightly outside sRGB are clipped, as browsers do. */
function parseOklch(value: string): Color {
  const numbers = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  assert.ok(numbers, `not an oklch color: ${value}`);
  const [lightness, chroma, hue] = numbers.slice(1, 4).map(Number) as [number, number, number];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
  return [...linear, numbers[4] === undefined ? 1 : Number(numbers[4])];
}

/** Blends the upper color over the lower one. Like browsers, blends gamma-encoded values. */
function over(lower: Color, upper: Color): Color {
  const [red, green, blue] = [0, 1, 2].map((at) =>
    decode(encode(upper[at]!) * upper[3] + encode(lower[at]!) * (1 - upper[3])),
  ) as [number, number, number];
  return [red, green, blue, 1];
}

const encode = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
const decode = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const luminance = ([red, green, blue]: Color): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
function contrast(one: Color, other: Color): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
