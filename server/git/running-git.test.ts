// What a page sees of a git that the user asked for, with real hooks.
import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { allowPrograms } from './folder-programs.ts';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import { writeGit, type GitResult } from './git.ts';
import { pollGitOutput, WatchedOutput } from './running-git.ts';

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
