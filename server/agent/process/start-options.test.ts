import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOptions } from './start-options.ts';

test('options are listed with their values, and the values of keys and tokens are not', () => {
  const args = [
    '--mode',
    'rpc',
    '--approve',
    '-e',
    '/a b.ts',
    '--plan=fast',
    '--api-key',
    'sk-1',
    '--my-token=t',
  ];
  assert.deepEqual(startOptions(args), [
    { name: '--mode', value: 'rpc' },
    { name: '--approve' },
    { name: '-e', value: '/a b.ts' },
    { name: '--plan', value: 'fast' },
    { name: '--api-key', value: '•••' },
    { name: '--my-token', value: '•••' },
  ]);
});
