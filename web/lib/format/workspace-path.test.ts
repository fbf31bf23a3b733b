import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderOf, isWithin, nameOf, workspacePath } from './workspace-path.ts';

test('a path inside the workspace becomes relative, however a tool wrote it', () => {
  for (const path of ['src/a.ts', './src/a.ts', '/home/me/app/src/a.ts', 'src//b/../a.ts']) {
    assert.equal(workspacePath('/home/me/app', path), 'src/a.ts');
  }
  assert.equal(workspacePath('/home/me/app/', '/home/me/app'), '');
  assert.equal(workspacePath('/', '/etc/hosts'), 'etc/hosts');
});

test('a path outside the workspace is rejected', () => {
  for (const path of [
    '/home/me/application/a',
    '/etc/hosts',
    '../a',
    'src/../../a',
    '~/a',
    '/home/me/app/../b',
  ]) {
    assert.equal(workspacePath('/home/me/app', path), null, path);
  }
});

test('a path is split into its folder and its name', () => {
  assert.deepEqual([folderOf('a/b/c'), nameOf('a/b/c')], ['a/b', 'c']);
  assert.deepEqual([folderOf('c'), nameOf('c')], ['', 'c']);
});

test('a change of a folder concerns the folder and everything inside it', () => {
  assert.ok(isWithin('a/b', 'a/b') && isWithin('a/b/c', 'a/b') && isWithin('a/b', ''));
  assert.ok(!isWithin('a/bc', 'a/b') && !isWithin('a', 'a/b'));
});
