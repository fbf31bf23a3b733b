// Tests which contents are known before a command, and where they come from.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { BlobStore } from './contents/blob-store.ts';
import { hashOf, type FileState } from './contents/file-state.ts';
import type { TreeFile } from './contents/tree-file.ts';
import { walkedTree } from './fixtures/walked-tree.ts';
import { OldContents } from './old-contents.ts';

const UNKNOWN = 'Its content before the command is not known.';

/** Files as they are before a command. `known` returns the contents that are known afterwards, as text. */
async function setUp(
  t: TestContext,
  files: Record<string, string>,
  { all = 1000, each = 1000 }: { all?: number; each?: number } = {},
) {
  const bench = await walkedTree(t, files);
  const { root, tree, write, collect } = bench;
  const storeFolder = `${root}-store`;
  t.after(() => rm(storeFolder, { recursive: true, force: true }));
  const store = new BlobStore(storeFolder);
  const old = new OldContents(root, store, { all, each });
  const before = new Map(tree.files);
  const wordOf = async (state: FileState | undefined): Promise<string> =>
    state?.kind === 'file'
      ? String(await store.get(state.hash))
      : state?.kind === 'unknown'
        ? state.why
        : state!.kind;
  const known = async (
    at: ReadonlyMap<string, TreeFile | null> = before,
  ): Promise<Record<string, string>> => {
    const changes = [...at].map(([name, file]) => ({ path: name, before: file, after: null }));
    const states = await old.statesBefore(changes);
    return Object.fromEntries(
      await Promise.all([...states].map(async ([name, state]) => [name, await wordOf(state)] as const)),
    );
  };
  /** The file changes, and the tree knows it. */
  const change = async (name: string, text: string): Promise<TreeFile> => {
    await write(name, text);
    await collect();
    return tree.files.get(name)!;
  };
  return { ...bench, store, old, before, known, change };
}

test('content and mode of a copied file are known after a command has removed it', async (t) => {
  const { old, before, known, place } = await setUp(t, { a: 'text', 'sub/b': '' });
  await old.copy(before);
  for (const name of ['a', 'sub']) await rm(place(name), { recursive: true });
  assert.deepEqual(await known(), { a: 'text', 'sub/b': '' });
  const states = await old.statesBefore([{ path: 'a', before: before.get('a')!, after: null }]);
  const state = states.get('a');
  assert.deepEqual(state?.kind === 'file' && [state.size, state.mode], [4, before.get('a')!.mode]);
});

test('a file that was not there is known as such, a link by its target, and the rest is not known', async (t) => {
  const { old, before, known, place, tree, collect } = await setUp(t, { a: 'text' });
  await symlink('a', place('link'));
  await collect();
  await old.copy(tree.files);
  assert.deepEqual(
    await known(
      new Map([
        ['new', null],
        ['link', tree.files.get('link')!],
      ]),
    ),
    {
      new: 'absent',
      link: 'link',
    },
  );
  const other = new Map([['b', before.get('a')!]]);
  assert.deepEqual(await known(other), { b: UNKNOWN });
});

test('no file larger than the limit is copied, and all copies together are not larger than theirs', async (t) => {
  const files = { a: '12345', b: '123456', c: '12345', d: '1', e: '' };
  const { old, before, known } = await setUp(t, files, { each: 5, all: 10 });
  await old.copy(before);
  assert.deepEqual(await known(), { a: '12345', b: UNKNOWN, c: '12345', d: UNKNOWN, e: '' });
});

test('a copy that is replaced, or stored, makes room for others', async (t) => {
  const { old, before, known, change, store } = await setUp(t, { a: '12345', b: '12345' }, { all: 5 });
  await old.copy(before);
  assert.deepEqual(await known(), { a: '12345', b: UNKNOWN });
  const a = await change('a', '1');
  await old.copy([['a', a]]);
  const b = await change('b', '1234');
  await old.copy([['b', b]]);
  assert.deepEqual(
    await known(
      new Map([
        ['a', a],
        ['b', b],
      ]),
    ),
    { a: '1', b: '1234' },
  );
  old.noteStored('b', b.signature, await store.put(Buffer.from('1234')));
  const wider = await change('a', '54321');
  await old.copy([['a', wider]]);
  assert.deepEqual(
    await known(
      new Map([
        ['a', wider],
        ['b', b],
      ]),
    ),
    { a: '54321', b: '1234' },
  );
});

test('a file whose content is stored needs no copy as long as it stays unchanged', async (t) => {
  const { old, before, known, change } = await setUp(t, { a: 'text', b: 'copied' }, { all: 6 });
  const hash = hashOf(Buffer.from('never written to the store'));
  old.noteStored('a', before.get('a')!.signature, hash);
  await old.copy(before);
  assert.equal((await known())['b'], 'copied');
  const states = await old.statesBefore([{ path: 'a', before: before.get('a')!, after: null }]);
  assert.deepEqual(states.get('a'), { kind: 'file', hash, size: 4, mode: before.get('a')!.mode });
  const changed = await change('a', 'other');
  assert.deepEqual(await known(new Map([['a', changed]])), { a: UNKNOWN });
});

test('a file that was changed between the look at it and the copy is not known', async (t) => {
  const { old, before, known, place } = await setUp(t, { a: 'text', b: '12345' }, { all: 10 });
  await writeFile(place('a'), 'longer than all copies together');
  await old.copy(before);
  assert.deepEqual(await known(), { a: UNKNOWN, b: '12345' }, 'and takes no room');
});

const hasGit = spawnSync('git', ['--version']).status === 0;

test(
  'a content that git has needs no copy, and is known as long as git has it',
  { skip: !hasGit && 'git is not installed' },
  async (t) => {
    const { root, old, before, known } = await setUp(t, { a: 'in git', b: 'not in git' }, { all: 10 });
    const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'pipe' });
    git('init', '-q');
    git('add', 'a');
    await old.refresh();
    await old.copy(before);
    assert.deepEqual(await known(), { a: 'in git', b: 'not in git' });
    await rm(path.join(root, '.git', 'objects'), { recursive: true });
    assert.deepEqual(await known(), { a: UNKNOWN, b: 'not in git' });
  },
);
