import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Message } from './queue-item.ts';
import { QueueJournal } from './queue-journal.ts';

const WORKSPACE = '/home/user/project';

/** Another panel: saves one message for session `a`, says so, and runs until it is killed. */
const OTHER_PANEL = `
  const { QueueJournal } = await import(${JSON.stringify(import.meta.resolve('./queue-journal.ts'))});
  const [folder, message] = process.argv.slice(1);
  const journal = new QueueJournal({ folder, onTrouble: (words) => { throw new Error(words); } });
  const isStored = async () => true;
  await journal.open({ session: 'a', workspace: ${JSON.stringify(WORKSPACE)} }, { isStored, onFound() {} });
  await journal.save([JSON.parse(message)]);
  console.log('saved');
  process.stdin.resume();
`;

function message(id: string, more: Partial<Message> = {}): Message {
  return { id, text: `Text of ${id}`, lane: 'followUp', images: [], refs: [], at: 7, ...more };
}

/** A folder that the panel has not created yet. */
async function missingFolder(t: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-queue-journal-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  return path.join(root, 'state', 'queue');
}

function create(folder: string): { journal: QueueJournal; troubles: string[] } {
  const troubles: string[] = [];
  return { journal: new QueueJournal({ folder, onTrouble: (words) => troubles.push(words) }), troubles };
}

/** Opens the session, and returns what was left for it. */
async function open(
  journal: QueueJournal,
  session: string,
  { workspace = WORKSPACE, stored = true } = {},
): Promise<Message[]> {
  const found: Message[] = [];
  const isStored = (): Promise<boolean> => Promise.resolve(stored);
  await journal.open({ session, workspace }, { isStored, onFound: (messages) => found.push(...messages) });
  return found;
}

/** Leaves the messages as a panel does that ends in order. */
async function leave(folder: string, session: string, messages: readonly Message[]): Promise<void> {
  const { journal } = create(folder);
  await open(journal, session);
  await journal.save(messages);
  await journal.close();
}

async function savedIds(folder: string, session: string): Promise<string[]> {
  const text = await readFile(path.join(folder, `${session}.json`), 'utf8');
  return (JSON.parse(text) as { messages: Message[] }).messages.map(({ id }) => id);
}

test('messages are on disk, private, when save resolves, and the missing folder is created', async (t) => {
  const folder = await missingFolder(t);
  const { journal, troubles } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1'), message('2')]);
  assert.deepEqual(await savedIds(folder, 'a'), ['1', '2']);
  assert.equal((await stat(path.join(folder, 'a.json'))).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.deepEqual(troubles, []);
});

test('every saved list replaces the previous one, and an empty list leaves no file', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1'), message('2')]);
  await journal.save([message('2')]);
  assert.deepEqual(await savedIds(folder, 'a'), ['2']);
  await journal.save([]);
  assert.deepEqual(await readdir(folder), []);
});

test('saves that overlap end with the newest list, and each waits until it is on disk', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await open(journal, 'a');
  const first = journal.save([message('1')]);
  const second = journal.save([message('1'), message('2')]);
  const third = journal.save([message('3')]);
  const same = journal.save([message('3')]);
  await same;
  assert.deepEqual(await savedIds(folder, 'a'), ['3']);
  await Promise.all([first, second, third]);
  assert.deepEqual(await savedIds(folder, 'a'), ['3']);
});

for (const [what, changed] of [
  ['text', { text: 'Edited' }],
  ['lane', { lane: 'steer' }],
] as const)
  test(`a message whose ${what} was changed is saved again`, async (t) => {
    const folder = await missingFolder(t);
    const { journal } = create(folder);
    await open(journal, 'a');
    await journal.save([message('1')]);
    await journal.save([message('1', changed)]);
    await journal.close();
    assert.deepEqual(await open(create(folder).journal, 'a'), [message('1', changed)]);
  });

test('messages accepted before the session is known are saved as soon as it is', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await journal.save([message('1')]);
  assert.equal(existsSync(folder), false);
  await open(journal, 'a');
  assert.deepEqual(await savedIds(folder, 'a'), ['1']);
});

test('the next panel finds all messages that were left, whole and in order, and finds them once', async (t) => {
  const folder = await missingFolder(t);
  const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
  const left = [message('2', { lane: 'steer', images: [image], refs: [image] }), message('1')];
  await leave(folder, 'a', left);
  const { journal } = create(folder);
  assert.deepEqual(await open(journal, 'a'), left);
  assert.deepEqual(await open(journal, 'a'), []);
  assert.deepEqual(await open(create(folder).journal, 'a'), []);
});

test('messages that were found and accepted again stay on disk for the panel after this one', async (t) => {
  const folder = await missingFolder(t);
  await leave(folder, 'a', [message('1')]);
  const { journal } = create(folder);
  await journal.open(
    { session: 'a', workspace: WORKSPACE },
    { isStored: () => Promise.resolve(true), onFound: (messages) => void journal.save(messages) },
  );
  assert.deepEqual(await savedIds(folder, 'a'), ['1']);
});

test('a list of which only one message is new is saved', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1'), message('2')]);
  await journal.save([message('1'), message('3')]);
  assert.deepEqual(await savedIds(folder, 'a'), ['1', '3']);
});

test('messages of a panel that was killed are found, and not while it runs', async (t) => {
  const folder = await missingFolder(t);
  const args = ['--input-type=module', '--eval', OTHER_PANEL, folder, JSON.stringify(message('1'))];
  const panel = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => panel.kill('SIGKILL'));
  const ended = once(panel, 'close');
  const [said] = (await Promise.race([once(panel.stdout, 'data'), ended])) as [unknown];
  assert.equal(String(said), 'saved\n');
  assert.deepEqual(await open(create(folder).journal, 'b', { stored: false }), []);
  assert.deepEqual(await savedIds(folder, 'a'), ['1']);
  panel.kill('SIGKILL');
  await ended;
  assert.deepEqual(await open(create(folder).journal, 'a'), [message('1')]);
});

test('an ended panel that had the same pid as this one does not keep its messages from it', async (t) => {
  const folder = await missingFolder(t);
  await mkdir(folder, { recursive: true });
  const content = { workspace: WORKSPACE, pid: process.pid, run: 'earlier', messages: [message('1')] };
  await writeFile(path.join(folder, 'a.json'), JSON.stringify(content));
  assert.deepEqual(await open(create(folder).journal, 'a'), [message('1')]);
});

test('another agent of the same panel does not take the messages of a running one', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1')]);
  assert.deepEqual(await open(create(folder).journal, 'b', { stored: false }), []);
  assert.deepEqual(await savedIds(folder, 'a'), ['1']);
});

test('messages of a session that pi never saved go to the next one of the folder, and nowhere else', async (t) => {
  const folder = await missingFolder(t);
  await leave(folder, 'a', [message('1')]);
  assert.deepEqual(await open(create(folder).journal, 'b', { stored: true }), []);
  assert.deepEqual(await open(create(folder).journal, 'c', { stored: false, workspace: '/elsewhere' }), []);
  const { journal } = create(folder);
  assert.deepEqual(await open(journal, 'd', { stored: false }), [message('1')]);
  assert.deepEqual(await readdir(folder), []);
});

test('messages move to the session that pi changes to', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1')]);
  await open(journal, 'b');
  assert.deepEqual(await readdir(folder), ['b.json']);
  assert.deepEqual(await savedIds(folder, 'b'), ['1']);
});

test('files that are damaged, half written or not journals are skipped', async (t) => {
  const folder = await missingFolder(t);
  await leave(folder, 'whole', [message('1')]);
  const whole = await readFile(path.join(folder, 'whole.json'), 'utf8');
  await writeFile(path.join(folder, 'half.json'), whole.slice(0, whole.length / 2));
  await writeFile(path.join(folder, 'other.json'), '{"workspace":3}');
  await writeFile(path.join(folder, 'killed.json.new'), whole.replace('"1"', '"2"'));
  await mkdir(path.join(folder, 'folder.json'));
  assert.deepEqual(await open(create(folder).journal, 'new', { stored: false }), [message('1')]);
});

test('a session id cannot name a file outside the folder', async (t) => {
  const folder = await missingFolder(t);
  const { journal } = create(folder);
  await open(journal, '../../a');
  await journal.save([message('1')]);
  assert.deepEqual(await readdir(folder), ['______a.json']);
});

test('while nothing can be written, the saved messages stay, and the failure is reported once', async (t) => {
  const folder = await missingFolder(t);
  const { journal, troubles } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1')]);
  await rename(folder, `${folder}-away`);
  await writeFile(folder, '');
  await journal.save([message('1'), message('2')]);
  await journal.save([message('3')]);
  await rm(folder);
  await rename(`${folder}-away`, folder);
  assert.deepEqual(await savedIds(folder, 'a'), ['1']);
  assert.equal(troubles.length, 1);
  assert.match(troubles[0] ?? '', /^Queued messages would be lost if this panel ended: .*ENOTDIR/);
});

test('a folder that cannot be created is reported, and the message is accepted anyway', async (t) => {
  const folder = await missingFolder(t);
  await writeFile(path.dirname(folder), 'a file');
  const { journal, troubles } = create(folder);
  await open(journal, 'a');
  await journal.save([message('1')]);
  assert.match(troubles[0] ?? '', /ENOTDIR|EEXIST/);
});

test('after a failure the next list is saved again, and a repeated failure is reported once', async (t) => {
  const folder = await missingFolder(t);
  const { journal, troubles } = create(folder);
  await open(journal, 'a');
  const blocked = path.dirname(folder);
  await writeFile(blocked, '');
  await journal.save([message('1')]);
  await journal.save([message('1'), message('2')]);
  assert.equal(troubles.length, 1);
  await rm(blocked);
  await journal.save([message('1'), message('2'), message('3')]);
  await rm(folder, { recursive: true });
  await journal.save([message('3')]);
  await rm(blocked, { recursive: true });
  await writeFile(blocked, '');
  await journal.save([]);
  await journal.save([message('4')]);
  assert.equal(troubles.length, 2);
  await rm(blocked);
  await journal.save([message('4'), message('5')]);
  await journal.close();
  assert.deepEqual(
    (await open(create(folder).journal, 'a')).map(({ id }) => id),
    ['4', '5'],
  );
});
