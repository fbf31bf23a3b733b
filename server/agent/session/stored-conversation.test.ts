import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import { sessionText } from '../../sessions/session-fixture.ts';
import { EntryMetadata } from './entry-metadata.ts';
import { StoredConversation } from './stored-conversation.ts';

const AT = Date.UTC(2026, 10, 21, 10);

async function writeConversation(
  t: TestContext,
  parts: readonly object[],
  {
    metadata = new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) }),
    drawn = [] as readonly string[],
  } = {},
): Promise<StoredConversation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-stored-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'session.jsonl');
  const lines = parts.map((part, n) => {
    const timestamp = new Date(AT + n * 1000).toISOString();
    return JSON.stringify({ id: `e${n}`, parentId: n === 0 ? null : `e${n - 1}`, timestamp, ...part });
  });
  await writeFile(file, `${sessionText()}${lines.join('\n')}\n`);
  return new StoredConversation(file, { slim: (message) => message, metadata, drawnEntries: () => drawn });
}

const call = (id: string, n: number) => ({
  type: 'message',
  message: {
    role: 'assistant',
    content: [{ type: 'toolCall', id, name: 'bash', arguments: { command: id } }],
    stopReason: 'toolUse',
    timestamp: AT + n * 1000,
  },
});
const result = (id: string, n: number) => ({
  type: 'message',
  message: {
    role: 'toolResult',
    toolCallId: id,
    toolName: 'bash',
    content: [{ type: 'text', text: 'No.' }],
    isError: true,
    timestamp: AT + n * 1000,
  },
});
const said = (text: string, n: number) => ({
  type: 'message',
  message: { role: 'user', content: text, timestamp: AT + n * 1000 },
});
const custom = (customType: string, data: unknown) => ({ type: 'custom', customType, data });

test("a call is blocked if the panel's extension marked it, and not if another extension wrote a similar entry", async (t) => {
  const conversation = await writeConversation(t, [
    call('one', 0),
    custom('pi-panel', { blocked: 'one' }),
    result('one', 2),
    call('two', 3),
    custom('other', { blocked: 'two', of: '"pi-panel"' }),
    custom('pi-panel', null),
    result('two', 6),
  ]);
  const { page } = await conversation.readTail();
  assert.deepEqual(
    Object.values(page.toolRuns).map(({ id, state }) => [id, state]),
    [
      ['one', 'blocked'],
      ['two', 'failed'],
    ],
  );
});

test('a page does not start between a call and its result: both are on the page before', async (t) => {
  const rest = Array.from({ length: 118 }, (_, n) => custom('other', n));
  const conversation = await writeConversation(t, [
    call('one', 0),
    custom('pi-panel', { blocked: 'one' }),
    result('one', 2),
    { type: 'message', message: { role: 'user', content: 'next', timestamp: AT + 3000 } },
    ...rest.slice(1),
  ]);
  const { page } = await conversation.readTail();
  assert.deepEqual(page.toolRuns, {});
  assert.equal(page.entries.length, 1);
  const before = await conversation.readBefore(page.entries[0]!.key, 40);
  assert.equal(before.toolRuns.one?.state, 'blocked');
  assert.equal(before.toolRuns.one?.output.tail, 'No.');
});

test('a session entry is a row if its extension draws it, and older rows are found from there', async (t) => {
  const conversation = await writeConversation(
    t,
    [
      { type: 'message', message: { role: 'user', content: 'hello', timestamp: AT } },
      custom('other', 1),
      custom('card', { word: 'first' }),
      { type: 'message', message: { role: 'user', content: 'next', timestamp: AT + 3000 } },
    ],
    { drawn: ['card'] },
  );
  const { page } = await conversation.readTail();
  const roles = page.entries.map(({ id, message }) => [id, message.role]);
  assert.deepEqual(roles, [
    ['e0', 'user'],
    ['e2', 'customEntry'],
    ['e3', 'user'],
  ]);
  const before = await conversation.readBefore(page.entries[1]!.key, 10);
  assert.deepEqual(
    before.entries.map(({ id }) => id),
    ['e0'],
  );
});

test('the rows before a bash command that was seen live are found: its row has the time at which it began', async (t) => {
  const user = { role: 'user' as const, content: 'Hello.', timestamp: AT };
  const rest = { exitCode: 0, cancelled: false, truncated: false };
  const bash = { role: 'bashExecution' as const, command: 'make', output: '', ...rest };
  const messages = [user, { ...bash, timestamp: AT + 1000 }, { ...bash, timestamp: AT + 2000 }];
  const conversation = await writeConversation(
    t,
    messages.map((message) => ({ type: 'message', message })),
  );
  const idsBefore = async (key: string): Promise<(string | undefined)[]> =>
    (await conversation.readBefore(key, 10)).entries.map(({ id }) => id);
  assert.deepEqual(await idsBefore(`bashExecution-${AT + 1000}`), ['e0']);
  assert.deepEqual(await idsBefore(`bashExecution-${AT + 250}`), ['e0']);
  assert.deepEqual(await idsBefore(`bashExecution-${AT + 1250}`), ['e0', 'e1']);
});

test('an entry has its metadata: how a message was typed, and the call of a user bash command', async (t) => {
  const metadata = new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) });
  const user = { role: 'user' as const, content: 'Fix a.ts, please.', timestamp: AT };
  const rest = { exitCode: 0, cancelled: false, truncated: false, timestamp: AT + 1000 };
  const bash = { role: 'bashExecution' as const, command: 'date', output: 'today', ...rest };
  metadata.addTypedMessage(user, { id: 'k', text: '/fix a.ts' });
  metadata.addUserBash({ command: 'date', call: 'run-1', at: AT + 1010, duration: 250, bytes: 9000 });
  const messages = [user, bash, { ...bash, command: 'who' }];
  const conversation = await writeConversation(
    t,
    messages.map((message) => ({ type: 'message', message })),
    { metadata },
  );
  const { page } = await conversation.readTail();
  assert.deepEqual(
    page.entries.map(({ sentAs, call: run }) => sentAs?.text ?? run),
    ['/fix a.ts', 'run-1', 'e2'],
  );
  assert.deepEqual(Object.keys(page.toolRuns).toSorted(), ['e2', 'run-1']);
  const run = page.toolRuns['run-1'];
  assert.deepEqual([run?.id, run?.startedAt, run?.endedAt], ['run-1', AT + 750, AT + 1000]);
  assert.deepEqual(run?.output, { bytes: 9000, tail: 'today' });
  const found = await conversation.findResult('run-1');
  assert.equal(found?.role === 'bashExecution' && found.output, 'today');
});

test('runs that pi started together keep the times that the panel saw', async (t) => {
  const metadata = new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) });
  const content = ['slow', 'quick'].map((id) => ({ type: 'toolCall', id, name: 'bash', arguments: {} }));
  const calls = { type: 'message', message: { ...call('slow', 0).message, content } };
  const conversation = await writeConversation(t, [calls, result('slow', 9), result('quick', 9)], {
    metadata,
  });
  const timesOf = async (id: string): Promise<unknown> => {
    const run = (await conversation.readTail()).page.toolRuns[id];
    return [run?.startedAt, run?.endedAt].map((time) => time && time - AT);
  };
  assert.deepEqual(await timesOf('quick'), [undefined, 9000], 'nobody saw it');

  const seen = { slow: 9000, quick: 200 };
  const entries = [calls.message].map((message) => ({ key: 'a', message })) as never;
  for (const [id, ms] of Object.entries(seen)) {
    const run = { id, startedAt: AT + 10, endedAt: AT + 10 + ms } as ToolRun;
    const end = { type: 'tool_execution_end', toolCallId: id, panel_at: AT + 10 + ms } as ViewEvent;
    metadata.onEvent(end, { entries, toolRuns: { [id]: run } });
  }
  assert.deepEqual(await timesOf('quick'), [10, 210]);
  assert.deepEqual(await timesOf('slow'), [10, 9010]);
});

test('the whole text of a message can be read, however long it is', async (t) => {
  const long = 'line\n'.repeat(100_000);
  const conversation = await writeConversation(t, [said(long, 0), call('a', 1)]);
  assert.equal(await conversation.readText(`user-${AT}`), long);
  for (const key of [`user-${AT + 1}`, `assistant-${AT + 1000}`, 'user', ''])
    assert.equal(await conversation.readText(key), null, key);
});

test('the messages of the user on the current branch are listed with their times, on one line each', async (t) => {
  const conversation = await writeConversation(t, [
    said('Look at\n\nthe parser.', 0),
    call('ls', 1),
    { ...said('on a branch that was left', 2), parentId: 'e1' },
    { ...said(`Then ${'x'.repeat(300)}`, 3), parentId: 'e1' },
  ]);
  assert.deepEqual(await conversation.prompts(), [
    { key: `user-${AT}`, text: 'Look at the parser.', at: AT },
    { key: `user-${AT + 3000}`, text: `Then ${'x'.repeat(195)}`, at: AT + 3000 },
  ]);
});

test('text is found on the current branch, in the order of the rows, with the number of matches; a call with its result is one place', async (t) => {
  const conversation = await writeConversation(t, [
    said('Where is the Ｚｅｂｒａ?', 0),
    call('echo zebra', 1),
    {
      ...result('echo zebra', 2),
      message: { ...result('echo zebra', 2).message, content: 'a\nZEBRA zebra' },
    },
    { ...said('no zebra on this branch', 3), parentId: 'e2' },
    { type: 'custom_message', customType: 'x', content: 'zebra', display: false, parentId: 'e2' },
    { ...said('The zebra.', 5), parentId: 'e4' },
  ]);
  const at = (n: number): string => `user-${AT + n * 1000}`;
  assert.deepEqual(await conversation.findText('zebra'), {
    places: [
      { key: at(0), count: 1 },
      { key: `toolResult-${AT + 2000}`, call: 'echo zebra', count: 3 },
      { key: at(5), count: 1 },
    ],
  });
  assert.deepEqual(await conversation.findText('giraffe'), { places: [] });
  assert.deepEqual(await conversation.findEntry('e5'), { key: at(5), isOnBranch: true });
  assert.deepEqual(await conversation.findEntry('e3'), { key: at(3), isOnBranch: false });
  assert.equal((await conversation.findEntry('e2'))?.call, 'echo zebra');
  assert.equal(await conversation.findEntry('e4'), null);
  assert.equal(await conversation.findEntry('none'), null);
});

test('two readers that come at once share one index, so that neither forgets where the other has gone', async (t) => {
  const conversation = await writeConversation(t, [said('one', 0), said('two', 1), said('three', 2)]);
  await Promise.all([conversation.goTo('e0'), conversation.identify([])]);
  const { page } = await conversation.readTail();
  assert.deepEqual(
    page.entries.map(({ id }) => id),
    ['e0'],
  );
});
