import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedFile, splitSessionOptions } from './session-options.ts';

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

test('a session that is named by its file is found, the last one as in pi, and one named by its id is not', () => {
  assert.deepEqual(namedFile(['--name', 'a', '--session', 'b.jsonl', '-c']), {
    file: 'b.jsonl',
    others: ['--name', 'a', '-c'],
  });
  assert.equal(namedFile(['--session', './a', '--session', 'b/c'])?.file, 'b/c');
  for (const options of [['--session', 'f0f0f0f0'], ['--session'], ['-c'], []])
    assert.equal(namedFile(options), null);
});
