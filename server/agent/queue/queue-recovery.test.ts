import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { AssistantMessage, ImageContent } from '../../../shared/pi/messages.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Entry, SentAs } from '../../../shared/view/conversation.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import type { Message } from './queue-item.ts';
import { QueueRecovery } from './queue-recovery.ts';
import { QueueTracker } from './queue-tracker.ts';

const WORKSPACE = '/home/me/project';
const IMAGE: ImageContent = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
const REFERENCE: ImageContent = { type: 'image', mimeType: 'image/png', panel_ref: 'ref' };
const ANSWER = {
  role: 'assistant',
  content: [],
  stopReason: 'stop',
  timestamp: 9,
} as unknown as AssistantMessage;

interface PanelOptions {
  session?: View['session'];
  entries?: Entry[];
  /** The sessions that pi has stored. */
  stored?: string[];
  findSession?: (id: string) => Promise<string>;
}

/** The queue that one panel keeps in the folder. */
class Panel {
  readonly tracker = new QueueTracker();
  readonly events: ViewEvent[] = [];
  view: View;
  changes = 0;
  readonly recovery: QueueRecovery;

  constructor(folder: string | undefined, options: PanelOptions = {}) {
    const { session = { id: 'a' }, entries = [], stored = [], findSession } = options;
    this.view = { ...emptyView(WORKSPACE), session, entries };
    const find = (id: string): Promise<string> =>
      stored.includes(id) ? Promise.resolve(id) : Promise.reject(new Refusal(404, 'no_session', 'None.'));
    this.recovery = new QueueRecovery({
      tracker: this.tracker,
      view: () => this.view,
      emit: (event) => this.events.push(event),
      folder,
      findSession: findSession ?? find,
      toReferences: (images) => images.map(() => REFERENCE),
      onChange: () => (this.changes += 1),
    });
  }

  get returned(): string[] {
    return this.tracker.queue.returned.map(({ id }) => id);
  }

  deliver(text: string, sentAs?: SentAs): void {
    const content = [{ type: 'text' as const, text }, IMAGE];
    this.recovery.trackEvent(
      { type: 'message_end', message: { role: 'user', content, timestamp: 5 } },
      sentAs,
    );
  }

  answer(): void {
    this.recovery.trackEvent({ type: 'message_end', message: ANSWER }, undefined);
  }
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-queue-recovery-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function message(id: string, more: Partial<Message> = {}): Message {
  return { id, text: `Text of ${id}`, lane: 'followUp', images: [], refs: [], at: 7, ...more };
}

/** Leaves these messages for session `a` as a panel does that ends. */
async function leave(folder: string, ...messages: Message[]): Promise<void> {
  const panel = new Panel(folder);
  await panel.recovery.recover();
  for (const one of messages) panel.tracker.hold(one);
  await panel.recovery.save();
  await panel.recovery.close();
}

async function recover(folder: string, options: PanelOptions = {}): Promise<Panel> {
  const panel = new Panel(folder, options);
  await panel.recovery.recover();
  return panel;
}

async function savedIds(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, 'a.json'), 'utf8');
  return (JSON.parse(text) as { messages: Message[] }).messages.map(({ id }) => id);
}

function user(text: string, { at = 7, sentAs }: { at?: number; sentAs?: SentAs } = {}): Entry {
  const row: Entry = { key: text, message: { role: 'user', content: text, timestamp: at } };
  return sentAs ? { ...row, sentAs } : row;
}

test('the next panel returns the messages that one panel accepted, with references to their images', async (t) => {
  const folder = await makeFolder(t);
  await leave(folder, message('1', { images: [IMAGE] }), message('2'));
  const panel = await recover(folder);
  assert.deepEqual(panel.returned, ['1', '2']);
  assert.deepEqual(panel.tracker.queue.returned[0]?.images, [REFERENCE]);
  assert.equal(panel.changes, 1, 'the pages are notified');
});

test('before the session is known nothing is restored, and afterwards everything', async (t) => {
  const folder = await makeFolder(t);
  await leave(folder, message('1'));
  const panel = await recover(folder, { session: null });
  assert.deepEqual(panel.returned, []);
  panel.view = { ...panel.view, session: { id: 'a' } };
  await panel.recovery.recover();
  assert.deepEqual(panel.returned, ['1']);
});

test('a message that the session already has by its id is not returned', async (t) => {
  const folder = await makeFolder(t);
  await leave(folder, message('1'), message('2'));
  const entries = [user('other text', { sentAs: { id: '1' } })];
  assert.deepEqual((await recover(folder, { entries })).returned, ['2']);
});

test('a message is returned even if another one with the same text was delivered', async (t) => {
  const folder = await makeFolder(t);
  await leave(folder, message('1'));
  const entries = [user('Text of 1', { sentAs: { id: 'other' } })];
  assert.deepEqual((await recover(folder, { entries })).returned, ['1']);
});

test('a delivery that no panel saw is known by its text, at or after the time it was accepted', async (t) => {
  const folder = await makeFolder(t);
  const left = [message('early', { text: 'x', at: 8 }), message('same', { text: 'y', at: 8 })];
  await leave(folder, ...left, message('late', { text: 'z', at: 8 }), message('text', { at: 8 }));
  const assistant: Entry = { key: 'assistant', message: ANSWER };
  const entries = [assistant, user('x', { at: 7 }), user('y', { at: 8 }), user('z', { at: 9 })];
  assert.deepEqual((await recover(folder, { entries })).returned, ['early', 'text']);
});

test('if two messages have the same text, one delivery counts for the earlier one only', async (t) => {
  const folder = await makeFolder(t);
  const left = ['1', '2', '3'].map((id) => message(id, { text: 'continue' }));
  await leave(folder, ...left);
  const entries = [user('continue', { at: 9 }), user('continue', { at: 9, sentAs: { id: '3' } })];
  assert.deepEqual((await recover(folder, { entries })).returned, ['2']);
});

test('messages of a session that pi never saved come back in another session; those of a stored session stay with it', async (t) => {
  const folder = await makeFolder(t);
  await leave(folder, message('1'));
  const elsewhere = { session: { id: 'b' } };
  assert.deepEqual((await recover(folder, { ...elsewhere, stored: ['a'] })).returned, []);
  assert.deepEqual((await recover(folder, elsewhere)).returned, ['1']);
});

for (const [what, error] of [
  ['another refusal', new Refusal(502, 'agent_refused', 'Not now.')],
  ['an error', new Error('The disk is gone.')],
] as const)
  test(`while pi cannot say whether a session is stored (${what}), its messages stay with it`, async (t) => {
    const folder = await makeFolder(t);
    await leave(folder, message('1'));
    const findSession = (): Promise<string> => Promise.reject(error);
    assert.deepEqual((await recover(folder, { session: { id: 'b' }, findSession })).returned, []);
    assert.deepEqual((await recover(folder)).returned, ['1']);
  });

test('a prompt is on disk until the first answer, so that a killed panel does not lose it', async (t) => {
  const folder = await makeFolder(t);
  const panel = await recover(folder);
  panel.deliver('Fix it.', { id: 'p', text: '/fix' });
  panel.tracker.hold(message('later'));
  await panel.recovery.save();
  assert.deepEqual(await savedIds(folder), ['p', 'later']);
  panel.answer();
  await panel.recovery.save();
  assert.deepEqual(await savedIds(folder), ['later']);
});

test('prompts that the session file contains are not left to the next panel after a restart of pi', async (t) => {
  const folder = await makeFolder(t);
  const panel = await recover(folder);
  panel.deliver('Fix it.', { id: 'p' });
  panel.tracker.hold(message('later'));
  await panel.recovery.save();
  panel.recovery.onRestart({ isSaved: true });
  await panel.recovery.close();
  assert.deepEqual(await savedIds(folder), ['later']);
});

test('a delivery is saved by itself, and an event that changes no prompt saves nothing', async () => {
  const panel = new Panel(undefined);
  panel.answer();
  await Promise.resolve();
  assert.equal(panel.changes, 0);
  panel.deliver('Fix it.');
  await Promise.resolve();
  assert.equal(panel.changes, 1);
});

for (const [what, change, isKept] of [
  [
    'has a file and an answer',
    { session: { id: 'a', file: 'a.jsonl' }, entries: [{ key: '1', message: ANSWER }] },
    false,
  ],
  ['has no file', { session: { id: 'a' }, entries: [{ key: '1', message: ANSWER }] }, true],
  ['has no answer', { session: { id: 'a', file: 'a.jsonl' }, entries: [user('first')] }, true],
  ['is not known', { session: null, entries: [{ key: '1', message: ANSWER }] }, true],
] as const)
  test(`a prompt is ${isKept ? 'kept' : 'left to pi'} while the session ${what}`, () => {
    const panel = new Panel(undefined);
    panel.view = { ...panel.view, session: change.session, entries: [...change.entries] };
    panel.deliver('Fix it.', { id: 'p' });
    panel.recovery.onRestart({ isSaved: false });
    assert.deepEqual(panel.returned, isKept ? ['p'] : []);
  });

test('prompts that pi never saved are returned once when another pi starts, and not if it finds them', () => {
  const panel = new Panel(undefined);
  panel.deliver('Fix it.', { id: 'p' });
  panel.recovery.onRestart({ isSaved: true });
  assert.deepEqual(panel.returned, []);
  panel.deliver('Fix that.', { id: 'q' });
  panel.recovery.onRestart({ isSaved: false });
  panel.recovery.onRestart({ isSaved: false });
  assert.deepEqual(panel.returned, ['q']);
});

test('a returned message names its session once pi is on another one, also for the next panel', async (t) => {
  const folder = await makeFolder(t);
  const session = { id: 'a', firstMessage: 'Fix the tests' };
  const panel = await recover(folder, { session });
  panel.tracker.hold(message('1'));
  panel.tracker.onQueueLost();
  const sessions = ({ tracker }: Panel): unknown => tracker.queue.returned.map((queued) => queued.session);
  panel.recovery.onRestart({ isSaved: true });
  assert.deepEqual(sessions(panel), [undefined], 'a restarted pi is still on the session');
  // A large session is shown before pi has left the other one.
  panel.view = { ...panel.view, session: { id: 'b', name: 'Other work' } };
  panel.recovery.onSessionLeft();
  const named = { id: 'a', title: 'Fix the tests' };
  assert.deepEqual(sessions(panel), [named]);
  await panel.recovery.recover();
  panel.view = { ...panel.view, session: { id: 'c' } };
  panel.recovery.onSessionLeft();
  assert.deepEqual(sessions(panel), [named], 'the message is not one of the second session');
  await panel.recovery.save();
  await panel.recovery.recover();
  await panel.recovery.close();
  assert.deepEqual(sessions(await recover(folder, { session: { id: 'c' } })), [named]);
});

test('a message is shown as accepted once it is on disk, or at once without a folder', async () => {
  const panel = new Panel(undefined);
  panel.tracker.hold(message('1'));
  assert.equal(panel.tracker.queue.followUp[0]?.state, 'sending');
  await panel.recovery.save();
  assert.equal(panel.tracker.queue.followUp[0]?.state, 'held');
});

test('pages get a warning if the folder cannot be written', async (t) => {
  const folder = await makeFolder(t);
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const panel = await recover(file);
  panel.tracker.hold(message('1'));
  await panel.recovery.save();
  const [notice] = panel.events;
  assert.deepEqual([notice?.type, notice && 'kind' in notice && notice.kind], ['panel_notice', 'warning']);
});

test('a panel that ends in order leaves its messages to the next one in the same process', async (t) => {
  const folder = await makeFolder(t);
  const first = await recover(folder);
  first.tracker.hold(message('1'));
  await first.recovery.save();
  assert.deepEqual((await recover(folder)).returned, [], 'it still runs');
  await first.recovery.close();
  assert.deepEqual((await recover(folder)).returned, ['1']);
});
