import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { copyRegular, readRegular, readRegularText, readRegularTextSync } from './regular-file.ts';
import { ROOT } from './root.ts';

const skip = process.platform === 'win32' && 'Windows has no named pipes in folders';

test('S-38: a pipe, a device and a folder are refused at once, also through a link', { skip }, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'regular-'));
  t.after(() => rm(folder, { recursive: true }));
  const at = (name: string): string => path.join(folder, name);
  execFileSync('mkfifo', [at('pipe')]);
  await mkdir(at('folder'));
  await symlink('pipe', at('link'));
  await symlink('/dev/zero', at('zero'));
  for (const name of ['pipe', 'folder', 'link', 'zero']) {
    const expected = { code: 'ENXIO', message: `${at(name)} is not a regular file.` };
    await assert.rejects(readRegular(at(name)), expected);
    await assert.rejects(copyRegular(at(name), at('copy')), expected);
    assert.throws(() => readRegularTextSync(at(name)), expected);
  }
  await assert.rejects(readRegularText(at('none')), { code: 'ENOENT' });
});

test('a file is read and copied whole, unless it is too large', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'regular-'));
  t.after(() => rm(folder, { recursive: true }));
  const [file, copy] = [path.join(folder, 'file'), path.join(folder, 'copy')];
  await writeFile(file, 'text', { mode: 0o755 });
  assert.deepEqual([await readRegularText(file, 4), readRegularTextSync(file, 4)], ['text', 'text']);
  await assert.rejects(readRegular(file, 3), { code: 'EFBIG' });
  assert.throws(() => readRegularTextSync(file, 3), { code: 'EFBIG' });
  await copyRegular(file, copy);
  assert.equal(await readFile(copy, 'utf8'), 'text');
  assert.equal((await stat(copy)).mode, (await stat(file)).mode);
  await assert.rejects(copyRegular(file, copy), { code: 'EEXIST' });
});

/** The rooms that read what a project contains. */
const ROOMS = ['changes', 'companion', 'git', 'host', 'routes', 'setup', 'workspace', 'worktrees'];

/** The files of these rooms that open files by themselves, and why none of them waits for a pipe. */
const OTHERS: Readonly<Record<string, string>> = {
  'changes/contents/blob-store.ts': 'it reads the state folder',
  'changes/contents/file-state.ts': 'it opens with O_NONBLOCK and checks the type',
  'changes/journal/journal.ts': 'it reads the state folder',
  'changes/undo/apply-file.ts': 'it opens with O_NONBLOCK',
  'changes/undo/real-folders.ts': 'it opens with O_DIRECTORY',
  'companion/drawn/lent-terminal.ts': 'it opens the terminal that the panel lends',
  'companion/drawn/pi-keys.ts': "it reads pi's own folder",
  'companion/sharing/bug-report.ts': 'it reads the report that it has written itself',
  'companion/sharing/share.ts': 'it reads the file that it has written itself',
  'git/git-process.ts': 'it reads /proc',
  'host/running-agents.ts': 'it reads the state folder',
  'routes/sessions.ts': 'it reads the folder of sessions',
  'setup/inside/schemas.ts': "it reads pi's package",
  'workspace/entries/trash.ts': 'it reads the state folder',
  'workspace/entries/upload.ts': 'it creates files',
  'workspace/ignore-rules.ts': 'it opens with O_NONBLOCK and checks the type',
  'workspace/inside.ts': 'it opens with O_NONBLOCK, and its callers check the type',
  'workspace/replace-file.ts':
    'it opens with O_NONBLOCK or creates files, and overwrites what it has checked',
  'workspace/unfinished-writes.ts': 'it reads the state folder, and overwrites what it has checked',
};
const OPENING = /\b(?:readFile|readFileSync|open|openSync|createReadStream|copyFile|copyFileSync)\b/;
const IMPORT = /^import (?:fs|\{([^}]*)\}) from 'node:fs(?:\/promises)?';$/gm;

test('whatever reads the files of a project does it here, or is known not to wait for a pipe', async () => {
  const found: string[] = [];
  for (const room of ROOMS)
    for (const name of await readdir(path.join(ROOT, 'server', room), { recursive: true })) {
      if (!name.endsWith('.ts') || /\.test\.ts$|(?:^|\/)fixtures\//.test(name)) continue;
      const text = await readFile(path.join(ROOT, 'server', room, name), 'utf8');
      if ([...text.matchAll(IMPORT)].some(([, names]) => names === undefined || OPENING.test(names)))
        found.push(`${room}/${name.split(path.sep).join('/')}`);
    }
  assert.deepEqual(found.sort(), Object.keys(OTHERS).sort());
});
