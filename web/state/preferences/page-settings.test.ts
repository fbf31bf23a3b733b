import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { PageSettings } from './page-settings.svelte.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
});

function setPointer(kind: 'fine' | 'coarse'): void {
  Object.assign(globalThis, { matchMedia: (query: string) => ({ matches: query.includes(kind) }) });
}

test('until the user has chosen, Enter sends unless the pointer is a finger', () => {
  const settings = new PageSettings();
  for (const [pointer, enterSends] of [
    ['fine', true],
    ['coarse', false],
  ] as const) {
    setPointer(pointer);
    assert.equal(settings.enterSends, enterSends);
  }
  settings.change({ theme: 'dark' });
  assert.equal(new PageSettings().enterSends, false, 'another setting does not decide it');
  setPointer('fine');
  settings.change({ enterSends: false });
  assert.equal(new PageSettings().enterSends, false);
});

test('changed settings are there again after a reload, and unknown values are ignored', () => {
  new PageSettings().change({ theme: 'dark', opensTerminal: true });
  const { theme, opensTerminal } = new PageSettings().now;
  assert.deepEqual([theme, opensTerminal], ['dark', true]);
  localStorage.setItem('pi-panel.workbench', '{"theme":"pink","opensTerminal":"yes","enterSends":1}');
  setPointer('fine');
  const fresh = new PageSettings();
  assert.deepEqual([fresh.now.theme, fresh.now.opensTerminal, fresh.enterSends], ['system', false, true]);
});

test('a setting that was changed in one tab is not taken back by a change of another one in a second tab', () => {
  const [one, other] = [new PageSettings(), new PageSettings()];
  one.change({ theme: 'dark' });
  other.change({ speech: 'brief' });
  assert.deepEqual(
    [other.now.theme, new PageSettings().now.theme, new PageSettings().now.speech],
    ['dark', 'dark', 'brief'],
  );
});
