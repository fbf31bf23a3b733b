import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeKind } from '../../../shared/changes.ts';
import { messageFromFiles } from './message-from-files.ts';

const files = (kind: ChangeKind, ...paths: string[]) => paths.map((path) => ({ path, kind }));
const PLAIN = ['Fix the parser', 'Add a flag'];
const AREAS = ['server: fix the parser', 'web: add a flag', 'Merge branch x'];
const TYPED = ['fix(parser): a crash', 'feat: a flag', 'docs: the flag'];

test('a message says what happened to which files', () => {
  assert.equal(messageFromFiles(files('modified', 'src/a.ts'), []), 'Update a.ts');
  assert.equal(messageFromFiles(files('created', 'src/a.ts', 'b.ts'), PLAIN), 'Add a.ts and b.ts');
  assert.equal(messageFromFiles(files('deleted', 'a', 'b', 'c'), PLAIN), 'Remove a, b and c');
  assert.equal(
    messageFromFiles([{ path: 'x/new.ts', kind: 'renamed', from: 'x/old.ts' }], PLAIN),
    'Rename old.ts to new.ts',
  );
  const mixed = [...files('created', 'a/b/1', 'a/b/2'), ...files('modified', 'a/c/3', 'a/b/4')];
  assert.equal(messageFromFiles(mixed, PLAIN), 'Update 4 files in a');
  assert.equal(messageFromFiles(files('created', 'a', 'b/c', 'd', 'e'), PLAIN), 'Add 4 files');
  assert.equal(messageFromFiles([], PLAIN), '');
});

test('it is written as the repository writes its messages', () => {
  assert.equal(messageFromFiles(files('modified', 'a.ts'), ['fix it', 'add it']), 'update a.ts');
  assert.equal(messageFromFiles(files('modified', 'server/git/a.ts'), AREAS), 'server: update a.ts');
  assert.equal(messageFromFiles(files('modified', 'lib/deep/a.ts'), AREAS), 'deep: update a.ts');
  assert.equal(messageFromFiles(files('modified', 'README.md'), AREAS), 'readme: update README.md');
  assert.equal(messageFromFiles(files('modified', 'README.md'), TYPED), 'docs: update README.md');
  assert.equal(messageFromFiles(files('modified', 'src/a.test.ts'), TYPED), 'test: update a.test.ts');
  assert.equal(messageFromFiles(files('created', 'src/a.ts'), TYPED), 'feat: add a.ts');
  assert.equal(messageFromFiles(files('modified', 'src/a.ts'), TYPED), 'chore: update a.ts');
});
