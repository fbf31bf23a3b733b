import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSessionOptions } from './session-options.ts';

test('options that choose or name a session are separated together with their values', () => {
  const options = [
    '--model',
    'a/b',
    '--session',
    '-odd',
    '-c',
    '--thinking',
    'off',
    '-n',
    'a name',
    '--no-session',
  ];
  assert.deepEqual(splitSessionOptions(options), {
    session: ['--session', '-odd', '-c', '-n', 'a name'],
    lasting: ['--model', 'a/b', '--thinking', 'off', '--no-session'],
  });
  assert.deepEqual(splitSessionOptions(['--fork']), { session: ['--fork'], lasting: [] });
});
