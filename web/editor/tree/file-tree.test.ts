import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { FolderListing } from '../../../shared/files.ts';
import { FileTree, treeOf } from './file-tree.svelte.ts';

type Listing = FolderListing | Error;

/** A server that answers a request only when the test calls `answer`. */
function server() {
  const requests: { path: string; answer: (listing: Listing) => void }[] = [];
  const api = {
    json: (route: string) =>
      new Promise((resolve, reject) => {
        const path = decodeURIComponent(route.split('path=')[1] ?? '');
        const answer = (listing: Listing): void =>
          listing instanceof Error ? reject(listing) : resolve(listing);
        requests.push({ path, answer });
      }),
  };
  const agent = { api, path: 'api/agents/1' } as unknown as Agent;
  /** Answers the oldest open request for this folder. */
  const answer = async (path: string, listing: Listing): Promise<void> => {
    const at = requests.findIndex((each) => each.path === path);
    assert.notEqual(at, -1, `no request for ${path || 'the workspace'}`);
    requests.splice(at, 1)[0]!.answer(listing);
    await new Promise(setImmediate);
  };
  return { agent, answer, open: () => requests.map(({ path }) => path) };
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
  tree.rows.map((row) => (row.kind !== 'note' ? row.path : `(${row.text})`));

test('a folder is read when it is first opened, but not when it is closed and opened again', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent, '/w');
  assert.deepEqual(shown(tree), ['(Loading…)']);
  await answer('', folder('src/', 'a.txt'));
  tree.toggle('src');
  assert.deepEqual(shown(tree), ['src', '(Loading…)', 'a.txt']);
  await answer('src', folder('b.ts'));
  tree.toggle('src');
  tree.toggle('src');
  assert.deepEqual(shown(tree), ['src', 'src/b.ts', 'a.txt']);
  assert.deepEqual(open(), []);
});

test('after a change its folder is read again, and the old listing stays visible meanwhile', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent, '/w');
  await answer('', folder('src/', 'a.txt'));
  tree.open('src');
  await answer('src', folder('b.ts'));
  tree.onFilesChanged(['src/new.ts']);
  assert.deepEqual(open(), ['src']);
  assert.deepEqual(shown(tree), ['src', 'src/b.ts', 'a.txt']);
  await answer('src', folder('b.ts', 'new.ts'));
  assert.deepEqual(shown(tree), ['src', 'src/b.ts', 'src/new.ts', 'a.txt']);
});

test('a closed folder in which something changed is read when it is opened again', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent, '/w');
  await answer('', folder('src/'));
  tree.open('src');
  await answer('src', folder('b.ts'));
  tree.close('src');
  tree.onFilesChanged(['src/b.ts']);
  assert.deepEqual(open(), []);
  tree.open('src');
  assert.deepEqual(open(), ['src']);
});

test('only the answer to the last request for a folder counts', async () => {
  const { agent, answer } = server();
  const tree = new FileTree(agent, '/w');
  tree.onFilesChanged(['']);
  await answer('', folder('old.txt'));
  assert.deepEqual(shown(tree), ['(Loading…)']);
  await answer('', folder('new.txt'));
  assert.deepEqual(shown(tree), ['new.txt']);
});

test('a folder that cannot be read shows the reason and can be retried', async () => {
  const { agent, answer } = server();
  const tree = new FileTree(agent, '/w');
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

test('of filters that are typed quickly, the last one is shown, and an empty one shows the tree again', async () => {
  const queries: string[] = [];
  const answers: (() => void)[] = [];
  const json = (route: string): Promise<unknown> => {
    if (!route.includes('/find?')) return Promise.resolve(folder('a.ts', 'b.ts'));
    const query = new URL(route, 'http://x').searchParams.get('query')!;
    queries.push(query);
    return new Promise((resolve) => answers.push(() => resolve({ files: [`${query}.ts`] })));
  };
  const tree = new FileTree({ api: { json }, path: 'api/agents/1' } as unknown as Agent, '/w');
  await new Promise(setImmediate);
  const filtering = ['a', 'ab', 'abc'].map((query) => tree.filter(query));
  while (answers.length > 0) {
    answers.shift()!();
    await new Promise(setImmediate);
  }
  await Promise.all(filtering);
  assert.deepEqual(queries, ['a', 'abc']);
  const shown = (): string[] => tree.rows.map((row) => row.path);
  assert.deepEqual(shown(), ['abc.ts']);
  await tree.filter('');
  assert.deepEqual(shown(), ['a.ts', 'b.ts']);
  assert.equal(queries.length, 2);
});

test('a change of a folder itself, or in the workspace, reads it again', async () => {
  const { agent, answer, open } = server();
  const tree = new FileTree(agent, '/w');
  await answer('', folder('src/'));
  tree.open('src');
  await answer('src', folder('b.ts'));
  tree.onFilesChanged(['src']);
  assert.deepEqual(open().toSorted(), ['', 'src']);
  await answer('', folder('src/'));
  await answer('src', folder('b.ts'));
  tree.onFilesChanged(['new.txt']);
  assert.deepEqual(open(), ['']);
});

test('folders that are opened or closed in the matches of a filter are not in the tree afterwards', async () => {
  const json = (route: string): Promise<unknown> =>
    Promise.resolve(route.includes('/find?') ? { files: ['src/a.ts'] } : folder('src/'));
  const tree = new FileTree({ api: { json }, path: 'api/agents/1' } as unknown as Agent, '/w');
  await tree.filter('a');
  assert.deepEqual(shown(tree), ['src', 'src/a.ts']);
  tree.toggle('src');
  assert.deepEqual(shown(tree), ['src']);
  tree.toggle('src');
  assert.deepEqual(shown(tree), ['src', 'src/a.ts']);
  await tree.filter('');
  assert.deepEqual(shown(tree), ['src']);
});

test('after a restart of the panel the tree asks the new agent, with the folders that were open', async () => {
  const [first, second] = [server(), server()];
  const tree = treeOf(first.agent, '/w');
  await first.answer('', folder('src/'));
  tree.open('src');
  assert.equal(treeOf(second.agent, '/w'), tree);
  void tree.read('');
  assert.deepEqual([first.open(), second.open()], [['src'], ['']]);
  assert.notEqual(treeOf(second.agent, '/other'), tree);
});
