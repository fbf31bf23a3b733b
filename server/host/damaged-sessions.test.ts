import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { listSessions } from '../sessions/list.ts';
import { writeFileIn } from '../sessions/session-fixture.ts';
import { SessionReader, type ReadPage } from './session-reader.ts';

const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-damaged-'));
after(() => rm(root, { recursive: true }));
let files = 0;

const AT = Date.UTC(2026, 10, 29, 8);
const iso = (n: number): string => new Date(AT + n * 1000).toISOString();
const idOf = (n: number): string => String(n).padStart(8, '0');

interface Line {
  type?: string;
  parent?: number | null;
  [field: string]: unknown;
}

/** One line for each entry, which follows the one before it unless it names another. */
function linesOf(entries: readonly Line[]): string[] {
  const header = { type: 'session', version: 3, id: 'odd', timestamp: iso(0), cwd: root };
  const lines = entries.map(({ type = 'message', parent, ...rest }, at) => {
    const before = parent === undefined ? at : parent;
    const parentId = before ? idOf(before) : null;
    return { type, id: idOf(at + 1), parentId, timestamp: iso(at + 1), ...rest };
  });
  return [header, ...lines].map((line) => JSON.stringify(line));
}

const user = (content: unknown, n: number): Line => ({
  message: { role: 'user', content, timestamp: AT + n },
});
const answer = (content: unknown, n: number): Line => ({
  message: { role: 'assistant', content, provider: 'lab', model: 'm', stopReason: 'stop', timestamp: AT + n },
});
const text = (words: string): object[] => [{ type: 'text', text: words }];

async function read(lines: readonly string[]): Promise<{ folder: string; page: ReadPage; rows: string[] }> {
  const folder = path.join(root, String(++files));
  const file = await writeFileIn(folder, 'odd.jsonl', `${lines.join('\n')}\n`);
  const page = await new SessionReader().read(file, { limit: 100 });
  return { folder, page, rows: page.entries.map(rowOf) };
}

/** One word for each row: its text, or why it cannot be shown. */
function rowOf({ message, lost }: ReadPage['entries'][number]): string {
  const above = lost === undefined ? '' : `[${lost} lost] `;
  if (message.role === 'unreadable')
    return `${above}unreadable: ${message.isDamaged ? 'damaged' : message.fields.join()}`;
  return above + JSON.stringify('content' in message ? message.content : message.role);
}
const words = (said: string): string => JSON.stringify(text(said));

test('a thought without a text is named, and the rest of the answer is shown', async () => {
  const { rows, page } = await read(
    linesOf([user(text('q1'), 1), answer([{ type: 'thinking' }, ...text('a1')], 2)]),
  );
  assert.deepEqual(rows, [words('q1'), words('a1'), 'unreadable: message.content[0].thinking']);
  const raw = page.entries.at(-1)!.message;
  assert.ok(raw.role === 'unreadable' && raw.isPart && raw.raw.includes('{"type":"thinking"}'));
});

test('a name that is a number hides neither the session nor the others, and the name before it stays', async () => {
  const info = (name: unknown): Line => ({ type: 'session_info', name });
  const { folder, page } = await read(
    linesOf([info('good name'), user('q', 1), answer(text('a'), 2), info(42)]),
  );
  await writeFileIn(
    folder,
    'other.jsonl',
    `${JSON.stringify({ type: 'session', id: 'other', cwd: root })}\n`,
  );
  const listed = await listSessions({ agentDir: root, sessionDir: folder });
  assert.deepEqual(listed.map(({ id, name }) => [id, name]).sort(), [
    ['odd', 'good name'],
    ['other', undefined],
  ]);
  assert.equal(page.session.name, 'good name');
});

test('a message whose content is null is an entry that cannot be shown, between the others', async () => {
  const { rows } = await read(
    linesOf([
      user(text('one'), 1),
      answer(text('a'), 2),
      user(null, 3),
      answer(text('b'), 4),
      user(text('two'), 5),
    ]),
  );
  assert.deepEqual(rows, [words('one'), words('a'), 'unreadable: message.content', words('b'), words('two')]);
});

test('a torn line is shown in its place, and the messages above it are said to be lost to the model', async () => {
  const lines = linesOf([
    user(text('q1'), 1),
    answer(text('a1'), 2),
    user(text('q2'), 3),
    answer(text('a2'), 4),
    user(text('q3'), 5),
    answer(text('a3'), 6),
  ]);
  const torn = lines.with(4, `${lines[4]!.slice(0, 90)}${lines[4]}`);
  const { rows } = await read(torn);
  assert.deepEqual(rows, [
    words('q1'),
    words('a1'),
    words('q2'),
    'unreadable: damaged',
    `[3 lost] ${words('q3')}`,
    words('a3'),
  ]);
});

test('damage that only a parser finds is shown in the same way', async () => {
  const lines = linesOf([
    user(text('q1'), 1),
    answer(text('a1'), 2),
    user(text('q2'), 3),
    answer(text('a2'), 4),
  ]);
  const { rows } = await read(lines.with(2, lines[2]!.replace('"content":', '"content"')));
  assert.deepEqual(rows, [words('q1'), 'unreadable: damaged', `[1 lost] ${words('q2')}`, words('a2')]);
});

test('a missing line is said with what is lost to the model', async () => {
  const lines = linesOf([
    user(text('q1'), 1),
    answer(text('a1'), 2),
    user(text('q2'), 3),
    answer(text('a2'), 4),
  ]);
  const { rows } = await read(lines.toSpliced(3, 1));
  assert.deepEqual(rows, [words('q1'), words('a1'), `[2 lost] ${words('a2')}`]);
});

test('a branch that is not shown and has newer messages is announced; an older branch is not', async () => {
  const root = [user(text('root'), 1), answer(text('a'), 2)];
  const live = [user(text('live q'), 3), answer(text('live a'), 4)];
  const exit: Line = { type: 'custom', parent: 2, customType: 'session_exit', data: {} };
  const { rows, page } = await read(linesOf([...root, ...live, exit]));
  assert.deepEqual(rows, [words('root'), words('a')]);
  assert.deepEqual(page.newerBranch, { id: idOf(4), messages: 2 });
  const newest = await read(linesOf([...root, ...live, { ...user(text('other q'), 5), parent: 2 }]));
  assert.deepEqual(newest.rows.at(-1), words('other q'));
  assert.equal(newest.page.newerBranch, undefined);
});

test('a session without any usable time is read page by page, each row once', async () => {
  const lines = linesOf(Array.from({ length: 300 }, (_, n) => user(`q${n}`, n)));
  const timeless = lines.map((line) => line.replaceAll(/"timestamp":("[^"]*"|\d+)/g, '"timestamp":null'));
  const file = await writeFileIn(path.join(root, 'timeless'), 'a.jsonl', `${timeless.join('\n')}\n`);
  const reader = new SessionReader();
  let page = await reader.read(file, { limit: 50 });
  const rows = [...page.entries];
  while (page.hasOlder) {
    page = await reader.read(file, { limit: 50, before: rows[0]!.key });
    rows.unshift(...page.entries);
  }
  assert.equal(rows.length, 300);
  assert.equal(new Set(rows.map(({ key }) => key)).size, 300);
});
