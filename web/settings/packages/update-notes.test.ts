import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiPackage } from '../../../shared/resources.ts';
import { updateNotes } from './update-notes.ts';

const pkg = (source: string, version: string | null, scope: PiPackage['scope'] = 'user'): PiPackage => ({
  ...{ source, scope, version, path: '/p', name: null, description: null },
});

test('only packages with another version than before are asked for what is new', async () => {
  const asked: string[] = [];
  const notes = await updateNotes(
    [pkg('npm:a', '1.0.0'), pkg('npm:b', '2.0.0'), pkg('npm:c', null), pkg('npm:e', '1.0.0')],
    [
      pkg('npm:a', '1.1.0'),
      pkg('npm:b', '2.0.0'),
      pkg('npm:c', '1.0.0'),
      pkg('npm:d', '1.0.0'),
      pkg('npm:e', '2.0.0'),
    ],
    (query) => {
      asked.push(query);
      return Promise.resolve({
        found: query.includes('npm%3Aa') ? { name: 'a', version: '1.1.0', text: 'News' } : null,
      });
    },
  );
  assert.deepEqual(asked, ['source=npm%3Aa&scope=user&since=1.0.0', 'source=npm%3Ae&scope=user&since=1.0.0']);
  assert.deepEqual(notes, [{ name: 'a', version: '1.1.0', text: 'News' }]);
});
