import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { ConflictDrafts } from './conflict-drafts.ts';
import { MIN_SIDES_WIDTH } from '../../diff/sides.ts';
import { ViewSwitch } from './view-switch.svelte.ts';

let workspaces = 0;

/** A file on disk with an etag, as the panel serves it. */
function setUp(disk: { text: string; etag: string } | null, width = MIN_SIDES_WIDTH) {
  const room = { width };
  const shown: { agent?: Agent } = {};
  let fetched = 0;
  let isRemoved = disk === null;
  const view = { workspace: `/workspace-${++workspaces}` };
  const fetch = (_url: string, init?: RequestInit): Promise<Response> => {
    if (!disk || isRemoved) return Promise.reject(new Error('gone'));
    if (init?.method !== 'PUT')
      return Promise.resolve(new Response(disk.text, { headers: { etag: disk.etag } }));
    if (new Headers(init.headers).get('if-match') !== disk.etag) return Promise.reject(new Error('changed'));
    disk.text = new TextDecoder().decode(init.body as Uint8Array);
    disk.etag += ' saved';
    return Promise.resolve(new Response(null, { headers: { etag: disk.etag } }));
  };
  const agent = {
    path: 'agent',
    api: { fetch },
    changes: { fetch: () => fetched++ },
    view,
  } as unknown as Agent;
  shown.agent = agent;
  const drafts = new ConflictDrafts(new EventTarget());
  const open = (path = 'a.txt'): ViewSwitch =>
    new ViewSwitch({ path: () => path, agent: () => shown.agent!, drafts, width: () => room.width });
  return {
    file: open(),
    open,
    room,
    fetches: () => fetched,
    remove: () => (isRemoved = true),
    shown,
    drafts,
  };
}

test('both sides are shown only while there is room for two columns; the whole file always is', () => {
  const { file, room } = setUp(null, MIN_SIDES_WIDTH - 1);
  assert.equal(file.view, 'inline');
  file.show('sides');
  assert.equal(file.view, 'inline');
  room.width = MIN_SIDES_WIDTH;
  assert.equal(file.view, 'sides', 'the choice is remembered');
  room.width = 0;
  file.show('whole');
  assert.equal(file.view, 'whole');
});

test('a conflict is edited at any width, and saving it shows the changes again', async () => {
  const disk = { text: 'now\r\n', etag: '1' };
  const { file, fetches } = setUp(disk, 0);
  await file.resolve();
  assert.deepEqual([file.view, file.conflict?.text], ['sides', 'now\n']);
  file.edit('mine\n');
  await file.saveConflict();
  assert.deepEqual([disk.text, file.view, file.conflict, fetches()], ['mine\r\n', 'inline', null, 1]);
});

test('what is typed during a save stays in the open editor, and the next save writes it', async () => {
  for (const more of ['mine and more\n', 'now\n']) {
    const disk = { text: 'now\n', etag: '1' };
    const { file, open } = setUp(disk);
    await file.resolve();
    const { conflict } = file;
    file.edit('mine\n');
    const saved = file.saveConflict();
    file.edit(more);
    await saved;
    assert.deepEqual([disk.text, file.view, file.hasEdits], ['mine\n', 'sides', true]);
    assert.equal(file.conflict, conflict, 'the same editor');
    const again = open();
    await again.resolve();
    assert.deepEqual([again.conflict?.text, again.conflict?.isOverlapping], [more, false], 'it is stored');
    await file.saveConflict();
    assert.deepEqual([disk.text, file.view, file.hasEdits], [more, 'inline', false]);
  }
});

test('an editor that is closed during a save has what was typed when it is opened again', async () => {
  const disk = { text: 'now\n', etag: '1' };
  const { file } = setUp(disk);
  await file.resolve();
  file.edit('mine\n');
  const saved = file.saveConflict();
  file.edit('mine and more\n');
  file.show('inline');
  await saved;
  assert.deepEqual([file.view, file.hasEdits], ['inline', true]);
  await file.resolve();
  assert.deepEqual([file.conflict?.text, file.conflict?.isOverlapping], ['mine and more\n', false]);
});

test('a save that ends while another agent is shown leaves the drafts of that one', async () => {
  const { file, shown, drafts } = setUp({ text: 'now\n', etag: '1' });
  const own = `${shown.agent!.view!.workspace}/a.txt`;
  const other = { base: 'theirs\n', text: 'typed there\n' };
  drafts.set('/other/a.txt', other);
  await file.resolve();
  file.edit('mine\n');
  const saved = file.saveConflict();
  shown.agent = { ...shown.agent, view: { workspace: '/other' } } as Agent;
  await saved;
  assert.deepEqual([drafts.get('/other/a.txt'), drafts.get(own)], [other, null]);
});

test('edits that are discarded during a save do not come back', async () => {
  const disk = { text: 'now\n', etag: '1' };
  const { file } = setUp(disk);
  await file.resolve();
  file.edit('mine\n');
  const saved = file.saveConflict();
  file.edit('mine and more\n');
  file.discardEdits();
  await saved;
  await file.resolve();
  assert.deepEqual([disk.text, file.conflict?.text, file.hasEdits], ['mine\n', 'mine\n', false]);
});

test('a conflict stays open if the file has changed since it was read', async () => {
  const disk = { text: 'now\n', etag: '1' };
  const { file, fetches } = setUp(disk);
  await file.resolve();
  disk.etag = '2';
  file.edit('mine\n');
  await assert.rejects(file.saveConflict(), /changed/);
  assert.deepEqual([disk.text, file.view, fetches()], ['now\n', 'sides', 0]);
});

test('a file that cannot be read reports why, and the changes stay', async () => {
  const { file } = setUp(null);
  await file.resolve();
  assert.deepEqual([file.view, file.conflict, file.failure], ['inline', null, 'gone']);
});

test('what was written but not saved is there again, merged into a file that has changed elsewhere', async () => {
  const disk = { text: 'one\ntwo\nthree\n', etag: '1' };
  const { file } = setUp(disk);
  await file.resolve();
  file.edit('ONE\ntwo\nthree\n');
  file.show('inline');
  disk.text = 'one\ntwo\nTHREE\n';
  disk.etag = '2';
  await file.resolve();
  assert.deepEqual([file.conflict?.text, file.conflict?.isOverlapping], ['ONE\ntwo\nTHREE\n', false]);
  await file.saveConflict();
  assert.equal(disk.text, 'ONE\ntwo\nTHREE\n', 'the text that was shown is the one that is saved');
  disk.text = 'new\n';
  await file.resolve();
  assert.equal(file.conflict?.text, 'new\n', 'a saved text is not offered again');
});

test('a text that overlaps with newer edits stays, and is shown beside them', async () => {
  const disk = { text: 'one\n', etag: '1' };
  const { file } = setUp(disk);
  await file.resolve();
  file.edit('mine\n');
  disk.text = 'newer\n';
  disk.etag = '2';
  await file.resolve();
  assert.deepEqual(
    [file.conflict?.text, file.conflict?.base.text, file.conflict?.isOverlapping],
    ['mine\n', 'newer\n', true],
  );
});

test('a review that was closed has the unsaved text again, until it is saved or discarded', async () => {
  const disk = { text: 'now\n', etag: '1' };
  const { file, open } = setUp(disk);
  const reopen = async (path?: string): Promise<ViewSwitch> => {
    const next = open(path);
    await next.resolve();
    return next;
  };
  await file.resolve();
  assert.equal(file.hasEdits, false);
  file.edit('mine\n');
  assert.equal(open().hasEdits, true, 'known before the conflict is opened');
  const again = await reopen();
  assert.deepEqual([again.conflict?.text, again.hasEdits], ['mine\n', true]);
  assert.equal((await reopen('b.txt')).conflict?.text, 'now\n', 'another file');
  again.discardEdits();
  assert.deepEqual([again.view, again.conflict], ['inline', null]);
  const third = await reopen();
  assert.deepEqual([third.conflict?.text, third.hasEdits], ['now\n', false]);
  third.edit('theirs\n');
  third.edit('now\n');
  assert.equal(third.hasEdits, false, 'edited back');
  third.edit('saved\n');
  await third.saveConflict();
  disk.text = 'newer\n';
  assert.deepEqual([disk.text, (await reopen()).conflict?.text], ['newer\n', 'newer\n']);
});

test('an overlap is shown again as long as the user has not edited the text', async () => {
  const disk = { text: 'one\n', etag: '1' };
  const { file, open } = setUp(disk);
  await file.resolve();
  file.edit('mine\n');
  disk.text = 'newer\n';
  for (const isOverlapping of [true, true]) {
    const next = open();
    await next.resolve();
    assert.deepEqual([next.conflict?.text, next.conflict?.isOverlapping], ['mine\n', isOverlapping]);
  }
  const last = open();
  await last.resolve();
  last.edit('both\n');
  const settled = open();
  await settled.resolve();
  assert.deepEqual([settled.conflict?.text, settled.conflict?.isOverlapping], ['both\n', false]);
});

test('an open editor is told that the file can no longer be read, and stays open', async () => {
  const disk = { text: 'now\n', etag: '1' };
  const { file, remove } = setUp(disk);
  await file.resolve();
  file.edit('mine\n');
  remove();
  await assert.rejects(file.reload(), /gone/);
  assert.deepEqual([file.view, file.failure], ['sides', null]);
});

test('an edit that is on disk by now is no edit any more, also after the editor was closed', async () => {
  const disk = { text: 'a\nb\nc\n', etag: '1' };
  const { file, open } = setUp(disk);
  await file.resolve();
  file.edit('A\nb\nc\n');
  assert.equal(open().hasEdits, true);
  Object.assign(disk, { text: 'A\nb\nC\n', etag: '2' });
  await file.reload();
  assert.deepEqual([file.conflict?.text, file.hasEdits, open().hasEdits], ['A\nb\nC\n', false, false]);
});
