import assert from 'node:assert/strict';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
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
    assert.equal(await contentInHead(top, 'a.txt'), null);
    assert.ok(!(await readdir(around)).includes('ran'));
  },
);
