import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Refusal } from '../../../shared/refusal.ts';
import type { UiRequest } from '../../../shared/pi/dialogs.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { Outputs } from '../../output/outputs.ts';
import { Dialogs } from '../extensions/dialogs.ts';
import { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { Feed } from '../feed/feed.ts';
import { createFeed } from '../fixtures/feed.ts';
import { ScriptedPi } from '../fixtures/scripted-pi.ts';
import { MessageQueue } from '../queue/message-queue.ts';
import { EntryMetadata } from '../session/entry-metadata.ts';
import { Session } from '../session/session.ts';
import { CommandRunner } from './command-runner.ts';

const timestamp = new Date(0).toISOString();
const HELLO = { role: 'user', content: 'Hello', timestamp: 1 };
const OTHER_SESSION = [
  { type: 'session', version: 3, id: 'other', timestamp, cwd: '/home/me/project' },
  { type: 'message', id: 'e1', parentId: null, timestamp, message: HELLO },
];
const DIALOG: UiRequest = { type: 'extension_ui_request', method: 'confirm', id: 'd1', title: 'Sure?' };

/** The real parts of an agent in front of a scripted pi. */
async function setUp(t: TestContext, version = '0.87.1') {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-commands-'));
  const file = path.join(folder, 'other.jsonl');
  await writeFile(file, OTHER_SESSION.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const pi = new ScriptedPi();
  const outputs = new Outputs({ onGrowth: () => undefined });
  let feed: Feed | undefined = undefined;
  const view = () => feed!.view;
  const emit: Feed['emit'] = (event) => feed!.emit(event);
  const dialogs = new Dialogs({ answer: () => undefined, emit });
  const findSession = (): Promise<string> => Promise.resolve(file);
  const bridge = new ExtensionBridge({
    pi,
    view,
    emit,
    pendingCommands: () => [],
    onWithdrawn: () => undefined,
    onDrawn: () => undefined,
    onDrawnEntries: () => undefined,
    isFollowed: () => true,
    onPicture: () => undefined,
    onFork: () => undefined,
    onMove: () => undefined,
    onModelChange: () => undefined,
    onLoaded: () => undefined,
    onToolUse: () => undefined,
    onEnding: () => undefined,
    onContextEdits: () => undefined,
    onBoundary: () => undefined,
  });
  const queue = new MessageQueue({
    pi,
    view,
    dialogs,
    emit,
    findSession,
    storeImage: () => null,
    isExtensionCommand: () => Promise.resolve(false),
  });
  ({ feed } = createFeed({ outputs, view: emptyView(folder, version), extensions: bridge, queue }));
  const session = new Session({
    pi,
    feed,
    outputs,
    metadata: new EntryMetadata({ file: null, onTrouble: (words) => assert.fail(words) }),
    trustQuestion: () => ({
      workspace: folder,
      env: { PI_CODING_AGENT_DIR: folder },
      flags: {},
      can: view().can,
    }),
    onLeave: () => queue.onSessionLeft(),
    onArrive: () => queue.recovery.recover(),
  });
  const { dropRepeats } = feed;
  const interruptProgram = (): Promise<void> => Promise.resolve();
  const parts = { pi, view, session, dialogs, bridge, dropRepeats, queue, outputs, interruptProgram };
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const commands = new CommandRunner({ ...parts, emit, useSession: (_id, act) => act(file), onBug });
  t.after(async () => {
    await session.close();
    await outputs.close();
    await commands.close();
    await rm(folder, { recursive: true });
  });
  const push = (...events: PiEvent[]): void => feed.push(events);
  return { pi, view, dialogs, queue, commands, push, file, bugs, feed };
}

test('a command goes to pi unchanged, and what it changes is read again', async (t) => {
  const { pi, commands, view } = await setUp(t);
  pi.state = { steeringMode: 'one-at-a-time' };
  const command = { type: 'set_steering_mode', mode: 'one-at-a-time' } as const;
  assert.deepEqual(await commands.run(command), { success: true, data: undefined });
  assert.deepEqual(pi.sent[0], command);
  assert.equal(view().steeringMode, 'one-at-a-time');
});

test("pi's refusal is an answer, and nothing is read again after it", async (t) => {
  const { pi, commands } = await setUp(t);
  pi.script.set_model = () => {
    throw new Error('Model not found');
  };
  const answer = await commands.run({ type: 'set_model', provider: 'p', modelId: 'm' });
  assert.deepEqual(answer, { success: false, error: 'Model not found' });
  assert.deepEqual(pi.sentTypes, ['set_model']);
});

test('a command that this pi does not have is refused, and never reaches pi', async (t) => {
  const { pi, commands } = await setUp(t, '0.79.9');
  await assert.rejects(commands.run({ type: 'get_tree' }), {
    status: 409,
    message: 'pi 0.79.9 has no get_tree: that takes pi 0.80.3 or newer.',
  });
  const old = await setUp(t, '0.73.1');
  const hidden = { type: 'bash', command: 'ls', excludeFromContext: true } as const;
  await assert.rejects(old.commands.run(hidden), { message: /cannot keep a command from the model/ });
  assert.deepEqual([...pi.sent, ...old.pi.sent], []);
});

test('what costs money or needs the folder is refused before it reaches pi if the folder is gone', async (t) => {
  const { pi, commands, view } = await setUp(t);
  const { workspace } = view();
  await rename(workspace, `${workspace}-gone`);
  const written = [
    { type: 'prompt', message: 'Go on' },
    { type: 'prompt', message: '/command' },
    { type: 'steer', message: 'This way' },
    { type: 'follow_up', message: 'And then' },
    { type: 'bash', command: 'ls' },
    { type: 'compact' },
  ] as const;
  for (const command of written)
    await assert.rejects(commands.run(command), { status: 409, code: 'folder_gone' }, command.type);
  assert.throws(() => commands.runBash('ls', false), { code: 'folder_gone' });
  await rename(`${workspace}-gone`, workspace);
  assert.deepEqual(pi.sent, []);
});

test('another session is found by its id, and its conversation is shown', async (t) => {
  const { pi, commands, view, file } = await setUp(t);
  pi.state = { sessionFile: file, sessionId: 'other' };
  await commands.run({ type: 'switch_session', session: 'other' });
  assert.deepEqual(pi.sent[0], { type: 'switch_session', sessionPath: file });
  assert.equal(view().session?.id, 'other');
  assert.equal(view().entries.length, 1);
});

test('a session that pi cannot report shows its own failure and messages, and takes no message', async (t) => {
  const { pi, commands, view, feed } = await setUp(t);
  pi.state = { sessionId: 'first' };
  await commands.run({ type: 'new_session' });
  feed.replace((view) => ({ ...view, entries: [{ key: 'user-9', message: { ...HELLO, role: 'user' } }] }));
  pi.script.get_state = () => {
    throw new Refusal(500, 'pi_failed', 'entry.name?.trim is not a function');
  };
  await commands.run({ type: 'switch_session', session: 'other' });
  const { session, entries, sessionProblem, ready } = view();
  assert.deepEqual([session?.id, entries.map(({ key }) => key), ready], ['other', ['user-1'], true]);
  assert.equal(sessionProblem, 'entry.name?.trim is not a function');
  const sent = pi.sent.length;
  for (const command of [
    { type: 'prompt', message: 'Hi' },
    { type: 'bash', command: 'ls' },
  ] as const)
    await assert.rejects(commands.run(command), { status: 409, code: 'session_not_shown' });
  assert.equal(pi.sent.length, sent);

  // A new name makes pi able to report it.
  delete pi.script.get_state;
  pi.state = { sessionFile: path.join(view().workspace, 'x'), sessionId: 'other' };
  await commands.run({ type: 'set_session_name', name: 'better' });
  assert.equal(view().sessionProblem, null);
});

test('a message that was written for another session than the one that is shown is refused', async (t) => {
  const { pi, commands } = await setUp(t);
  pi.state = { sessionId: 'second' };
  await commands.run({ type: 'new_session' });
  const sent = pi.sent.length;
  const prompt = { type: 'prompt', message: 'For the first' } as const;
  await assert.rejects(commands.run(prompt, { session: 'first' }), { status: 409, code: 'other_session' });
  assert.equal(pi.sent.length, sent);
  await commands.run(prompt, { session: 'second' });
  assert.equal(pi.sent.at(-1)?.type, 'prompt');
});

test('a change of session that an extension cancels changes nothing', async (t) => {
  const { pi, commands } = await setUp(t);
  pi.script.new_session = () => ({ cancelled: true });
  await commands.run({ type: 'new_session' });
  assert.deepEqual(pi.sentTypes, ['new_session']);
});

test('output that extensions write twice while the session changes is shown once', async (t) => {
  const { pi, commands, push, view } = await setUp(t);
  const notify: PiEvent = {
    type: 'extension_ui_request',
    method: 'notify',
    id: 'n1',
    message: 'Hello',
    notifyType: 'info',
  };
  pi.script.new_session = () => push(notify, { ...notify, id: 'n2' });
  await commands.run({ type: 'new_session' });
  assert.equal(view().notices.filter(({ message }) => message === 'Hello').length, 1);
});

test('open dialogs are canceled by a change of session, and by abort and compact only during a run', async (t) => {
  const { commands, dialogs, push } = await setUp(t);
  const cancelledBy = async (type: 'abort' | 'compact' | 'clone'): Promise<boolean> => {
    dialogs.add(DIALOG);
    await commands.run({ type });
    const isCancelled = dialogs.openIds.length === 0;
    dialogs.cancelAll();
    return isCancelled;
  };
  assert.deepEqual(
    [await cancelledBy('abort'), await cancelledBy('compact'), await cancelledBy('clone')],
    [false, false, true],
  );
  push({ type: 'agent_start' });
  assert.deepEqual([await cancelledBy('abort'), await cancelledBy('compact')], [true, true]);
});

test('a prompt counts as pending until pi answers: by its name, or as the start of a run', async (t) => {
  const { pi, commands } = await setUp(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  pi.script.prompt = () => promise;
  const slash = commands.run({ type: 'prompt', message: '/deploy now' });
  await new Promise(setImmediate);
  assert.deepEqual([commands.pendingCommands, commands.isRunPending], [['deploy'], false]);
  const message = commands.run({ type: 'prompt', message: 'Hello' });
  await new Promise(setImmediate);
  assert.equal(commands.isRunPending, true);
  resolve();
  await Promise.all([slash, message]);
  assert.deepEqual([commands.pendingCommands, commands.isRunPending], [[], false]);
});

test('after an extension command that moved pi to another session, the dialogs of the old one are canceled', async (t) => {
  const { pi, commands, dialogs, view, file } = await setUp(t);
  dialogs.add(DIALOG);
  pi.script.prompt = () => {
    pi.state = { sessionFile: file, sessionId: 'other' };
  };
  await commands.run({ type: 'prompt', message: '/handoff' });
  assert.equal(view().session?.id, 'other');
  assert.deepEqual(dialogs.openIds, []);
});

test('prompts during a compaction wait in the queue, and are sent in their order when it has ended', async (t) => {
  for (const version of ['0.82.1', '0.84.1', '1.5.2']) {
    const { pi, commands, push, queue, view } = await setUp(t, version);
    push({ type: 'compaction_start', reason: 'manual' });
    for (const message of ['Hello', 'And this'])
      assert.deepEqual(await commands.run({ type: 'prompt', message }), { success: true });
    assert.equal(pi.sent.length, 0);
    assert.deepEqual(
      view().queue.steering.map(({ text, state }) => [text, state]),
      [
        ['Hello', 'held'],
        ['And this', 'held'],
      ],
    );
    push({ type: 'compaction_end', reason: 'manual' } as never);
    queue.onEvent({ type: 'compaction_end', reason: 'manual' } as never);
    while (pi.sent.length < 2) await new Promise(setImmediate);
    assert.deepEqual(
      pi.sent.map((command) => 'message' in command && command.message),
      ['Hello', 'And this'],
    );
  }
});

test('clear_queue answers with the texts as they were typed', async (t) => {
  const { pi, commands, push } = await setUp(t);
  push({ type: 'agent_start' }, { type: 'turn_start' });
  push({
    type: 'message_start',
    message: { role: 'assistant', content: [], stopReason: 'stop', timestamp: 1 } as never,
  });
  pi.script.steer = () => push({ type: 'queue_update', steering: ['Expanded'], followUp: [] });
  pi.script.clear_queue = () => {
    push({ type: 'queue_update', steering: [], followUp: [] });
    return { steering: ['Expanded'], followUp: [] };
  };
  await commands.run({ type: 'steer', message: '/fix' });
  assert.deepEqual(await commands.run({ type: 'clear_queue' }), {
    success: true,
    data: { steering: ['/fix'], followUp: [] },
  });
});

test('a refused request that no page sent becomes a notice, unless pi has exited', async (t) => {
  const { pi, commands, view } = await setUp(t);
  pi.script.get_state = () => {
    throw new Error('Not now.');
  };
  await commands.run({ type: 'cycle_model' });
  assert.deepEqual(
    view().notices.map(({ message }) => message),
    ['Not now.'],
  );
  pi.isRunning = false;
  await commands.reportFailure(async () => pi.requireRunning());
  assert.equal(view().notices.length, 1);
});

test('a disk error in a request that no page sent becomes a notice, and is reported', async (t) => {
  const { commands, view, bugs } = await setUp(t);
  const full = new Error('ENOSPC: no space left on device, write');
  await commands.reportFailure(() => Promise.reject(full));
  assert.deepEqual(
    view().notices.map(({ kind, message }) => [kind, message]),
    [['warning', full.message]],
  );
  assert.deepEqual(bugs, [full]);
});

test('a session that was never saved is not reopened', async (t) => {
  const { pi, commands, file } = await setUp(t);
  assert.equal(await commands.reopenSession(), false);
  pi.state = { sessionFile: file, sessionId: 'other' };
  await commands.run({ type: 'switch_session', session: 'other' });
  assert.equal(await commands.reopenSession(), true);
  assert.deepEqual(
    pi.sent.findLast(({ type }) => type === 'switch_session'),
    {
      type: 'switch_session',
      sessionPath: file,
    },
  );
});
