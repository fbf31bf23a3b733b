// The budget of the first load, held by the built page: what a browser fetches before the composer of an empty
// conversation can be used. e2e/browser/first-paint.spec.ts checks that it fetches nothing else before.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { staticClosure, type Manifest } from './lab/chunk-graph.ts';

const BUILD = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(BUILD, '.vite', 'manifest.json'), 'utf8')) as Manifest;

test('the first paint of an empty conversation fetches at most 85 kB of gzipped JavaScript', () => {
  const sizes = staticClosure(manifest).map((file) => ({
    file,
    size: gzipSync(readFileSync(join(BUILD, file)), { level: 9 }).length,
  }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const largest = sizes
    .sort((a, b) => b.size - a.size)
    .slice(0, 5)
    .map(({ file, size }) => `${file} ${size}`);
  assert.ok(total <= 85_000, `${total} bytes. Import lazily what it does not need. ${largest.join(', ')}`);
});

test('the first paint does not fetch the code of conversation rows, of Monaco or of the terminal', () => {
  const closure = staticClosure(manifest);
  // The rows are in the one file that a page loads after its first paint (vite.config.ts).
  const opened = Object.values(manifest).find(({ name, file }) => name === 'opened' && file.endsWith('.js'));
  const lazy = [opened, manifest['terminal/Terminal.svelte'], manifest['editor/Editor.svelte']];
  assert.deepEqual(
    lazy.map((chunk) => closure.includes(chunk!.file)),
    [false, false, false],
  );
});

for (const language of ['zh', 'ja'])
  test(`each file of texts in ${language} has at most 15 kB, also the one that the first paint waits for`, () => {
    const source = `language/${language}.ts`;
    const files = staticClosure(manifest, [source])
      .filter((file) => !staticClosure(manifest).includes(file))
      .map((file) => ({ file, size: gzipSync(readFileSync(join(BUILD, file)), { level: 9 }).length }));
    const parts = ['first', 'conversation', 'workspace', 'settings', 'sentences'];
    for (const part of parts)
      assert.ok(
        files.some(({ file }) => file.includes(`/${language}-${part}-`)),
        part,
      );
    assert.deepEqual(
      files.filter(({ size }) => size > 15_000),
      [],
      'Move texts to another file of web/language.',
    );
  });
