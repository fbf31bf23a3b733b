import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageCommand } from './package-command.ts';

test('packages are installed, removed and updated by the options that pi has for it', () => {
  const source = 'npm:@example/tools';
  assert.deepEqual(packageCommand({ act: 'install', source, scope: 'user' }, false), ['install', source]);
  const removal = packageCommand({ act: 'remove', source, scope: 'project' }, true);
  assert.deepEqual(removal, ['remove', source, '--local', '--approve']);
  assert.deepEqual(packageCommand({ act: 'update', source }, false), ['update', '--extension', source]);
  assert.deepEqual(packageCommand({ act: 'update' }, false), ['update', '--extensions']);
});

test('a password in the address of a package is refused: other programs can read arguments', () => {
  const install = (source: string) => packageCommand({ act: 'install', source, scope: 'user' }, false);
  for (const source of ['https://me:word@example.com/x', 'git:https://me:word@example.com/x'])
    assert.throws(() => install(source), { status: 400, message: /^source: it has a password/ });
  for (const source of [
    'ssh://git@github.com/a/b',
    'git:git@github.com:a/b',
    'https://example.com:8080/a@v1',
  ])
    assert.equal(install(source)[1], source);
});
