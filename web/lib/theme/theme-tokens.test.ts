import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseTheme, type PiTheme } from '../../../shared/pi/theme-json.ts';
import { contrast, pageTheme } from './theme-tokens.ts';

const FOLDER = path.resolve('node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/theme');
const own = (name: string): PiTheme => parseTheme(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));
const flat = (name: string, color: string, pageBg: string): PiTheme => ({
  name,
  colors: { ...Object.fromEntries(Object.keys(own('dark').colors).map((key) => [key, color])), pageBg },
});
const THEMES = [
  own('dark'),
  own('light'),
  { name: 'empty', colors: {} },
  flat('gray on gray', '#808080', '#7a7a7a'),
  flat('black on black', '#000000', '#000000'),
  flat('white on white', '#ffffff', '#ffffff'),
  flat('loud', '#ff00ff', '#2020c0'),
];
const GROUNDS = ['bg', 'sunken', 'surface', 'float', 'own'];

test('text is readable on every background in every theme, whatever its colors are', () => {
  for (const theme of THEMES) {
    const { tokens } = pageTheme(theme);
    const texts = Object.keys(tokens).filter((name) =>
      /^(text|text-2|text-3|accent|run|wait|fail|done|ansi-.*|code-token-.*)$/.test(name),
    );
    assert.ok(texts.length > 30);
    const weak = texts.flatMap((name) =>
      GROUNDS.filter((ground) => contrast(tokens[name]!, tokens[ground]!) < 4.5).map(
        (ground) => `${theme.name}: ${name} on ${ground}`,
      ),
    );
    assert.deepEqual(weak, []);
    assert.ok(contrast(tokens['on-accent']!, tokens.accent!) >= 4.5);
    assert.ok(contrast(tokens['on-wait']!, tokens['wait-fill']!) >= 4.5);
    for (const ground of GROUNDS) assert.ok(contrast(tokens['line-strong']!, tokens[ground]!) >= 3, ground);
  }
});

test('a color that is readable stays unchanged, and light and dark themes are distinguished', () => {
  const dark = pageTheme(own('dark'));
  assert.equal(dark.scheme, 'dark');
  assert.equal(dark.tokens.text, own('dark').colors.text);
  assert.equal(dark.tokens.bg, own('dark').colors.pageBg);
  assert.equal(pageTheme(own('light')).scheme, 'light');
});

test('a theme has a value for each token that defines a color of its own', () => {
  const css = readFileSync('web/shell/styles/tokens.css', 'utf8');
  const named = [...css.matchAll(/--([\w-]+): (?:light-dark|oklch)\(/g)].map(([, name]) => name!);
  const kept = new Set(['scrollbar', 'scrim']);
  const missing = named.filter((name) => !kept.has(name) && !(name in pageTheme(own('dark')).tokens));
  assert.deepEqual(missing, []);
});
