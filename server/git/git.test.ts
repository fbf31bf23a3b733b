import assert from 'node:assert/strict';
import { chmod, lstat, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { CommitsSince } from './commits-since.ts';
import { changesSinceHead } from './head-changes.ts';
import { readGitState } from './git-state.ts';
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
