import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { sessionText } from '../sessions/session-fixture.ts';
import { SessionReader, type ReadPage } from './session-reader.ts';

async function writeSession(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-reader-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'session.jsonl');
  await writeFile(file, text);
  return file;
}

const ids = ({ entries }: ReadPage): (string | undefined)[] => entries.map(({ id }) => id);

test('a stored session is read backwards to its beginning, with its name, folder and first message', async (t) => {
  const messages = Array.from({ length: 300 }, (_, n) => `Text ${n}`);
  const file = await writeSession(t, sessionText({ messages, cwd: '/gone', name: 'Long' }));
  const reader = new SessionReader();
  let page = await reader.read(file, { limit: 100 });
  assert.deepEqual(page.session, {
    id: 'session-1',
    workspace: '/gone',
    firstMessage: 'Text 0',
    name: 'Long',
  });
  const found = ids(page);
  while (page.hasOlder) {
    page = await reader.read(file, { before: page.entries[0]!.key, limit: 100 });
    found.unshift(...ids(page));
  }
  assert.deepEqual(
    found,
    messages.map((_, n) => `entry-${n}`),
  );
});

test('an entry on another branch is shown on its branch, and the conversation itself stays where it ended', async (t) => {
  const messages = ['One', 'Two', 'Three', 'Four'];
  const file = await writeSession(t, sessionText({ messages }));
  const other = { role: 'user', content: 'Instead', timestamp: 5 };
  const line = { type: 'message', id: 'new', parentId: 'entry-1', timestamp: new Date(5).toISOString() };
  await appendFile(file, `${JSON.stringify({ ...line, message: other })}\n`);
  const reader = new SessionReader();
  const there = await reader.read(file, { entry: 'entry-3', limit: 100 });
  assert.deepEqual(ids(there), ['entry-0', 'entry-1', 'entry-2', 'entry-3']);
  assert.equal(there.place?.isOnBranch, false);
  assert.deepEqual(ids(await reader.read(file, { limit: 100 })), ['entry-0', 'entry-1', 'new']);
  const here = await reader.read(file, { entry: 'entry-1', limit: 100 });
  assert.deepEqual([here.place?.isOnBranch, here.place?.key], [true, here.entries[1]!.key]);
});

test('a file without a session is refused', async (t) => {
  const file = await writeSession(t, '');
  await assert.rejects(new SessionReader().read(file, { limit: 10 }), { status: 404 });
});

test('the images of a page that was read are sent by their reference', async (t) => {
  const file = await writeSession(t, sessionText());
  const image = { type: 'image', mimeType: 'image/png', data: Buffer.from('pixels').toString('base64') };
  const message = { role: 'user', content: [{ type: 'text', text: 'Look' }, image], timestamp: 5 };
  const line = { type: 'message', id: 'seen', parentId: null, timestamp: new Date(5).toISOString() };
  await appendFile(file, `${JSON.stringify({ ...line, message })}\n`);
  const reader = new SessionReader();
  const [entry] = (await reader.read(file, { limit: 10 })).entries;
  const content = entry?.message.role === 'user' ? entry.message.content : [];
  const [, shown] = content as { panel_ref?: string }[];
  assert.deepEqual(reader.image(shown?.panel_ref ?? ''), {
    mimeType: 'image/png',
    bytes: Buffer.from('pixels'),
  });
  assert.equal(reader.image('another'), undefined);
});
