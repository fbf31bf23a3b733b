import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { packageExamples, shortName } from './package-examples.ts';
import { trials } from './trials.ts';

const names = (await packageExamples()).map(shortName);

test('every example of the pi that is installed has a trial, and no trial is without its example', () => {
  assert.ok(names.length > 50, `only ${names.length} examples were found`);
  assert.deepEqual(Object.keys(trials).sort(), [...names].sort());
});

test('every example has its row in docs/extensions.md, and none failed', async () => {
  const text = await readFile(new URL('../../docs/extensions.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const first = rows.slice(2).map((row) => row.split('|')[1]?.trim());
  assert.deepEqual(first, names, 'run `npm run examples -- --write`');
  assert.doesNotMatch(text, /\*\*fails\*\*/);
});
