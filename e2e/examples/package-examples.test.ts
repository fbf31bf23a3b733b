import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ownPi } from '../../server/agent/process/own-pi.ts';
import { packageExamples, shortName } from './package-examples.ts';
import { trials } from './trials.ts';

const names = (await packageExamples()).map(shortName);
const { version } = await ownPi();

test('every example of the installed pi has a trial, and every trial has its example', () => {
  assert.ok(names.length > 50, `only ${names.length} examples were found`);
  assert.deepEqual(Object.keys(trials).sort(), [...names].sort());
});

test('docs/extensions.md has a row for every example of the installed pi, and none failed', async () => {
  const text = await readFile(new URL('../../docs/extensions.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const first = rows.slice(2).map((row) => row.split('|')[1]?.trim());
  assert.deepEqual(first.slice(0, names.length), names, 'run `npm run examples`');
  assert.equal(/\bpi (\d+\.\d+\.\d+)/.exec(text)?.[1], version, 'run `npm run examples`');
  assert.doesNotMatch(text, /\*\*fails\*\*/);
});
