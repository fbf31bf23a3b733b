import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { storedTabs, storeTabs } from './stored-tabs.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('each workspace has its own open files', () => {
  storeTabs('/w', { paths: ['a', 'b'], active: 'b', panes: ['a', 'b'], preview: 'a' });
  storeTabs('/x', { paths: ['c'], active: null });
  assert.deepEqual(storedTabs('/w'), { paths: ['a', 'b'], active: 'b', panes: ['a', 'b'], preview: 'a' });
  assert.deepEqual(storedTabs('/x'), { paths: ['c'], active: null });
  assert.deepEqual(storedTabs('/other'), { paths: [], active: null });
});

test('the workspaces that were used last are remembered, twenty of them', () => {
  for (let n = 0; n < 20; n++) storeTabs(`/${n}`, { paths: [`${n}`], active: null });
  storeTabs('/0', { paths: ['again'], active: null });
  storeTabs('/new', { paths: ['new'], active: null });
  assert.deepEqual(storedTabs('/0').paths, ['again']);
  assert.deepEqual([storedTabs('/1').paths, storedTabs('/2').paths], [[], ['2']]);
});

test('what another version of the page has stored is left out, and the rest is read', () => {
  const good = { paths: ['a'], active: 'a' };
  const bad = [
    { paths: 'a', active: null },
    { paths: [1], active: null },
    { paths: [], active: 1 },
  ];
  const worse = [{ ...good, panes: 'a' }, { ...good, panes: [1] }, { ...good, preview: 1 }, null];
  const all = Object.fromEntries([good, ...bad, ...worse].map((tabs, at) => [`/${at}`, tabs]));
  localStorage.setItem('pi-panel.open-files', JSON.stringify(all));
  assert.deepEqual(storedTabs('/0'), good);
  for (let n = 1; n <= bad.length + worse.length; n++)
    assert.deepEqual(storedTabs(`/${n}`), { paths: [], active: null }, JSON.stringify(all[`/${n}`]));
});
