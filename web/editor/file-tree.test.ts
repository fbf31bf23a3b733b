import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../state/agent.svelte.ts';
import type { FolderListing } from '../../shared/wire.ts';
import { FileTree } from './file-tree.svelte.ts';

type Listing = FolderListing | Error;

/** A server whose answers the test gives out one by one. */
function server() {
  const asked: { path: string; answer: (listing: Listing) => void }[] = [];
  const api = {
    json: (route: string) =>
      new Promise((resolve, reject) => {
        const path = decodeURIComponent(route.split('path=')[1] ?? '');
        const answer = (listing: Listing): void =>
          listing instanceof Error ? reject(listing) : resolve(listing);
        asked.push({ path, answer });
      }),
  };
  const agent = { api, path: 'api/agents/1' } as unknown as Agent;
  /** Answers the oldest open question about this folder. */
  const answer = async (path: string, listing: Listing): Promise<void> => {
    const at = asked.findIndex((each) => each.path === path);
    assert.notEqual(at, -1, `nobody asked for ${path || 'the workspace'}`);
    asked.splice(at, 1)[0]!.answer(listing);
    await new Promise(setImmediate);
  };
  return { agent, answer, open: () => asked.map(({ path }) => path) };
}

function folder(...names: string[]): FolderListing {
  return {
    entries: names.map((name) => ({
      name: name.replace('/', ''),
      type: name.endsWith('/') ? 'dir' : 'file',
      size: 0,
      mtime: 0,
    })),
  };
}

const shown = (tree: FileTree): string[] =>
  tree.rows.map((row) => (row.kind === 'entry' ? row.path : `(${row.text})`));

test('a folder is read when it is first opened, and not again by closing and opening it', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent);
  assert.deepEqual(shown(tree), ['(Loading …)']);
  await answer('', folder('src/', 'a.txt'));
  tree.toggle('src');
  assert.deepEqual(shown(tree), ['src', '(Loading …)', 'a.txt']);
  await answer('src', folder('b.ts'));
  tree.toggle('src');
  tree.toggle('src');
  assert.deepEqual(shown(tree), ['src', 'src/b.ts', 'a.txt']);
  assert.deepEqual(open(), []);
});

test('a change reads the folder around it, and keeps what was listed in sight meanwhile', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent);
  await answer('', folder('src/', 'a.txt'));
  tree.open('src');
  await answer('src', folder('b.ts'));
  tree.changed(['src/new.ts']);
  assert.deepEqual(open(), ['src']);
  assert.deepEqual(shown(tree), ['src', 'src/b.ts', 'a.txt']);
  await answer('src', folder('b.ts', 'new.ts'));
  assert.deepEqual(shown(tree), ['src', 'src/b.ts', 'src/new.ts', 'a.txt']);
});

test('a change in a closed folder is read when that is opened again', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent);
  await answer('', folder('src/'));
  tree.open('src');
  await answer('src', folder('b.ts'));
  tree.close('src');
  tree.changed(['src/b.ts']);
  assert.deepEqual(open(), []);
  tree.open('src');
  assert.deepEqual(open(), ['src']);
});

test('of two answers about one folder the later question counts', async () => {
  const { agent, answer } = server();
  const tree = new FileTree(agent);
  tree.changed(['']);
  await answer('', folder('old.txt'));
  assert.deepEqual(shown(tree), ['(Loading …)']);
  await answer('', folder('new.txt'));
  assert.deepEqual(shown(tree), ['new.txt']);
});

test('a folder that cannot be read says so in its place, and can be tried again', async () => {
  const { agent, answer } = server();
  const tree = new FileTree(agent);
  await answer('', folder('locked/'));
  tree.open('locked');
  await answer('locked', new Error('may not be touched'));
  const note = tree.rows[1];
  assert.ok(note?.kind === 'note');
  assert.deepEqual([note.text, note.canRetry], ['may not be touched', true]);
  void tree.read('locked');
  await answer('locked', folder('in.txt'));
  assert.deepEqual(shown(tree), ['locked', 'locked/in.txt']);
});
