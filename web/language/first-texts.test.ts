// The texts of zh-first.ts and ja-first.ts, against the sources that the entry of the page imports statically.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { jaFirst } from './ja-first.ts';
import { zhFirst } from './zh-first.ts';
import { zh } from './zh.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const STATIC_IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm;

/** The sources that are in the first file, by their paths. */
function firstSources(): Map<string, string> {
  const sources = new Map<string, string>();
  const visit = (file: string): void => {
    if (sources.has(file) || !/\.(?:ts|svelte)$/.test(file) || !existsSync(file)) return;
    const source = readFileSync(file, 'utf8');
    sources.set(file, source);
    for (const [, imported] of source.matchAll(STATIC_IMPORT)) visit(join(dirname(file), imported!));
  };
  visit(join(WEB, 'main.ts'));
  return sources;
}

test('the first paint finds each of its texts among those that it waits for', () => {
  const sources = firstSources();
  assert.ok(sources.has(join(WEB, 'chat', 'composer', 'Composer.svelte')));
  assert.ok(!sources.has(join(WEB, 'settings', 'Settings.svelte')));
  const code = [...sources.values()].join('\n').replaceAll(/\\(['"`])/g, '$1');
  const isIn = (text: string): boolean =>
    ["'", '"', '`'].some((quote) => code.includes(quote + text + quote));
  const missing = Object.keys(zh).filter((text) => !(text in zhFirst) && isIn(text));
  assert.deepEqual(missing, [], 'Move these to zh/first/first.ts and ja/first/first.ts.');
});

test('both languages wait for the same texts', () => {
  assert.deepEqual(Object.keys(jaFirst).sort(), Object.keys(zhFirst).sort());
});
