import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTheme } from './theme-json.ts';

test('a theme has its colors as hex: by variable, by variable of a variable, by number and in short', () => {
  const text = JSON.stringify({
    name: 'dusk',
    vars: { blue: '#00AAFF', link: 'blue', loop: 'loop' },
    colors: {
      accent: 'link',
      border: 33,
      muted: 244,
      error: '#f00',
      text: '',
      dim: 'loop',
      warning: 9,
      mdLink: 'sky',
      mdCode: 'okhsl(0 0% 100%)',
    },
    export: { pageBg: '#101010' },
  });
  assert.deepEqual(parseTheme(text, '/dusk.json'), {
    name: 'dusk',
    path: '/dusk.json',
    colors: {
      accent: '#00aaff',
      border: '#0087ff',
      muted: '#808080',
      error: '#ff0000',
      warning: '#ff0000',
      mdCode: '#ffffff',
      pageBg: '#101010',
    },
  });
});

test('a file that is not a theme is refused', () => {
  for (const text of ['', 'null', '{}', '{"name":"x"}', '{"name":1,"colors":{}}'])
    assert.throws(() => parseTheme(text));
});
