import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { MIN_SIDES_WIDTH } from '../../diff/sides.ts';
import { ViewSwitch } from './view-switch.svelte.ts';

/** A file on disk with an etag, as the panel serves it. */
function setUp(disk: { text: string; etag: string } | null, width = MIN_SIDES_WIDTH) {
  const room = { width };
  let fetched = 0;
  const fetch = (_url: string, init?: RequestInit): Promise<Response> => {
    if (!disk) return Promise.reject(new Error('gone'));
    if (init?.method !== 'PUT')
      return Promise.resolve(new Response(disk.text, { headers: { etag: disk.etag } }));
    if (new Headers(init.headers).get('if-match') !== disk.etag)
      return Promise.reject(new ApiError(412, 'changed', 'changed'));
    disk.text = new TextDecoder().decode(init.body as Uint8Array);
    return Promise.resolve(new Response(null, { headers: { etag: disk.etag } }));
  };
  const agent = { path: 'agent', api: { fetch }, changes: { fetch: () => fetched++ } } as unknown as Agent;
  const file = new ViewSwitch({
    path: () => 'a.txt',
    agent: () => agent,
    diff: () => ({ before: 'one\r\ntwo\r\n', after: 'eins\r\nzwei\r\n' }),
    width: () => room.width,
  });
  return { file, room, fetches: () => fetched };
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

test('a conflict is resolved at any width, and saving it shows the changes again', async () => {
  const disk = { text: 'eins\r\nmine\r\n', etag: '1' };
  const { file, fetches } = setUp(disk, 0);
  await file.resolve();
  assert.deepEqual([file.view, file.conflict?.resolution?.count], ['sides', 1]);
  file.conflict!.resolution!.choose(0, 'theirs');
  await file.saveConflict();
  assert.deepEqual([disk.text, file.view, file.conflict, fetches()], ['one\r\ntwo\r\n', 'inline', null, 1]);
});

test('where later edits are in other lines, the undo is merged with them', async () => {
  const disk = { text: 'eins\r\nzwei\r\nmine\r\n', etag: '1' };
  const { file } = setUp(disk);
  await file.resolve();
  assert.equal(file.conflict?.resolution?.count, 1, 'the next line is one of them, since the order is open');
  Object.assign(disk, { text: 'eins\r\nzwei\r\n' });
  await file.resolve();
  assert.equal(file.conflict?.resolution?.count, 0);
  await file.saveConflict();
  assert.equal(disk.text, 'one\r\ntwo\r\n');
});

test('a conflict stays open if the file has changed since it was read', async () => {
  const disk = { text: 'eins\nmine\n', etag: '1' };
  const { file, fetches } = setUp(disk);
  await file.resolve();
  disk.etag = '2';
  file.conflict!.resolution!.choose(0, 'theirs');
  await assert.rejects(file.saveConflict(), /changed/);
  assert.deepEqual([disk.text, file.view, fetches()], ['eins\nmine\n', 'sides', 0]);
});

test('a file that cannot be read reports why, and the changes stay', async () => {
  const { file } = setUp(null);
  await file.resolve();
  assert.deepEqual([file.view, file.conflict, file.failure], ['inline', null, 'gone']);
});
