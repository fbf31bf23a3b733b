import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { COMMAND_FACTS } from '../../shared/pi/command-facts.ts';
import type { Region } from '../state/workbench/region.ts';
import { commandDocument } from './command-docs.ts';
import { listActions } from './table.ts';

const REGION = {
  id: 'git',
  label: 'Git',
  icon: () => ({}),
  load: () => Promise.reject(new Error('not here')),
};
const regions = [
  { ...REGION, slot: 'rail', keys: 'Alt+G', slash: { name: 'git', description: 'Show the repository' } },
  { ...REGION, id: 'editor', slot: 'center' },
] as unknown as Region[];
const actions = listActions(regions);

test('every command that pi knows is an action', () => {
  const known = actions.filter(({ group }) => group === 'pi').map(({ id }) => id);
  assert.deepEqual(known.sort(), Object.keys(COMMAND_FACTS).sort());
});

test('no two actions have the same id, label, key or slash command', () => {
  for (const valueOf of [
    ({ id }: (typeof actions)[number]) => id,
    ({ label }: (typeof actions)[number]) => label,
    ({ keys }: (typeof actions)[number]) => keys,
    ({ slash }: (typeof actions)[number]) => slash?.name,
  ]) {
    const values = actions.flatMap((action) => valueOf(action) ?? []);
    assert.equal(new Set(values).size, values.length, values.join());
  }
});

test('no default key is Ctrl+Alt, which types a character on many keyboards', () => {
  assert.deepEqual(
    actions.filter(({ keys }) => keys?.includes('Mod+Alt')),
    [],
  );
});

test('each region has an action that shows it, except the chat and the editor', () => {
  const git = actions.find(({ id }) => id === 'git');
  assert.deepEqual([git?.label, git?.group, git?.keys, git?.slash?.name], ['Git', 'page', 'Alt+G', 'git']);
  assert.equal(
    actions.some(({ id }) => id === 'editor'),
    false,
  );
});

test('docs/commands.md is up to date (node scripts/command-docs.ts writes it)', async () => {
  const document = await readFile(new URL('../../docs/commands.md', import.meta.url), 'utf8');
  assert.equal(document, commandDocument());
});
