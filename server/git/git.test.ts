import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { CommitsSince } from './commits-since.ts';
import { changesSinceHead } from './head-changes.ts';
import { readGitState } from './git-state.ts';
import { withFileSnapshot } from './file-snapshot.ts';
import { gitWords, readBytes, readGit, readWord, writeGit } from './git.ts';
import { readDiff } from './read-diff.ts';
import { pollGitOutput, stopWritingGits } from './running-git.ts';
import { runReadingGit } from './start-git.ts';
import { changesSince } from './worktree-changes.ts';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import { contentInHead } from './stored-content.ts';

test(
  'S-59: reading an object that is missing does not fetch it by a program that the repository names',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { around, top, git } = await makeRepository(t);
    const id = git('rev-parse', 'HEAD:a.txt').trim();
    const program = path.join(around, 'program');
    await writeFile(program, `#!/bin/sh\ntouch '${around}/ran'\n`);
    await chmod(program, 0o755);
    const settings = {
      'core.repositoryformatversion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.url': `ext::${program}`,
      'remote.origin.promisor': 'true',
      'protocol.ext.allow': 'always',
    };
    for (const [name, value] of Object.entries(settings)) git('config', name, value);
    await rm(path.join(top, '.git', 'objects', id.slice(0, 2), id.slice(2)));
    await assert.rejects(contentInHead(top, 'a.txt'), { code: 'git_failed' });
    assert.ok(!(await readdir(around)).includes('ran'));
  },
);

test(
  'V2: reading differences leaves the index as it is, even of files that only look changed (codex#8214)',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, git } = await makeRepository(t);
    const index = path.join(top, '.git/index');
    // The time of the file differs from the index, its content does not: `git diff` would write the new time there.
    const old = new Date('2020-01-01');
    await utimes(path.join(top, 'a.txt'), old, old);
    const before = await lstat(index, { bigint: true });
    assert.deepEqual((await changesSinceHead(top)).files, []);
    assert.deepEqual(await changesSince(top, 'HEAD'), []);
    await readGitState(top);
    const since = new CommitsSince(top, { head: git('rev-parse', 'HEAD').trim(), times: new Map() });
    assert.equal(await since.isAsCommitted('a.txt'), true);
    const after = await lstat(index, { bigint: true });
    assert.deepEqual([after.ino, after.ctimeNs], [before.ino, before.ctimeNs]);
  },
);

test(
  'nothing is left in the folder for temporary files, whether git fails or not',
  { skip: WITHOUT_GIT || process.platform === 'win32' },
  async (t) => {
    const { around, top, write } = await makeRepository(t);
    await write('a.txt', 'changed\n');
    const temporary = path.join(around, 'tmp');
    await mkdir(temporary);
    const before = process.env.TMPDIR;
    t.after(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    process.env.TMPDIR = temporary;
    assert.match(await readDiff(top, ['diff', 'HEAD']), /\+changed/);
    await assert.rejects(readDiff(top, ['diff', 'nowhere']));
    const options = { message: 'x', failure: 'It failed' };
    const names = () => readdir(temporary);
    const during = await withFileSnapshot(top, options, async ({ tree }) => {
      assert.match(tree, /^[0-9a-f]{40}/);
      return names();
    });
    assert.equal(during.length, 1);
    const failing = withFileSnapshot(top, options, ({ run }) => run('update-ref', 'refs/x', 'nowhere', ''));
    await assert.rejects(failing, { code: 'git_failed', message: /^It failed: git update-ref: / });
    assert.notEqual((await writeGit(top, ['rev-parse', 'nowhere'])).status, 0);
    assert.deepEqual(await names(), []);
  },
);

test(
  'a git that the user stops has no exit status, and is told from one that fails or cannot start',
  { skip: WITHOUT_GIT || process.platform === 'win32' },
  async (t) => {
    const { top, around } = await makeRepository(t);
    const waiting = ['-c', 'alias.wait=!echo answer; echo words >&2; sleep 600', 'wait'];
    const done = writeGit(top, waiting);
    let shown = await pollGitOutput(top, undefined);
    while (!shown.commands[0]?.output.includes('words')) shown = await pollGitOutput(top, shown.revision);
    stopWritingGits(top);
    const { status, isStopped, output, answer } = await done;
    assert.deepEqual([status, isStopped], [null, true]);
    assert.deepEqual([output.split('\n').toSorted(), String(answer)], [['', 'answer', 'words'], 'answer\n']);
    const failed = await writeGit(top, ['-c', 'alias.fail=!cat >&2; exit 3', 'fail'], { input: 'given' });
    assert.deepEqual(
      [failed.status, failed.isStopped, failed.output, failed.answer.length],
      [3, false, 'given', 0],
    );
    const gone = await writeGit(path.join(around, 'gone'), ['status']);
    assert.deepEqual([gone.status, gone.isStopped], [null, false]);
    assert.match(gone.output, /ENOENT/);
  },
);

test(
  'an answer of git is given for an exit status that is expected, and no other',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, around, git } = await makeRepository(t);
    const missing = ['rev-parse', '--verify', '--quiet', 'nowhere'];
    assert.equal(await readBytes(top, missing), null);
    assert.equal(String(await readBytes(top, missing, [1])), '');
    assert.equal(await readBytes(around, missing, [1]), null, '128');
    assert.equal(await readWord(top, ['rev-parse', '--abbrev-ref', 'HEAD']), 'main');
    assert.equal(await readWord(top, missing), null);
    const error = await readGit(around, ['rev-parse', 'HEAD']).catch((reason: unknown) => reason);
    assert.match(gitWords(error), /^not a git repository/);
    const short = runReadingGit(top, ['cat-file', 'blob', 'HEAD:a.txt'], { maxOutput: 13 });
    await assert.rejects(short, { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' });
    const whole = await runReadingGit(top, ['cat-file', 'blob', 'HEAD:a.txt'], { maxOutput: 14 });
    assert.equal(String(whole), 'one\ntwo\nthree\n');
    // What git is not run to its end for is no answer of git.
    await mkdir(path.join(around, 'outside'));
    git('config', 'core.worktree', path.join(around, 'outside'));
    await assert.rejects(readBytes(top, ['ls-files']), { status: 409, code: 'git_failed' });
  },
);
