import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Model } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { Outputs } from '../../output/outputs.ts';
import { sessionText } from '../../sessions/session-fixture.ts';
import { isHeld } from '../../sessions/session-hold.ts';
import { createFeed } from '../fixtures/feed.ts';
import { ScriptedPi } from '../fixtures/scripted-pi.ts';
import { EntryMetadata } from './entry-metadata.ts';
import { Session } from './session.ts';
import { StoredConversation } from './stored-conversation.ts';

async function setUp(t: TestContext, version: string | null = '0.87.1', isTrusted: boolean | null = null) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-session-'));
  const workspace = path.join(folder, 'work');
  await mkdir(path.join(workspace, '.pi'), { recursive: true });
  const pi = new ScriptedPi();
  const outputs = new Outputs({ onGrowth: () => undefined });
  const { feed, sent } = createFeed({ outputs, view: emptyView(workspace, version) });
  const steps: string[] = [];
  const metadata = new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) });
  const session = new Session({
    pi,
    feed,
    outputs,
    metadata,
    trustQuestion: () => ({
      workspace,
      env: { PI_CODING_AGENT_DIR: path.join(folder, 'agent') },
      flags: {},
      can: feed.view.can,
      isTrusted,
    }),
    onLeave: () => steps.push('leave'),
    onArrive: async () => {
      steps.push(`arrive in ${feed.view.session?.id}`);
    },
  });
  t.after(async () => {
    await session.close();
    await outputs.close();
    await rm(folder, { recursive: true });
  });
  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };
  return { session, pi, feed, outputs, steps, sent, metadata, workspace, write };
}

test('the state of pi is shown without the addresses and headers of its provider', async (t) => {
  const { session, pi, feed } = await setUp(t);
  const model = { id: 'm', name: 'M', provider: 'p', reasoning: false, input: ['text'], contextWindow: 9 };
  pi.state = {
    model: { ...model, baseUrl: 'https://secret', headers: { key: 'secret' } } as unknown as Model,
  };
  await session.readState();
  assert.deepEqual(feed.view.model, model);
});

test('thinking levels are only asked for if this pi lists them', async (t) => {
  const { session, pi } = await setUp(t, '0.73.1');
  await session.readState();
  assert.deepEqual(pi.sentTypes, ['get_state']);
});

test('a pi whose version is unknown is usable although it does not list thinking levels', async (t) => {
  const { session, pi, feed } = await setUp(t, null);
  const unknown = (): never => {
    throw new Error('Unknown command: get_available_thinking_levels');
  };
  pi.script = { get_available_thinking_levels: unknown };
  await session.readState();
  assert.equal(feed.view.session?.id, 's1');
  const { distrust, listEntries, clearQueue } = feed.view.can;
  assert.deepEqual(
    { distrust, listEntries, clearQueue },
    { distrust: true, listEntries: false, clearQueue: false },
  );
  await session.readState();
  assert.equal(pi.sentTypes.filter((type) => type === 'get_available_thinking_levels').length, 1);
});

test('a pi of a known version that does not answer what it should know is reported', async (t) => {
  const { session, pi } = await setUp(t);
  pi.script = {
    get_available_thinking_levels: () => {
      throw new Error('Unknown command: get_available_thinking_levels');
    },
  };
  await assert.rejects(session.readState(), /Unknown command/);
});

test('a new session replaces the conversation in the view, and its queue is recovered after that', async (t) => {
  const { session, pi, feed, steps, write } = await setUp(t);
  const file = await write('new.jsonl', sessionText({ id: 'new', messages: ['Hello', 'Hi'] }));
  pi.state = { sessionFile: file, sessionId: 'new' };
  await session.readNew();
  assert.deepEqual(steps, ['leave', 'arrive in new']);
  assert.equal(session.path, file);
  assert.equal(await session.isWritten(), true);
  assert.deepEqual(
    feed.view.entries.map(({ message }) => message.role),
    ['user', 'assistant'],
  );
  assert.ok(pi.sentTypes.includes('get_session_stats'));
});

test('an answer that was stopped and that pi did not store stays where it was when the rows are read again', async (t) => {
  const { session, pi, feed, write } = await setUp(t);
  const file = await write('new.jsonl', sessionText({ id: 'new', messages: ['Hello', 'Hi'] }));
  pi.state = { sessionFile: file, sessionId: 'new' };
  await session.readNew();
  const events = [
    { type: 'message_start', message: { role: 'assistant', timestamp: 8 } },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: 'Half' } },
    { type: 'compaction_start', reason: 'manual', panel_at: 9 },
    { type: 'compaction_end', reason: 'manual', result: { summary: 'Short', tokensBefore: 9 }, panel_at: 10 },
  ];
  for (const event of events) feed.emit(event as unknown as ViewEvent);
  const rows = feed.view.entries.slice(0, 3);
  await session.shown.showStoredRows();
  assert.deepEqual(feed.view.entries, rows);
});

test('what pi says while the rows are read again is not overwritten by what was read', async (t) => {
  const { session, pi, feed, write } = await setUp(t);
  const messages = ['Hello', 'Hi'];
  pi.state = {
    sessionFile: await write('new.jsonl', sessionText({ id: 'new', messages })),
    sessionId: 'new',
  };
  await session.readNew();
  const says = (text: string, timestamp: number): void =>
    feed.emit({
      type: 'message_end',
      message: { role: 'custom', customType: 'note', content: text, display: true, timestamp },
    } as unknown as ViewEvent);
  const read = Reflect.get(StoredConversation.prototype, 'readTail');
  const reads = t.mock.method(
    StoredConversation.prototype,
    'readTail',
    async function (this: StoredConversation) {
      const tail = await read.call(this);
      if (feed.view.entries.length === 3) return tail;
      says('meanwhile', 8);
      await write('new.jsonl', sessionText({ id: 'new', messages: [...messages, 'meanwhile'] }));
      return tail;
    },
  );
  assert.equal(await session.shown.showStoredRows(), true);
  assert.equal(reads.mock.callCount(), 2);
  assert.equal(feed.view.entries.length, 3);
});

test('the session is only read again if pi is on another one', async (t) => {
  const { session, pi, steps, write } = await setUp(t);
  pi.state = { sessionFile: await write('a.jsonl', sessionText({ id: 'a' })), sessionId: 'a' };
  await Promise.all([session.readIfChanged(), session.readIfChanged()]);
  await session.readIfChanged();
  assert.deepEqual(steps, ['leave', 'arrive in a']);
});

test('before another session is shown, the previous one is left, however the change is noticed', async (t) => {
  for (const read of ['readNew', 'readIfChanged'] as const) {
    const { session, pi, feed, steps, write } = await setUp(t);
    pi.state = { sessionFile: await write('a.jsonl', sessionText({ id: 'a' })), sessionId: 'a' };
    const emit = feed.emit.bind(feed);
    t.mock.method(feed, 'emit', (event: ViewEvent) => {
      if (event.type === 'panel_state') steps.push('state');
      emit(event);
    });
    await session[read]();
    assert.deepEqual(steps, ['leave', 'state', 'arrive in a']);
    assert.equal(pi.sentTypes.filter((type) => type === 'get_state').length, 1);
  }
});

test('a session without a file is not read from the file of the session before', async (t) => {
  const { session, pi, feed, write } = await setUp(t);
  const file = await write('a.jsonl', sessionText({ id: 'a', messages: ['Hello', 'Hi'] }));
  pi.state = { sessionFile: file, sessionId: 'a' };
  await session.readNew();
  assert.equal((await session.reads.prompts()).length, 1);
  pi.state = { sessionId: 'b' };
  await session.readNew();
  assert.deepEqual([session.path, feed.view.session?.id, feed.view.entries], [undefined, 'b', []]);
  assert.deepEqual(await session.reads.prompts(), []);
  assert.equal(await isHeld(file), false);
});

test('before pi writes the file, the rows are those that pi reports: one branch, with labels; later, those of the file', async (t) => {
  const { session, pi, feed, write } = await setUp(t);
  const text = sessionText({ id: 'late', messages: ['Hello', 'Left', 'Here'] });
  const [, hello, left, here] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  const label = {
    type: 'label',
    id: 'l1',
    parentId: here!.id,
    timestamp: '',
    targetId: hello!.id,
    label: 'kept',
  };
  const entries = [hello, left, { ...here, parentId: hello!.id }, label];
  pi.script = { get_entries: () => ({ entries, leafId: label.id }) };
  const file = await write('late.jsonl', '');
  await rm(file);
  pi.state = { sessionFile: file, sessionId: 'late', messageCount: 2 };
  await session.readNew();
  assert.deepEqual(
    feed.view.entries.map(({ id, label: name }) => [id, name]),
    [
      [hello!.id, 'kept'],
      [here!.id, undefined],
    ],
  );
  await session.shown.identifyRows();
  assert.equal(feed.view.entries.length, 2);
  await write('late.jsonl', text);
  await session.shown.identifyRows();
  assert.deepEqual(
    feed.view.entries.map(({ id }) => id),
    [hello!.id, left!.id, here!.id],
  );
});

test('rows of a session that was left while they were looked up are not reported', async (t) => {
  const { session, feed, write, sent } = await setUp(t);
  const files = await Promise.all(
    ['a', 'b'].map((id) => write(`${id}.jsonl`, sessionText({ id, messages: ['Hello', 'Hi'] }))),
  );
  await session.shown.showFile(files[0]!);
  feed.replace((view) => ({ ...view, entries: view.entries.map(({ id: _, ...entry }) => entry) }));
  const identified = session.shown.identifyRows();
  const shown = session.shown.showFile(files[1]!);
  await Promise.all([identified, shown]);
  assert.equal(
    sent.flat().some(({ type }) => type === 'panel_stored_rows'),
    false,
  );
  assert.equal(feed.view.session?.id, 'b');
});

test('a closed session is free, even if the metadata could not be written', async (t) => {
  const { session, metadata, write } = await setUp(t);
  const file = await write('a.jsonl', sessionText({ id: 'a' }));
  await session.shown.showFile(file);
  t.mock.method(metadata, 'whenWritten', () => Promise.reject(new Error('disk')), { times: 1 });
  await assert.rejects(session.close(), /disk/);
  assert.equal(await isHeld(file), false);
});

test('at another point in the session, the view shows the conversation up to there, and its changes are listed again', async (t) => {
  const { session, pi, feed, write } = await setUp(t);
  const text = sessionText({ id: 'a', messages: ['One', 'Two', 'Three'] });
  pi.state = { sessionFile: await write('a.jsonl', text), sessionId: 'a' };
  const ids = text.match(/"id":"[^"]+"/g)!.map((id) => id.slice(6, -1));
  const { changesRevision } = feed.view;
  await session.showAt(ids[1]!);
  assert.deepEqual(
    feed.view.entries.map(({ message }) => message.role === 'user' && plainText(message.content)),
    ['One'],
  );
  assert.notEqual(feed.view.changesRevision, changesRevision);
});

test('auto-retry follows the settings, and what the user sets in pi', async (t) => {
  const { session, feed } = await setUp(t);
  await session.folderSettings.read();
  assert.equal(feed.view.autoRetry, true);
  session.folderSettings.setAutoRetry(false);
  assert.equal(feed.view.autoRetry, false);
});

test('a project that pi does not trust is reported, unless something of it is loaded', async (t) => {
  const { session, pi, feed, workspace } = await setUp(t);
  await mkdir(path.join(workspace, '.pi', 'prompts'));
  await writeFile(path.join(workspace, '.pi', 'prompts', 'fix.md'), 'Fix it.');
  await session.folderSettings.read();
  assert.equal(feed.view.untrusted.length, 1);
  pi.script.get_commands = () => ({
    commands: [{ name: 'fix', source: 'prompt', sourceInfo: { scope: 'project' } }],
  });
  await session.folderSettings.read();
  assert.deepEqual(feed.view.untrusted, []);
});

test('a project is not reported if pi itself says that it trusts it', async (t) => {
  const { session, feed, workspace } = await setUp(t, '0.87.1', true);
  await mkdir(path.join(workspace, '.pi', 'prompts'));
  await writeFile(path.join(workspace, '.pi', 'prompts', 'fix.md'), 'Fix it.');
  await session.folderSettings.read();
  assert.deepEqual(feed.view.untrusted, []);
});

test('only a command of an extension runs at once', async (t) => {
  const { session, pi } = await setUp(t);
  pi.script.get_commands = () => ({
    commands: [
      { name: 'run', source: 'extension' },
      { name: 'fix', source: 'prompt' },
    ],
  });
  const texts = ['/run now', '/fix it', '/unknown', 'run now'];
  const found = await Promise.all(texts.map((text) => session.isExtensionCommand(text)));
  assert.deepEqual(found, [true, false, false, false]);
});

test('the output of an old call is read from the session file', async (t) => {
  const { session, outputs, write } = await setUp(t);
  const timestamp = new Date(0).toISOString();
  const result = {
    role: 'toolResult',
    toolCallId: 'c1',
    toolName: 'bash',
    content: [{ type: 'text', text: 'old output' }],
    isError: false,
    timestamp: 0,
  };
  const line = JSON.stringify({ type: 'message', id: 'e1', parentId: null, timestamp, message: result });
  await session.shown.showFile(await write('a.jsonl', `${sessionText()}${line}\n`));
  await session.reads.recallOutput('c1');
  await session.reads.recallOutput('unknown');
  assert.equal(outputs.bytes('c1'), 10);
  assert.equal(outputs.has('unknown'), false);
});
