import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShellCommand } from '../../shared/shells.ts';
import { ShellNews } from './shell-news.ts';

const command = (number: number, seconds: number | null, status = 0): ShellCommand => ({
  ...{ number, text: 'npm test', isCut: false, isSure: true, folder: null, startedAt: 1000, at: 0 },
  ...(seconds === null ? { endedAt: null, status: null } : { endedAt: 1000 + seconds * 1000, status }),
});

test('the end of a long command is news once, if the page saw it run and the user did not end it', () => {
  const news = new ShellNews();
  const numbers = (shell: string, ...commands: ShellCommand[]): number[] =>
    news.onCommands(shell, commands).map(({ number }) => number);
  assert.deepEqual(numbers('a', command(1, 300), command(2, null)), []);
  assert.deepEqual(numbers('b', command(2, 300)), []);
  assert.deepEqual(numbers('a', command(1, 300), command(2, 61, 1)), [2]);
  assert.deepEqual(numbers('a', command(2, 61, 1), command(3, null)), []);
  assert.deepEqual(numbers('a', command(3, 59), command(4, null)), []);
  assert.deepEqual(numbers('a', command(4, 300, 130)), []);
});
