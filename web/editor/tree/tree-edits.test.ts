import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type RequestOptions } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ToastAction } from '../../state/notices/toasts.svelte.ts';
import { FileTree } from './file-tree.svelte.ts';
import { TreeEdits } from './tree-edits.svelte.ts';

/** A tree whose server can be told to refuse. `asked` collects the requests that change something. */
function setUp() {
  const asked: string[] = [];
  const notices: { kind: string; message: string; action?: ToastAction | undefined }[] = [];
  const moved: [string, string][] = [];
  const questions: { text: string; act: () => void; isDestructive: boolean }[] = [];
  const deleted: string[] = [];
  const shown: string[] = [];
  const reads: string[] = [];
  let refusal: ApiError | null = null;
  const fetch = async (route: string, { method = 'GET', body, headers = {} }: RequestOptions = {}) => {
    const given = body instanceof Uint8Array ? '' : (JSON.stringify(body) ?? '');
    const confirm = headers.confirm ? ` confirmed ${headers.confirm}` : '';
    const condition = headers['if-none-match'] === '*' ? ' if there is none' : '';
    if (method !== 'GET')
      asked.push(`${method} ${decodeURIComponent(route)} ${given}`.trim() + condition + confirm);
    if (method !== 'GET' && refusal && headers.confirm !== refusal.code) throw refusal;
    return route;
  };
  const api = {
    fetch,
    json: async (route: string, options: RequestOptions = {}) => {
      await fetch(route, options);
      if (route.includes('/files?path=')) reads.push(decodeURIComponent(route.split('path=')[1]!));
      if (options.method === 'DELETE') return { trash: 'id' };
      return options.method === 'POST' ? { path: 'a.txt' } : { entries: [] };
    },
  };
  const tree = new FileTree({ api, path: 'agent' } as unknown as Agent, '/w');
  const other = new FileTree({ api, path: 'other' } as unknown as Agent, '/other');
  const page = { tree };
  const edits = new TreeEdits({
    tree: () => page.tree,
    notify: (kind, message, action) => notices.push({ kind, message, action }),
    ask: (question) => questions.push(question),
    onMoved: (_, ...paths) => moved.push(paths),
    onDeleted: (_, path) => deleted.push(path),
    onShown: (path, { isNewFile }) => shown.push(`${path}${isNewFile ? ' (new)' : ''}`),
    claimFocus: () => () => true,
  });
  const refuse = (status: number, code: string): void => {
    refusal = status === 200 ? null : new ApiError(status, code, `refused: ${code}`);
  };
  return { tree, other, page, edits, asked, notices, moved, questions, refuse, deleted, shown, reads };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a new file is created in its folder, and the field closes', async () => {
  const { tree, edits, asked } = setUp();
  await edits.startNew('src', false);
  assert.deepEqual(tree.added, { folder: 'src', isFolder: false });
  await edits.commit('a.ts');
  assert.deepEqual(asked, ['PUT agent/file?path=src/a.ts if there is none']);
  assert.equal(tree.added, null);
});

test('a new file replaces no other one, also if its name has to be confirmed', async () => {
  const { edits, asked, questions, refuse } = setUp();
  refuse(409, 'runs_code');
  await edits.startNew('', false);
  await edits.commit('.envrc');
  questions[0]!.act();
  await settled();
  const request = 'PUT agent/file?path=.envrc if there is none';
  assert.deepEqual(asked, [request, `${request} confirmed runs_code`]);
});

test('a refused name stays in its field with the reason, and canceling closes the field', async () => {
  const { tree, edits, refuse, notices } = setUp();
  refuse(409, 'exists');
  await edits.startNew('', true);
  await edits.commit('src');
  assert.equal(edits.refusal, 'refused: exists');
  assert.notEqual(tree.added, null);
  edits.cancel();
  assert.deepEqual([tree.added, edits.refusal, notices], [null, null, []]);
});

test('an empty or unchanged name does nothing; Enter followed by a lost focus acts once', async () => {
  const { edits, asked } = setUp();
  edits.startRename('src/a.ts');
  await edits.commit('a.ts');
  edits.startRename('src/a.ts');
  await edits.commit('  ');
  assert.deepEqual(asked, []);
  edits.startRename('src/a.ts');
  await Promise.all([edits.commit('b.ts'), edits.commit('b.ts')]);
  assert.deepEqual(asked, ['POST agent/files/move {"from":"src/a.ts","to":"src/b.ts"}']);
});

test('the open tabs follow a rename, and its notice undoes it', async () => {
  const { edits, asked, moved, notices } = setUp();
  edits.startRename('a.txt');
  await edits.commit('b.txt');
  assert.deepEqual(moved, [['a.txt', 'b.txt']]);
  assert.equal(notices[0]?.message, 'Renamed a.txt to b.txt.');
  notices[0]?.action?.act();
  await settled();
  assert.equal(asked.at(-1), 'POST agent/files/move {"from":"b.txt","to":"a.txt"}');
});

test('undo restores a deleted file, but only once', async () => {
  const { edits, asked } = setUp();
  await edits.delete('a.txt');
  edits.undo();
  await settled();
  edits.undo();
  await settled();
  assert.deepEqual(asked, ['DELETE agent/file?path=a.txt', 'POST agent/trash/id {"restore":true}']);
});

test('a deletion that the server wants confirmed is done after one question', async () => {
  const { edits, asked, questions, refuse, notices } = setUp();
  refuse(409, 'permanent');
  await edits.delete('huge');
  assert.equal(questions.length, 1);
  questions[0]!.act();
  await settled();
  assert.equal(asked.at(-1), 'DELETE agent/file?path=huge confirmed permanent');
  assert.equal(notices.at(-1)?.kind, 'info');
});

test('a folder is not moved into itself or into the folder that already contains it', async () => {
  const { edits, asked } = setUp();
  await edits.moveInto('src', 'src/lib');
  await edits.moveInto('src', 'src');
  await edits.moveInto('src/a.ts', 'src');
  assert.deepEqual(asked, []);
  await edits.moveInto('src/a.ts', '');
  assert.deepEqual(asked, ['POST agent/files/move {"from":"src/a.ts","to":"a.ts"}']);
});

test('when another program removes a file that is being renamed, the field closes with a notice', () => {
  const { edits, notices } = setUp();
  edits.startRename('a.txt');
  edits.onGone();
  assert.equal(edits.renaming, null);
  assert.match(notices[0]!.message, /^a\.txt no longer exists/);
});

test('a move reads both folders again and shows the file in its new one, and so does the undo of a deletion', async () => {
  const { edits, reads, shown, deleted, notices } = setUp();
  await settled();
  reads.length = 0;
  await edits.moveInto('src/a.txt', 'lib');
  assert.deepEqual([new Set(reads), shown], [new Set(['src', 'lib']), ['lib/a.txt']]);
  assert.equal(notices[0]?.message, 'Moved a.txt to lib.');
  await edits.delete('a.txt');
  assert.deepEqual(deleted, ['a.txt']);
  edits.undo();
  await settled();
  assert.equal(shown.at(-1), 'a.txt');
});

test('the notice of an older edit still undoes that one, after a later edit was undone with a key', async () => {
  const { edits, asked, notices } = setUp();
  await edits.rename('a', 'b');
  await edits.rename('c', 'd');
  notices[0]?.action?.act();
  await settled();
  assert.equal(asked.at(-1), 'POST agent/files/move {"from":"b","to":"a"}');
});

test('a name that was refused can be tried again, and is refused again', async () => {
  const { edits, asked, refuse } = setUp();
  refuse(409, 'exists');
  edits.startRename('a');
  for (let times = 1; times <= 2; times++) {
    await edits.commit('b');
    assert.deepEqual([asked.length, edits.renaming], [times, 'a']);
  }
});

test('a question about a deletion for good says so, and a second refusal does not ask again', async () => {
  const { edits, questions, refuse, notices } = setUp();
  refuse(409, 'permanent');
  await edits.delete('huge');
  assert.equal(questions[0]?.isDestructive, true);
  refuse(409, 'runs_code');
  await edits.rename('a', '.envrc');
  assert.equal(questions[1]?.isDestructive, false);
  refuse(403, 'forbidden');
  questions[1].act();
  await settled();
  assert.deepEqual([questions.length, notices.at(-1)?.message], [2, 'refused: forbidden']);
});

test('a file that is gone when it is renamed closes the field, and its row does while the rename is under way', async () => {
  const { edits, refuse, notices, asked } = setUp();
  refuse(404, 'not_found');
  edits.startRename('a');
  await edits.commit('b');
  assert.deepEqual([edits.renaming, notices.at(-1)?.message], [null, 'refused: not_found']);
  refuse(200, '');
  edits.startRename('c');
  const renamed = edits.commit('d');
  edits.onGone();
  await renamed;
  assert.deepEqual(
    notices.slice(1).map(({ message }) => message),
    ['Renamed c to d.'],
  );
  assert.equal(asked.length, 2);
});

test('a new file is created in the tree, not in the matches of a filter', async () => {
  const { tree, edits, shown } = setUp();
  await tree.filter('x').catch(() => undefined);
  await edits.startNew('src', false);
  assert.equal(tree.query, '');
  await edits.commit('in/a.ts');
  assert.deepEqual(shown, ['src/in/a.ts (new)']);
});

test('an edit is undone in its own workspace: from its notice at any time, with the key only where it was made', async () => {
  const { tree, other, page, edits, asked, notices, shown } = setUp();
  await edits.delete('a.txt');
  await edits.rename('c', 'd');
  page.tree = other;
  shown.length = 0;
  notices[0]?.action?.act();
  await settled();
  assert.equal(asked.at(-1), 'POST agent/trash/id {"restore":true}');
  assert.deepEqual(shown, [], 'the restored file is not in the tree on the page');
  edits.undo();
  await settled();
  assert.equal(asked.length, 3);
  await edits.rename('x', 'y');
  edits.undo();
  await settled();
  assert.deepEqual(asked.slice(3), [
    'POST other/files/move {"from":"x","to":"y"}',
    'POST other/files/move {"from":"y","to":"x"}',
  ]);
  page.tree = tree;
  edits.undo();
  await settled();
  assert.equal(asked.at(-1), 'POST agent/files/move {"from":"d","to":"c"}');
});

test('what the user confirms is done in the workspace about which the question was', async () => {
  const { other, page, edits, asked, questions, refuse, notices } = setUp();
  refuse(409, 'permanent');
  await edits.delete('huge');
  page.tree = other;
  await edits.startNew('', false);
  refuse(403, 'forbidden');
  questions[0]!.act();
  await settled();
  assert.equal(asked.at(-1), 'DELETE agent/file?path=huge confirmed permanent');
  assert.deepEqual([edits.refusal, notices.at(-1)?.message], [null, 'refused: forbidden']);
});

test('a name is edited in its own tree, and a rename that ends while another tree is shown leaves the field there', async () => {
  const { tree, other, page, edits, asked } = setUp();
  edits.startRename('a');
  page.tree = other;
  assert.equal(edits.renaming, null);
  page.tree = tree;
  assert.equal(edits.renaming, 'a');
  const renamed = edits.commit('b');
  page.tree = other;
  edits.startRename('a');
  await renamed;
  assert.equal(edits.renaming, 'a');
  await edits.commit('b');
  assert.deepEqual(asked, [
    'POST agent/files/move {"from":"a","to":"b"}',
    'POST other/files/move {"from":"a","to":"b"}',
  ]);
});
