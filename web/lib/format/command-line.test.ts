import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinCommand, splitCommand } from './command-line.ts';

test('a command is split at spaces outside quotes, and joined to the same words', () => {
  const words = ['/my tools/server', '--stdio', '', '--name="x y"'];
  assert.deepEqual(splitCommand('"/my tools/server"  --stdio "" \'--name="x y"\''), words);
  assert.deepEqual(splitCommand(joinCommand(words)), words);
  assert.deepEqual(splitCommand('  '), []);
});
