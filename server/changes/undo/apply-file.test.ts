import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import fs, {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { asNobody } from '../../workspace/fixtures/as-nobody.ts';
import { afterCalls } from '../fixtures/disk.ts';
import { applyFile, ChangedMeanwhile, type Application } from './apply-file.ts';
import { ABSENT, fileState, readState, type FileState, type ReadState } from '../contents/file-state.ts';

const LINK: FileState = { kind: 'link', target: 'elsewhere' };

async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-apply-')));
  t.after(() => rm(root, { recursive: true, force: true }));
  const place = (name: string): string => path.join(root, name);
  const apply = (name: string, expected: FileState, target: ReadState): Promise<void> =>
    applyFile({ real: root }, { path: name, expected, target } satisfies Application);
  const stateOf = async (name: string): Promise<FileState> => (await readState(place(name))).state;
  return { root, place, apply, stateOf };
}

function text(content: string, mode = 0o644): ReadState & { state: FileState } {
  const bytes = Buffer.from(content);
  return { state: fileState(bytes, mode), bytes };
}

const gone: ReadState = { state: ABSENT };

test('a file that is as expected takes its new content and mode, and nothing else stays in its folder', async (t) => {
  const { root, place, apply, stateOf } = await setUp(t);
  await writeFile(place('a'), 'old');
  await chmod(place('a'), 0o644);
  await apply('a', text('old').state, text('new', 0o755));
  assert.deepEqual(await stateOf('a'), text('new', 0o755).state);
  assert.deepEqual(await readdir(root), ['a']);
});

test('a file that is not as expected is not changed in any way', async (t) => {
  const { root, place, apply } = await setUp(t);
  await writeFile(place('a'), 'of the user');
  const expected = text('old').state;
  const targets: ReadState[] = [text('new'), text('old', 0o755), gone, { state: LINK }];
  for (const target of targets) {
    await assert.rejects(apply('a', expected, target), ChangedMeanwhile);
    assert.equal(await readFile(place('a'), 'utf8'), 'of the user');
  }
  assert.deepEqual(await readdir(root), ['a']);
});

test('a file whose mode was changed is not as expected', async (t) => {
  const { place, apply } = await setUp(t);
  await writeFile(place('a'), 'old');
  await chmod(place('a'), 0o600);
  await assert.rejects(apply('a', text('old').state, text('new')), ChangedMeanwhile);
  await assert.rejects(apply('a', text('old').state, gone), ChangedMeanwhile);
  assert.equal(await readFile(place('a'), 'utf8'), 'old');
});

test('a deleted file is there again in its folder; one that is there again already stays', async (t) => {
  const { place, apply, stateOf } = await setUp(t);
  await mkdir(place('deep/er'), { recursive: true });
  await apply('deep/er/a', ABSENT, text('old', 0o600));
  assert.deepEqual(await stateOf('deep/er/a'), text('old', 0o600).state);
  await writeFile(place('b'), 'of the user');
  await assert.rejects(apply('b', ABSENT, text('old')));
  await assert.rejects(apply('b', ABSENT, { state: LINK }));
  assert.equal(await readFile(place('b'), 'utf8'), 'of the user');
});

test('nothing is created for a file that is to be gone', async (t) => {
  const { root, apply } = await setUp(t);
  await assert.rejects(apply('sub/a', ABSENT, gone));
  assert.deepEqual(await readdir(root), []);
});

test('a mode alone is changed in place', async (t) => {
  const { place, apply, stateOf } = await setUp(t);
  await writeFile(place('a'), 'x');
  await chmod(place('a'), 0o755);
  const { ino } = await stat(place('a'));
  await apply('a', text('x', 0o755).state, { state: text('x', 0o600).state });
  assert.deepEqual(await stateOf('a'), text('x', 0o600).state);
  assert.equal((await stat(place('a'))).ino, ino);
});

test('bits beside the permissions survive a change of the mode', async (t) => {
  const { place, apply } = await setUp(t);
  await writeFile(place('a'), 'x');
  await chmod(place('a'), 0o4755);
  await apply('a', text('x', 0o755).state, text('x', 0o711));
  assert.equal((await stat(place('a'))).mode & 0o7777, 0o4711);
});

test('a link becomes another one, a file, or nothing, and what it leads to is not touched', async (t) => {
  const { place, apply, stateOf } = await setUp(t);
  await writeFile(place('elsewhere'), 'of the user');
  const make = async (): Promise<void> => {
    await rm(place('l'), { force: true });
    await symlink('elsewhere', place('l'));
  };
  await make();
  await apply('l', LINK, { state: { kind: 'link', target: 'other' } });
  assert.equal(await readlink(place('l')), 'other');
  await make();
  await apply('l', LINK, text('old'));
  assert.deepEqual(await stateOf('l'), text('old').state);
  await make();
  await apply('l', LINK, gone);
  assert.deepEqual(await stateOf('l'), ABSENT);
  assert.equal(await readFile(place('elsewhere'), 'utf8'), 'of the user');
});

test('a link that leads elsewhere meanwhile stays', async (t) => {
  const { place, apply } = await setUp(t);
  await symlink('changed', place('l'));
  for (const target of [text('old'), gone, { state: { kind: 'link', target: 'x' } as const }])
    await assert.rejects(apply('l', LINK, target), ChangedMeanwhile);
  assert.equal(await readlink(place('l')), 'changed');
});

test('a file becomes the link that it was, and a missing link is there again', async (t) => {
  const { place, apply } = await setUp(t);
  await writeFile(place('a'), 'new');
  await apply('a', text('new').state, { state: LINK });
  assert.equal(await readlink(place('a')), 'elsewhere');
  await apply('b', ABSENT, { state: LINK });
  assert.equal(await readlink(place('b')), 'elsewhere');
});

test('a file with two names keeps both, with the new content', async (t) => {
  const { place, apply } = await setUp(t);
  await writeFile(place('one'), 'old');
  await link(place('one'), place('two'));
  await apply('one', text('old').state, text('new'));
  assert.equal(await readFile(place('two'), 'utf8'), 'new');
  await writeFile(place('two'), 'of the user');
  await assert.rejects(apply('one', text('new').state, text('old')), ChangedMeanwhile);
  assert.equal(await readFile(place('one'), 'utf8'), 'of the user');
});

test('a content that is not known cannot be put in place, which is an error and no success', async (t) => {
  const { place, apply } = await setUp(t);
  await writeFile(place('a'), 'new');
  const { state } = text('old');
  await assert.rejects(apply('a', text('new').state, { state }), /expected content/);
  assert.equal(await readFile(place('a'), 'utf8'), 'new');
});

test('a file with one name is replaced as a whole, so that no reader sees half of it', async (t) => {
  const { place, apply } = await setUp(t);
  await writeFile(place('a'), 'old', { mode: 0o644 });
  const { ino } = await stat(place('a'));
  await apply('a', text('old').state, text('new'));
  assert.notEqual((await stat(place('a'))).ino, ino);
});

test('a file whose folder is gone since is not there again, and neither is the folder', async (t) => {
  const { root, apply } = await setUp(t);
  await assert.rejects(apply('sub/a', text('now').state, text('old')), { message: '"sub" does not exist.' });
  assert.deepEqual(await readdir(root), []);
});

test('a file that somebody writes at the moment of its removal stays', async (t) => {
  const { root, place, apply } = await setUp(t);
  await writeFile(place('a'), 'now', { mode: 0o644 });
  await afterCalls(t, 'read', () => writeFileSync(place('a'), 'of the user'));
  await assert.rejects(apply('a', text('now').state, gone), ChangedMeanwhile);
  assert.equal(await readFile(place('a'), 'utf8'), 'of the user');
  assert.deepEqual(await readdir(root), ['a']);
});

test('a file that somebody writes at that moment stays on a disk without hard links, too', async (t) => {
  const { root, place, apply } = await setUp(t);
  await writeFile(place('a'), 'now', { mode: 0o644 });
  await afterCalls(t, 'read', () => writeFileSync(place('a'), 'of the user'));
  t.mock.method(fs, 'link', () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })));
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  await assert.rejects(apply('a', text('now').state, gone), ChangedMeanwhile);
  assert.deepEqual(await readdir(root), ['a']);
  assert.equal(await readFile(place('a'), 'utf8'), 'of the user');
});

test('two files that somebody writes at the moment of a removal both stay', async (t) => {
  const { root, place, apply } = await setUp(t);
  await writeFile(place('a'), 'now', { mode: 0o644 });
  const writes = ['one', 'two'].map((content) => () => writeFileSync(place('a'), content));
  await afterCalls(t, 'read', ...writes);
  await assert.rejects(apply('a', text('now').state, gone), { code: 'EEXIST' });
  const contents = (await readdir(root)).map((name) => readFileSync(place(name), 'utf8'));
  assert.deepEqual(contents.sort(), ['one', 'two']);
});

test('a file in a folder that nobody may change is overwritten in place', async (t) => {
  const { root, place, apply } = await setUp(t);
  await mkdir(place('fixed'));
  await writeFile(place('fixed/a'), 'now', { mode: 0o644 });
  await chmod(place('fixed'), 0o555);
  await asNobody([root, place('fixed'), place('fixed/a')], async () => {
    await apply('fixed/a', text('now').state, text('old'));
    assert.equal(await readFile(place('fixed/a'), 'utf8'), 'old');
    await chmod(place('fixed/a'), 0o444);
    const locked = text('old', 0o444).state;
    await assert.rejects(apply('fixed/a', locked, text('new', 0o444)), { code: 'EACCES' });
    assert.equal(await readFile(place('fixed/a'), 'utf8'), 'old');
  });
  await chmod(place('fixed'), 0o755);
});

test('a file is not written through a link', async (t) => {
  const { root, place, apply } = await setUp(t);
  await mkdir(place('real'));
  await writeFile(place('real/a'), 'now', { mode: 0o644 });
  await symlink('real', place('link'));
  for (const target of [text('old'), gone])
    await assert.rejects(apply('link/a', text('now').state, target), { message: '"link" is not a folder.' });
  await assert.rejects(apply('link/b', ABSENT, text('old')));
  assert.deepEqual(await readdir(place('real')), ['a']);
  assert.deepEqual((await readdir(root)).sort(), ['link', 'real']);
});
