import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { withMarks } from './marked-program.ts';

const env = { PATH: '/bin', ZDOTDIR: '/my dots' };

test('a shell that is not known gets neither arguments nor variables', () => {
  for (const file of ['/bin/sh', '/bin/dash', '/usr/bin/nu', '/opt/my-bash', '/bin/bashful', 'zsh/x']) {
    const plain = { file, args: ['-l'] };
    assert.deepEqual(withMarks(plain, env), { ...plain, env, key: null });
  }
});

test('each shell gets a key of its own, and its scripts exist', () => {
  const [one, other] = [1, 2].map(() => withMarks({ file: '/bin/bash', args: [] }, env));
  assert.notEqual(one!.key, other!.key);
  assert.ok(existsSync(one!.args[1]!));
  assert.ok(existsSync(path.join(withMarks({ file: '/bin/zsh', args: [] }, env).env.ZDOTDIR!, '.zshenv')));
  const [, , source = ''] = withMarks({ file: '/bin/fish', args: ['-l'] }, env).args;
  assert.ok(existsSync(/^source '(.*)'$/.exec(source)![1]!));
});

test('a login shell stays one, and zsh is told where its files are', () => {
  assert.deepEqual(withMarks({ file: '/bin/zsh', args: ['-l'] }, env).args, ['-l']);
  assert.equal(withMarks({ file: '/bin/fish', args: ['-l'] }, env).args[0], '-l');
  assert.match(withMarks({ file: '/bin/bash', args: ['-l'] }, env).env.TERM_MARKS!, /:login$/);
  assert.equal(withMarks({ file: '/bin/zsh', args: [] }, env).env.TERM_MARKS_ZDOTDIR, '/my dots');
  assert.equal(
    'TERM_MARKS_ZDOTDIR' in withMarks({ file: '/bin/zsh', args: [] }, { PATH: '/bin' }).env,
    false,
  );
});
