import assert from 'node:assert/strict';
import { link, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuseInPlace, refuseInstallScripts, refuseShared, refuseRunLater, runnerOf } from './caution.ts';

const NONE = new Set<string>();

const RUN_LATER = [
  '.git/hooks/pre-commit',
  '.git/modules/sub/hooks/post-merge',
  '.git/config',
  '.git/config.worktree',
  '.git/modules/sub/config',
  '.githooks/pre-push',
  '.husky/_/pre-commit',
  '.pi/extensions/own.ts',
  '.pi/extensions/own/index.ts',
  '.pi/settings.json',
  '.pi/mcp.json',
  '.mcp.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.cursor/mcp.json',
  '.envrc',
  '.vscode/tasks.json',
  '.vscode/launch.json',
  'project.code-workspace',
  '.devcontainer/devcontainer.json',
  '.devcontainer.json',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.profile',
  '.config/fish/config.fish',
  '.ssh/rc',
  '.ssh/config',
  '.ssh/authorized_keys',
  '.config/autostart/x.desktop',
  '.gitmodules',
  '.lfsconfig',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn/releases/yarn-4.cjs',
  '.pnpmfile.cjs',
  '.pre-commit-config.yaml',
  '.lefthook.yml',
  '.lintstagedrc.json',
  '.cargo/config.toml',
  '.mise.toml',
];

test('a file that something runs later is known at the root, in a folder, and in any case', () => {
  for (const path of RUN_LATER)
    for (const name of [path, `sub/folder/${path}`, path.toUpperCase()])
      assert.ok(runnerOf(name), `${name} is run later`);
});

test('a name that only begins or ends like that of such a file is not run', () => {
  for (const path of RUN_LATER)
    for (const name of [`x${path}`, `${path.replace(/^\./, '')}`])
      if (!/\.code-workspace$|^(?:mise|lefthook)\./.test(name)) assert.equal(runnerOf(name), undefined, name);
  for (const path of RUN_LATER.filter(
    (each) => !/hooks|husky|extensions|devcontainer|fish|autostart|releases|lintstaged/.test(each),
  ))
    assert.equal(runnerOf(`${path}x`), undefined, path);
  for (const name of [
    '.git/hooks',
    '.git/hooks/',
    '.git/configs',
    '.husky',
    '.pi/extensions/',
    '.pi/other.json',
    '.pi/sub/settings.json',
    '.claude/sub/settings.json',
    '.claude/settings/x.json',
    '.vscode/settings.json',
    '.code-workspace/x',
    '.devcontainers',
    '.config/fish/',
    '.config/autostart/',
    '.ssh/known_hosts',
    'README.md',
    // Whoever starts their tool wants to run them.
    'Makefile',
    'package.json',
    'vite.config.ts',
    'Cargo.toml',
  ])
    assert.equal(runnerOf(name), undefined, name);
});

test('a save of such a file is refused until the user confirms it, under any of its names', () => {
  const refused = { status: 409, code: 'runs_code' };
  assert.throws(() => refuseRunLater(['a', '.envrc'], NONE), refused);
  assert.throws(() => refuseRunLater(['.envrc', 'a'], new Set(['in_place'])), refused);
  refuseRunLater(['.envrc'], new Set(['runs_code']));
  refuseRunLater(['a', 'b'], NONE);
});

test('a new script that an install runs by itself is refused until the user confirms it; other scripts are not', () => {
  const save = (before: string, after: string, confirmed = NONE): void =>
    refuseInstallScripts('web/package.json', { before, after }, confirmed);
  const refused = { status: 409, code: 'runs_code', message: /"web\/package\.json".+"postinstall"/ };
  const own = '{"scripts":{"test":"x","postinstall":"./a"}}';
  assert.throws(() => save('', own), refused);
  assert.throws(() => save('{"scripts":{"postinstall":"./b"}}', own), refused);
  assert.throws(() => save('not JSON', `\uFEFF${own}`), refused);
  save('', own, new Set(['runs_code']));
  save(own, '{"scripts":{"test":"y","postinstall":"./a"},"version":"2"}');
  save(own, '{}');
  for (const text of ['{"scripts":{"test":"x"}}', '{"scripts":[]}', '[]', 'null', '{"scripts":null}', '{'])
    save('', text);
});

test('a file with a second name is refused until the user confirms it; links, folders and new files are not', async (t) => {
  const real = await realpath(await mkdtemp(join(tmpdir(), 'caution-')));
  t.after(() => rm(real, { recursive: true }));
  await writeFile(join(real, 'one'), '');
  await link(join(real, 'one'), join(real, 'two'));
  await writeFile(join(real, 'alone'), '');
  await symlink('one', join(real, 'link'));
  const refused = { status: 409, code: 'hardlinked' };
  await assert.rejects(refuseShared({ real }, 'one', NONE), refused);
  await assert.rejects(refuseShared({ real }, 'one', new Set(['runs_code'])), refused);
  await refuseShared({ real }, 'one', new Set(['hardlinked']));
  await assert.rejects(refuseShared({ real }, 'one', NONE), /a second name/);
  for (const name of ['alone', 'link', '', 'new']) await refuseShared({ real }, name, NONE);
  await link(join(real, 'one'), join(real, 'three'));
  await assert.rejects(refuseShared({ real }, 'one', NONE), /2 other names/);
});

test('a file that can only be overwritten is refused with the error of the disk until the user confirms it', () => {
  const busy = Object.assign(new Error('busy'), { code: 'EBUSY' });
  assert.throws(() => refuseInPlace('a', busy, NONE), { status: 409, code: 'in_place', message: /EBUSY/ });
  refuseInPlace('a', busy, new Set(['in_place']));
});
