import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { isRoot, NOBODY } from '../workspace/fixtures/as-nobody.ts';
import { canWrite } from './can-write.ts';

/** Prints the answers for a user without the rights of root. */
const SCRIPT = `
  import path from 'node:path';
  const { canWrite } = await import(${JSON.stringify(new URL('can-write.ts', import.meta.url).href)});
  const [root, ...names] = process.argv.slice(1);
  if (process.getuid() === 0) process.setgid(${NOBODY}), process.setuid(${NOBODY});
  const answers = await Promise.all(names.map(async (name) => [name, await canWrite(path.join(root, name))]));
  console.log(JSON.stringify(Object.fromEntries(answers)));`;
const needsModes = { skip: process.platform === 'win32' && 'modes do not protect folders' };

test(
  'a folder can be written to if it, or the nearest folder above it that exists, can be',
  needsModes,
  async (t) => {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-writable-')));
    t.after(() => rm(root, { recursive: true }));
    const place = (name: string): string => path.join(root, name);
    for (const name of ['fixed', 'fixed/open']) await mkdir(place(name));
    await writeFile(place('file'), '');
    await chmod(place('fixed'), 0o555);
    if (isRoot) for (const each of [root, place('fixed/open')]) await chown(each, NOBODY, NOBODY);
    const names = [
      '',
      'new',
      'new/er',
      'fixed',
      'fixed/new',
      'fixed/open',
      'fixed/open/new',
      'file',
      'file/new',
    ];
    const args = [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      SCRIPT,
      root,
      ...names,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    await chmod(place('fixed'), 0o755);
    assert.deepEqual(JSON.parse(stdout), {
      '': true,
      new: true,
      'new/er': true,
      fixed: false,
      'fixed/new': false,
      'fixed/open': true,
      'fixed/open/new': true,
      file: false,
      'file/new': false,
    });
    // As with HOME='', which makes every place below it relative.
    assert.equal(await canWrite('relative'), false);
  },
);
