import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { EditorOptions } from './editor-options.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('the options of the editor are there after a reload, also those that another tab has changed', () => {
  const [one, other] = [new EditorOptions(), new EditorOptions()];
  one.change({ hasMinimap: !one.now.hasMinimap });
  other.change({ wrapsLines: !other.now.wrapsLines });
  const reloaded = new EditorOptions();
  for (const options of [other, reloaded])
    assert.deepEqual(
      [options.now.hasMinimap, options.now.wrapsLines],
      [one.now.hasMinimap, other.now.wrapsLines],
    );
  assert.notEqual(one.now.wrapsLines, other.now.wrapsLines, 'until it is loaded again');
});

test('stored options that cannot be used are the usual ones', () => {
  const usual = new EditorOptions();
  const { hasMinimap, wrapsLines, pattern, external } = usual.now;
  usual.change({ wrapsLines: !wrapsLines });
  const key = localStorage.key(0)!;
  for (const stored of ['not JSON', '7', '{"hasMinimap":"x","wrapsLines":1,"pattern":null,"external":[]}']) {
    localStorage.setItem(key, stored);
    const options = new EditorOptions();
    assert.deepEqual(
      [options.now.hasMinimap, options.now.wrapsLines, options.now.pattern, options.now.external],
      [hasMinimap, wrapsLines, pattern, external],
    );
  }
});
