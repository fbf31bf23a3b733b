import assert from 'node:assert/strict';
import { link, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuseInPlace, refuseInstallScripts, refuseShared, refuseRunLater } from './caution.ts';

const NONE = new Set<string>();

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
