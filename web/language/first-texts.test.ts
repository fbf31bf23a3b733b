// The texts of zh-first.json and ja-first.json, against the sources that the entry of the page imports statically.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zh } from './zh.ts';
import zhFirst from './zh-first.json' with { type: 'json' };

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
  assert.deepEqual(missing, [], 'Move these to zh-first.json and ja-first.json.');
});

test('both languages have the same texts in the same files, and each text once', () => {
  const textsOf = (file: string): string[] =>
    Array.from(
      readFileSync(join(WEB, 'language', file), 'utf8').matchAll(/^ {2}"((?:[^"\\]|\\.)*)":/gm),
      ([, text]) => text!,
    );
  const homes = new Map<string, string>();
  for (const file of globSync('{zh-*,zh/*}.json', { cwd: join(WEB, 'language') })) {
    const texts = textsOf(file);
    assert.deepEqual(textsOf(file.replace('zh', 'ja')).sort(), texts.toSorted(), file);
    // The sentences of the server are a dictionary of their own.
    if (file.endsWith('sentences.json')) assert.equal(new Set(texts).size, texts.length);
    else
      for (const text of texts) {
        assert.equal(homes.get(text), undefined, `${text}, in ${file}`);
        homes.set(text, file);
      }
  }
  assert.deepEqual(homes.size, Object.keys(zh).length);
});
