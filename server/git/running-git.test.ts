// What a page sees of a git that the user asked for, with real hooks.
import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { allowPrograms } from './folder-programs.ts';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import { writeGit, type GitResult } from './git.ts';
import {
  answerQuestion,
  commandOf,
  isGitRunning,
  pollGitOutput,
  stopWritingGits,
  WatchedOutput,
  withoutOverwritten,
} from './running-git.ts';

/** A hook that speaks, then waits until the file `go` is there. */
const SLOW_HOOK = `#!/bin/sh
echo "checking one"
printf 'h\\303\\251' >&2
while ! test -e go; do sleep 0.05; done
`;

async function commitWithHook(t: TestContext): Promise<{
  top: string;
  write: (file: string, text: string) => Promise<void>;
  done: Promise<GitResult>;
}> {
  const { top, git, write } = await makeRepository(t);
  const hook = path.join(top, '.git/hooks/pre-commit');
  await mkdir(path.dirname(hook), { recursive: true });
  await writeFile(hook, SLOW_HOOK);
  await chmod(hook, 0o755);
  await allowPrograms(top);
  await write('a.txt', 'changed\n');
  git('add', '-A');
  return { top, write, done: writeGit(top, ['commit', '-m', 'second']) };
}

test(
  'the output of a hook is shown while it runs, only in its folder, and is gone when git has ended',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, write, done } = await commitWithHook(t);
    let shown = await pollGitOutput(top, undefined);
    while (!shown.commands[0]?.output.includes('hé')) shown = await pollGitOutput(top, shown.revision);
    assert.deepEqual(
      shown.commands.map(({ command }) => command),
      ['git commit -m second'],
    );
    assert.match(shown.commands[0].output, /checking one\n/);
    assert.deepEqual((await pollGitOutput(path.dirname(top), undefined)).commands, []);
    await write('go', '');
    const { status, output } = await done;
    assert.equal(status, 0);
    assert.match(output, /checking one\n/);
    assert.deepEqual((await pollGitOutput(top, undefined)).commands, []);
  },
);

test('of a very long output, even in one line, the end is shown at once', { timeout: 10_000 }, async () => {
  const watched = new WatchedOutput('/somewhere', ['commit']);
  for (const text of ['first ', 'x'.repeat(200_000), ' last']) watched.add(Buffer.from(text));
  const { commands } = await pollGitOutput('/somewhere', undefined);
  watched.end();
  assert.equal(commands[0]?.output.length, 100_000);
  assert.match(commands[0].output, /^x.* last$/);
});

test('a letter that comes in two parts is shown as one, and of a line that counts the last state is shown', async () => {
  const watched = new WatchedOutput('/somewhere', ['-c', 'x=y', 'push']);
  for (const part of ['1 %\r2', ' %\rh', '\xc3', '\xa9']) watched.add(Buffer.from(part, 'latin1'));
  const { commands } = await pollGitOutput('/somewhere', undefined);
  watched.end();
  assert.deepEqual(commands, [{ command: 'git push', output: 'hé' }]);
  for (const [output, shown] of [
    ['a\rb\r', 'b\r'],
    ['a\r\r\nb\rc\n', 'a\r\r\nc\n'],
    ['\r\r', '\r\r'],
    ['', ''],
  ] as const)
    assert.equal(withoutOverwritten(output), shown, JSON.stringify(output));
  assert.equal(commandOf(['commit', '-c', 'HEAD']), 'git commit -c HEAD');
});

test('a page that has seen everything waits for news, and one that has not is answered at once', async () => {
  const watched = new WatchedOutput('/somewhere', ['fetch']);
  const { revision, commands } = await pollGitOutput('/somewhere', undefined);
  assert.deepEqual(commands, [], 'it has printed nothing');
  const waiting = pollGitOutput('/somewhere', revision);
  watched.add(Buffer.from('news'));
  const next = await waiting;
  assert.deepEqual([next.commands.length, next.revision > revision], [1, true]);
  assert.deepEqual((await pollGitOutput('/somewhere', revision)).revision, next.revision);
  const last = pollGitOutput('/somewhere', next.revision);
  watched.end();
  assert.deepEqual((await last).commands, []);
});

test('a stop ends the gits of one folder, or all of them', () => {
  const stopped: string[] = [];
  const start = (root: string): WatchedOutput => new WatchedOutput(root, ['x'], () => stopped.push(root));
  const all = ['/a', '/a/b', '/c'].map(start);
  assert.deepEqual(['/a', '/a/b', '/b'].map(isGitRunning), [true, true, false]);
  stopWritingGits('/a');
  assert.deepEqual(stopped, ['/a']);
  stopWritingGits();
  assert.deepEqual(stopped, ['/a', '/a', '/a/b', '/c']);
  for (const one of all) one.end();
  assert.equal(isGitRunning('/a'), false);
});

test('a question is hidden unless it asks for a name or for trust, and is answered once, unless it only informs', async () => {
  const watched = new WatchedOutput('/somewhere', ['push']);
  const answers: (string | null)[] = [];
  const answer = (text: string | null): void => void answers.push(text);
  const ask = (question: string, isNotice = false): (() => void) =>
    watched.ask({ question, isNotice, answer });
  const overs = [
    ask("Username for 'https://host'"),
    ask('Are you sure (yes/no/[fingerprint])?'),
    ask("Password for 'https://Username'"),
    ask('Touch the key', true),
  ];
  const shown = async () => (await pollGitOutput('/somewhere', undefined)).commands[0]?.questions ?? [];
  const questions = await shown();
  assert.deepEqual(
    questions.map(({ kind }) => kind),
    ['text', 'text', 'secret', 'notice'],
  );
  answerQuestion(questions[2]!.id, 'secret');
  answerQuestion(questions[0]!.id, null);
  assert.deepEqual(answers, ['secret', null]);
  const gone = { status: 410, code: 'answered' };
  assert.throws(() => answerQuestion(questions[3]!.id, 'x'), gone);
  overs[2]!();
  assert.throws(() => answerQuestion(questions[2]!.id, 'x'), gone);
  assert.equal((await shown()).length, 3);
  watched.end();
  assert.throws(() => answerQuestion(questions[1]!.id, 'x'), gone);
});
