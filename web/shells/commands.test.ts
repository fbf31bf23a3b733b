import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShellCommand } from '../../shared/shells.ts';
import { hasFailed, nameOfCommand, quoteOf } from './command-words.ts';
import { CommandsOnPage } from './commands.svelte.ts';

const command = (number: number, more: Partial<ShellCommand> = {}): ShellCommand => ({
  ...{ number, text: `echo ${number}`, isCut: false, isSure: true, folder: '/shop', startedAt: 1000 },
  ...{ endedAt: 3300, status: 0, at: number * 100 },
  ...more,
});

test('commands that change keep their place, and those that the panel has dropped go', () => {
  const commands = new CommandsOnPage({ json: () => assert.fail('nothing is asked') });
  const numbers = (): number[] => commands.of('a').map(({ number }) => number);
  assert.deepEqual(numbers(), []);
  commands.onCommands({
    id: 'a',
    first: 1,
    commands: [command(1), command(2, { endedAt: null, status: null })],
  });
  assert.equal(commands.isAnyRunning, true);
  commands.onCommands({ id: 'a', first: 1, commands: [command(2, { status: 1 })] });
  assert.deepEqual([numbers(), commands.of('a')[1]?.status, commands.isAnyRunning], [[1, 2], 1, false]);
  commands.onCommands({ id: 'a', first: 2, commands: [command(3)] });
  assert.deepEqual(numbers(), [2, 3]);
  // A connection begins with all of them.
  commands.onCommands({ id: 'a', first: 2, commands: [command(2), command(3)] });
  assert.deepEqual(numbers(), [2, 3]);
  commands.forget('a');
  assert.deepEqual(numbers(), []);
});

test('a command is named by its text on one line and by how it ended', () => {
  assert.equal(nameOfCommand(command(1, { text: 'sh -c "exit 3"', status: 3 })), 'sh -c "exit 3", exit 3');
  assert.equal(
    nameOfCommand(command(1, { text: 'for i in 1\n  do true\ndone' })),
    'for i in 1 do true done, exit 0',
  );
  assert.equal(nameOfCommand(command(1, { endedAt: null, status: null })), 'echo 1, running');
  assert.equal(nameOfCommand(command(1, { text: '', status: null })), 'unknown command, ended');
});

test('a command that the user has interrupted has not failed', () => {
  const failed = (status: number | null): boolean => hasFailed(command(1, { status }));
  assert.deepEqual([0, 1, 127, 130, 255, null].map(failed), [false, true, true, false, true, false]);
});

test('a short output is quoted whole; of a long one the end is quoted and all is attached', async () => {
  const short = quoteOf(command(1, { status: 2 }), { text: 'no\nway', isWhole: true });
  assert.equal(short.text, '$ echo 1\n(in /shop, exit status 2, after 2.3 s)\n\nno\nway');
  assert.equal(short.file, null);
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`);
  const long = quoteOf(command(1), { text: lines.join('\n'), isWhole: true });
  assert.match(long.text, /The last lines of 1000; echo-1-output\.txt has all\.\n\nline 940\n/);
  assert.match(long.text, /line 999$/);
  assert.equal(await long.file?.text(), lines.join('\n'));
  const lacking = quoteOf(command(1, { text: '../..' }), { text: 'x'.repeat(1_000_000), isWhole: false });
  assert.match(lacking.text, /command-output\.txt has more/);
  assert.equal(lacking.file?.size, 900_000);
  assert.match(
    quoteOf(command(1), { text: 'a', isWhole: false }).text,
    /beginning of the output is no longer kept/,
  );
});
