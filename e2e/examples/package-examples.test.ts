import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ownPi } from '../../server/agent/process/program.ts';
import { packageExamples, shortName } from './package-examples.ts';
import { examplesIn } from './readme-table.ts';
import { trials } from './trials.ts';

const names = (await packageExamples()).map(shortName);
const { version } = await ownPi();

test('every example of the pi that is installed has a trial, and no trial is without its example', () => {
  assert.ok(names.length > 50, `only ${names.length} examples were found`);
  assert.deepEqual(Object.keys(trials).sort(), [...names].sort());
});

for (const name of ['README.md', 'docs/extensions.md']) {
  test(`${name} has a row for every example, tried with the pi that is installed, and none failed`, async () => {
    const whole = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
    const text = name === 'README.md' ? examplesIn(whole) : whole;
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    const first = rows.slice(2).map((row) => row.split('|')[1]?.trim());
    assert.deepEqual(first, names, 'run `npm run examples`');
    assert.equal(/\bpi (\d+\.\d+\.\d+)/.exec(text)?.[1], version, 'run `npm run examples`');
    assert.doesNotMatch(text, /\*\*fails\*\*/);
  });
}
