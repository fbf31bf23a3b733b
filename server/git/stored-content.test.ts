import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { contentInHead, readCheckedOut, readStored } from './stored-content.ts';

test(
  'only a file has a content, in the commit or in the index, and what git lacks is not called absent',
  { skip },
  async (t) => {
    const { around, top, git, write } = await makeRepository(t);
    const head = git('rev-parse', 'HEAD').trim();
    await write('sub/[a]*.txt', 'committed\n');
    git('update-index', '--add', '--cacheinfo', `160000,${head},module`);
    const link = git('hash-object', '-w', 'a.txt').trim();
    git('update-index', '--add', '--cacheinfo', `120000,${link},link`);
    git('add', 'sub');
    git('commit', '-qm', 'second');
    await write('sub/[a]*.txt', 'staged\n');
    await write('sub/new.txt', 'new\n');
    git('add', 'sub');
    const sub = path.join(top, 'sub');
    const text = (bytes: Buffer | null): string | null => bytes && String(bytes);
    assert.equal(text(await contentInHead(sub, '[a]*.txt')), 'committed\n');
    assert.equal(text(await readCheckedOut(sub, '', '[a]*.txt')), 'staged\n');
    assert.equal(text(await readStored(sub, '', 'new.txt')), 'new\n');
    for (const read of [readCheckedOut, readStored]) {
      assert.equal(text(await read(top, 'HEAD', 'link')), 'one\ntwo\nthree\n');
      for (const commit of ['HEAD', ''])
        for (const name of [
          'sub',
          'module',
          'nothing',
          'a.txt/below',
          ...(commit === '' ? [] : ['sub/new.txt']),
        ])
          assert.equal(await read(top, commit, name), null, `${commit}:${name}`);
      assert.equal(await read(around, 'HEAD', 'a.txt'), null, 'there is no repository');
    }
    for (const name of ['a.txt', 'sub/[a]*.txt']) {
      const id = git('rev-parse', `HEAD:${name}`).trim();
      await rm(path.join(top, '.git/objects', id.slice(0, 2), id.slice(2)));
      const missing = { status: 409, code: 'git_failed', message: /does not have the content of/ };
      await assert.rejects(readStored(top, 'HEAD', name), missing);
    }
  },
);
