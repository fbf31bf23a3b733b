import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { sessionFolderName } from './agent-dir.ts';
import { findSession, listSessions, type SessionQuery } from './list.ts';
import { sessionText, writeFileIn, type SessionText } from './session-fixture.ts';

const root = await mkdtemp(path.join(tmpdir(), 'list-'));
let agentDir: string;
let made = 0;
beforeEach(() => void (agentDir = path.join(root, String(++made))));
after(() => rm(root, { recursive: true }));

interface Stored extends SessionText {
  folder?: string;
  file?: string;
}

/** Stores a session as pi does; it counts as modified when its last message was written. */
async function store({ folder, file, ...session }: Stored): Promise<string> {
  const { cwd = '/workspace', id = 'session-1', began = 0, messages = [] } = session;
  const name = file ?? `${began}_${id}.jsonl`;
  const text = sessionText({ ...session, began });
  const stored = await writeFileIn(
    folder ?? path.join(agentDir, 'sessions', sessionFolderName(cwd)),
    name,
    text,
  );
  const modified = (began + messages.length * 1000) / 1000;
  await utimes(stored, modified, modified);
  return stored;
}

async function idsOf(query: Omit<SessionQuery, 'agentDir'>): Promise<string[]> {
  return (await listSessions({ agentDir, ...query })).map(({ id }) => id);
}

test('a session is listed with its name, first message, count, and times, but without its path', async () => {
  await store({
    id: 'a',
    cwd: '/w',
    began: 5000,
    messages: ['first question', 'answer', 'second'],
    name: ' Mine ',
  });
  const listed = await listSessions({ agentDir, workspace: '/w' });
  const { firstMessage, ...rest } = listed[0] ?? assert.fail();
  assert.equal(firstMessage, 'first question');
  assert.deepEqual(rest, {
    id: 'a',
    name: 'Mine',
    workspace: '/w',
    messageCount: 3,
    created: 5000,
    modified: 8000,
  });
});

test('the last name counts, and an empty one clears it', async () => {
  const file = await store({ messages: ['hi'], name: 'first' });
  const rename = (name: string): string =>
    `${JSON.stringify({ type: 'session_info', id: name, parentId: null, timestamp: '', name })}\n`;
  await appendFile(file, rename('second'));
  assert.equal((await listSessions({ agentDir }))[0]?.name, 'second');
  await appendFile(file, rename(' '));
  assert.equal((await listSessions({ agentDir }))[0]?.name, undefined);
});

test('the newest comes first, in one workspace or in all', async () => {
  await store({ id: 'old', cwd: '/a', began: 1000, messages: ['x'] });
  await store({ id: 'new', cwd: '/a', began: 9000, messages: ['x'] });
  await store({ id: 'other', cwd: '/b', began: 5000, messages: ['x'] });
  assert.deepEqual(await idsOf({}), ['new', 'other', 'old']);
  assert.deepEqual(await idsOf({ workspace: '/a' }), ['new', 'old']);
  assert.deepEqual(await idsOf({ workspace: '/a', related: ['/b', '/nowhere'] }), ['new', 'other', 'old']);
  assert.deepEqual(await idsOf({ workspace: '/nowhere' }), []);
});

test('a limit leaves out the oldest, even when a file was touched without a new message', async () => {
  for (let i = 0; i < 40; i++) await store({ id: `s${i}`, began: (i + 1) * 10_000, messages: ['x'] });
  const touched = await store({ id: 'touched', began: 1, messages: ['x'] });
  await utimes(touched, 10_000, 10_000);
  assert.deepEqual(await idsOf({ limit: 3 }), ['s39', 's38', 's37']);
  assert.equal((await idsOf({})).at(-1), 'touched');
});

test('a fork names its parent, also when that one is beyond the limit', async () => {
  const parent = await store({ id: 'parent', began: 1000, messages: ['x'] });
  for (let i = 0; i < 40; i++) await store({ id: `s${i}`, began: (i + 1) * 10_000, messages: ['x'] });
  await store({ id: 'fork', began: 500_000, messages: ['x'], parent });
  await store({ id: 'orphan', began: 600_000, messages: ['x'], parent: `${parent}.gone` });
  const parents = async (limit: number): Promise<unknown> =>
    (await listSessions({ agentDir, limit })).slice(0, 2).map((session) => [session.id, session.parent]);
  for (const limit of [2, 100])
    assert.deepEqual(await parents(limit), [
      ['orphan', undefined],
      ['fork', 'parent'],
    ]);
});

test('two workspaces that share a folder in the store are distinguished by the headers', async () => {
  await store({ id: 'slash', cwd: '/x/y' });
  await store({ id: 'dash', cwd: '/x-y' });
  assert.deepEqual(await idsOf({ workspace: '/x/y' }), ['slash']);
  assert.deepEqual(await idsOf({ workspace: '/x-y' }), ['dash']);
});

test('a workspace is also found by a symbolic link to it', async () => {
  const real = path.join(agentDir, 'real');
  await mkdir(real, { recursive: true });
  await symlink(real, path.join(agentDir, 'link'));
  await store({ id: 'linked', cwd: real });
  assert.deepEqual(await idsOf({ workspace: path.join(agentDir, 'link') }), ['linked']);
});

test('sessions that were moved to one folder are listed by their headers', async () => {
  const sessionDir = path.join(agentDir, 'moved');
  await store({ id: 'here', cwd: '/a', folder: sessionDir });
  await store({ id: 'there', cwd: '/b', folder: sessionDir });
  assert.deepEqual(await idsOf({ sessionDir, workspace: '/b' }), ['there']);
  assert.equal((await idsOf({ sessionDir })).length, 2);
});

test('the search finds sessions with all words, in any case, in the name or the user’s messages', async () => {
  await store({
    id: 'a',
    messages: ['Fix the Parser', 'I fixed the lexer', 'and its TESTS'],
    name: 'Grammar',
  });
  await store({ id: 'b', messages: ['Write a README'] });
  assert.deepEqual(await idsOf({ query: 'tests grammar' }), ['a']);
  assert.deepEqual(await idsOf({ query: 'READme' }), ['b']);
  assert.deepEqual(await idsOf({ query: 'lexer' }), []);
  assert.equal((await idsOf({ query: '  ' })).length, 2);
});

test('a first message behind a big image is shown without reading the image', async () => {
  const file = await store({ id: 'a' });
  const content = [
    { type: 'text', text: 'Look: "this" \\ é' },
    { type: 'image', data: 'A'.repeat(400_000), mimeType: 'image/png' },
  ];
  const message = { role: 'user', content, timestamp: 1 };
  const entry = { type: 'message', id: 'i', parentId: null, timestamp: '2026-11-21T08:00:00.000Z', message };
  await appendFile(file, `${JSON.stringify(entry)}\n`);
  assert.equal((await listSessions({ agentDir }))[0]?.firstMessage, 'Look: "this" \\ é');
});

test('a session of version 1 is listed, too', async () => {
  const lines = [
    { type: 'session', id: 'v1', timestamp: '2025-11-20T23:33:50.000Z', cwd: '/workspace' },
    {
      type: 'message',
      timestamp: '2025-11-20T23:34:00.000Z',
      message: { role: 'user', content: 'old words' },
    },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFileIn(path.join(agentDir, 'sessions', '--workspace--'), 'v1.jsonl', text);
  const [listed] = await listSessions({ agentDir });
  assert.deepEqual([listed?.firstMessage, listed?.messageCount], ['old words', 1]);
  assert.equal(listed?.modified, Date.UTC(2025, 10, 20, 23, 34));
});

test('anything other than a session, in the store or in its place, is skipped', async () => {
  const folder = path.join(agentDir, 'sessions', '--workspace--');
  await writeFileIn(folder, 'foreign.jsonl', '{"hello":1}\n');
  await writeFileIn(folder, 'empty.jsonl', '');
  await writeFileIn(folder, 'notes.txt', sessionText({ id: 'text' }));
  await mkdir(path.join(folder, 'folder.jsonl'));
  await writeFileIn(path.join(agentDir, 'sessions'), 'stray', 'x');
  await store({ id: 'real' });
  assert.deepEqual(await idsOf({}), ['real']);
  assert.deepEqual(await listSessions({ agentDir: path.join(agentDir, 'missing') }), []);
});

test('a session is found by the id in its header; of two files with that id, the last modified one', async () => {
  await store({ id: 'twice', began: 9000, file: 'older.jsonl', cwd: '/a' });
  const newer = await store({ id: 'twice', began: 99_000, file: 'newer.jsonl', cwd: '/b' });
  await store({ id: 'once' });
  assert.equal(await findSession('twice', { agentDir }), newer);
  assert.deepEqual((await idsOf({})).sort(), ['once', 'twice']);
  assert.equal(await findSession('../../etc/passwd', { agentDir }), undefined);
});

test('a session that grew since the last listing is listed with its new content', async () => {
  const file = await store({ id: 'a', messages: ['one'] });
  assert.equal((await listSessions({ agentDir }))[0]?.messageCount, 1);
  await appendFile(
    file,
    `${sessionText({ messages: ['one', 'two'] })
      .split('\n')
      .at(2)}\n`,
  );
  assert.equal((await listSessions({ agentDir }))[0]?.messageCount, 2);
});

test('a word that only the assistant wrote, or only one of two words, is not enough', async () => {
  await store({ id: 'a', began: 3000, messages: ['fix the parser', 'done', 'and the docs'] });
  await store({ id: 'b', began: 2000, messages: ['fix the tests'], name: 'Parser' });
  await store({ id: 'c', began: 1000, messages: ['parser', 'fix'] });
  assert.deepEqual(await idsOf({ query: 'fix PARSER' }), ['a', 'b']);
  assert.deepEqual(await idsOf({ query: 'fix docs' }), ['a']);
  assert.deepEqual(await idsOf({ query: 'fix nothing' }), []);
});

test('of two files with one id, the older one is in no list, also not in that of its own workspace', async () => {
  await store({ id: 'a', cwd: '/old', file: 'old.jsonl', began: 1000, messages: ['before the move'] });
  const moved = await store({ id: 'a', cwd: '/new', file: 'new.jsonl', began: 5000, messages: ['after'] });
  assert.equal(await findSession('a', { agentDir }), moved);
  // The search of one workspace reads only its own folder, unless all sessions are in one.
  for (const [workspace, ids] of [
    [undefined, ['a']],
    ['/new', ['a']],
  ] as const)
    assert.deepEqual(await idsOf({ ...(workspace !== undefined && { workspace }) }), ids);
  const sessionDir = path.join(agentDir, 'one');
  await store({ id: 'b', cwd: '/old', folder: sessionDir, file: 'old.jsonl', began: 1000, messages: ['x'] });
  await store({ id: 'b', cwd: '/new', folder: sessionDir, file: 'new.jsonl', began: 5000, messages: ['y'] });
  assert.deepEqual(await idsOf({ sessionDir, workspace: '/new' }), ['b']);
  assert.deepEqual(await idsOf({ sessionDir, workspace: '/old' }), []);
});
