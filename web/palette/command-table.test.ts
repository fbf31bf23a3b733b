import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { abilitiesOf } from '../../shared/pi/abilities.ts';
import { sinceOf } from '../../shared/pi/command-facts.ts';
import { emptyView } from '../../shared/view/view.ts';
import { commandDocument } from './command-docs.ts';
import { COMMANDS, lackOf } from './command-table.ts';

const text = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

test('every command that pi knows has a row in the palette', async () => {
  const source = await text('shared/pi/commands.ts');
  const union = source.slice(source.indexOf('export type PiCommand'), source.indexOf('/** What `get_state`'));
  const known = [...union.matchAll(/type: '(\w+)'/g)].map(([, type]) => type!);
  assert.equal(known.length, 33);
  assert.deepEqual(Object.keys(COMMANDS).sort(), known.sort());
});

test('no two commands have the same words', () => {
  const words = Object.values(COMMANDS).map((row) => row.words);
  assert.equal(new Set(words).size, words.length);
});

test('every command has a place on the page beside the palette', () => {
  for (const [type, { place }] of Object.entries(COMMANDS))
    assert.match(place, /^(bar|composer|chat|queue|status bar|answer|event log|Sessions)\b/, type);
});

test('docs/commands.md is up to date (`node scripts/command-docs.ts` writes it)', async () => {
  assert.equal(await text('docs/commands.md'), commandDocument());
});

test('a command that a pi is too old for says which pi has it', () => {
  const view = { ...emptyView('/w', '0.79.9'), ready: true };
  assert.equal(sinceOf('get_tree'), '0.80.3');
  assert.equal(lackOf('get_tree', view), 'pi 0.79.9 cannot: it takes 0.80.3 or newer.');
  assert.equal(lackOf('get_tree', { ...view, can: abilitiesOf('0.87.1') }), undefined);
});

test('what only means something during a run says so while there is none', () => {
  const view = { ...emptyView('/w', '0.87.1'), ready: true };
  assert.equal(lackOf('steer', view), 'The agent is not running.');
  assert.equal(lackOf('steer', { ...view, run: { startedAt: 1 } }), undefined);
  assert.equal(lackOf('compact', view), undefined);
});

test('nothing can be asked of a pi that is gone', () => {
  const exit = { code: 1, signal: null, stderr: '', reason: 'It ended.', at: 1 };
  assert.match(lackOf('get_state', { ...emptyView('/w'), ready: true, exit }) ?? '', /restart/);
});
