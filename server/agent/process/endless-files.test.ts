import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { findEndlessFile } from './endless-files.ts';

const skip = process.platform === 'win32' && 'no named pipes in folders';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-endless-')));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makePipe(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  execFileSync('mkfifo', [file]);
}

test('S-38: each file for which pi would wait is named, also through a link', { skip }, async (t) => {
  const folder = await makeFolder(t);
  for (const name of [
    '.pi/settings.json',
    '.pi/SYSTEM.md',
    '.pi/APPEND_SYSTEM.md',
    '.pi/mcp.json',
    '.pi/extensions/x/package.json',
    '.pi/skills/.gitignore',
    '.pi/skills/x/.ignore',
    '.agents/skills/.fdignore',
  ]) {
    const file = path.join(folder, name);
    await makePipe(file);
    const expected = `it would wait without an end for ${file}, which is not a file.`;
    assert.ok((await findEndlessFile(folder, '1.6.0'))?.message.endsWith(expected), name);
    await rm(file);
    await symlink('/dev/zero', file);
    assert.ok((await findEndlessFile(folder, '1.6.0'))?.message.endsWith(expected), name);
    await rm(file);
  }
  assert.equal(await findEndlessFile(folder, '1.6.0'), null);
});

test(
  'S-38: AGENTS.md, also of a folder above, counts for a pi that would wait for it',
  { skip },
  async (t) => {
    const folder = await makeFolder(t);
    const inner = path.join(folder, 'a', 'b');
    await mkdir(inner, { recursive: true });
    await makePipe(path.join(folder, 'AGENTS.md'));
    assert.match((await findEndlessFile(inner, '0.82.0'))!.message, /for .*\/AGENTS\.md, which/);
    assert.equal(await findEndlessFile(inner, '0.82.1'), null);
    assert.equal(await findEndlessFile(inner, null), null);
  },
);

test(
  'files, folders, links to nothing and to /dev/null do not keep pi from starting',
  { skip },
  async (t) => {
    const folder = await makeFolder(t);
    await mkdir(path.join(folder, '.pi', 'SYSTEM.md'), { recursive: true });
    await writeFile(path.join(folder, '.pi', 'settings.json'), '{}');
    await symlink('/dev/null', path.join(folder, '.pi', 'mcp.json'));
    await symlink('nothing', path.join(folder, '.pi', 'APPEND_SYSTEM.md'));
    await writeFile(path.join(folder, '.pi', 'skills'), 'a file');
    assert.equal(await findEndlessFile(folder, '0.73.1'), null);
  },
);
