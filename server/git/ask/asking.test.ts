// Questions of real programs: ssh-keygen, which signs commits, and git itself.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { GitQuestion } from '../../../shared/git.ts';
import { makeRepository, WITHOUT_GIT } from '../fixtures/repository.ts';
import { writeGit } from '../git.ts';
import { answerQuestion, pollGitOutput } from '../running-git.ts';
import { openAsking } from './asking.ts';

const isWindows = process.platform === 'win32' && 'scripts are no programs on Windows';
const withSsh = {
  skip: WITHOUT_GIT || isWindows || (spawnSync('ssh-keygen', ['-?']).error ? 'needs ssh-keygen' : false),
};

test(
  'the passphrase of a key that signs is asked for, and the commit is signed with it',
  withSsh,
  async (t) => {
    const { top, around, git, write } = await makeRepository(t);
    const key = path.join(around, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'let me in', '-f', key]);
    git('config', 'gpg.format', 'ssh');
    git('config', 'user.signingKey', key);
    await write('a.txt', 'signed\n');
    // Without an agent of ssh, which may know the key.
    const env = { SSH_AUTH_SOCK: undefined };
    const signed = (): ReturnType<typeof writeGit> =>
      writeGit(top, ['commit', '-qa', '-S', '-m', 'signed'], { env });
    const question = async (done: ReturnType<typeof signed>): Promise<GitQuestion> => {
      const ended = done.then(({ output }) => assert.fail(`git did not ask: ${output}`));
      ended.catch(() => undefined);
      let shown = await pollGitOutput(top, undefined);
      while (!shown.commands[0]?.questions)
        shown = await Promise.race([pollGitOutput(top, shown.revision), ended]);
      return shown.commands[0].questions[0]!;
    };
    const refused = signed();
    answerQuestion((await question(refused)).id, null);
    assert.notEqual((await refused).status, 0);
    const done = signed();
    const { id, text: asked, kind } = await question(done);
    assert.equal(kind, 'secret');
    assert.match(asked, /passphrase/i);
    answerQuestion(id, 'let me in');
    assert.equal((await done).status, 0);
    assert.match(git('cat-file', 'commit', 'HEAD'), /BEGIN SSH SIGNATURE/);
  },
);

test(
  'a question is over when its program ends, and nothing is left when git has ended',
  { skip: isWindows },
  async (t) => {
    const asked = Promise.withResolvers<{ question: string; isNotice: boolean }>();
    const over = Promise.withResolvers<void>();
    const asking = await openAsking((question) => {
      asked.resolve(question);
      return over.resolve;
    });
    const script = asking.env.SSH_ASKPASS!;
    const child = spawn(script, ['Touch the key '], { env: { ...process.env, SSH_ASKPASS_PROMPT: 'none' } });
    t.after(() => child.kill('SIGKILL'));
    const printed = text(child.stdout);
    const { question, isNotice } = await asked.promise;
    assert.deepEqual([question, isNotice], ['Touch the key', true]);
    child.kill();
    await over.promise;
    assert.equal(await printed, '');
    await asking.close();
    assert.equal(existsSync(path.dirname(script)), false);
  },
);
