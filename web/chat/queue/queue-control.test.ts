import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EMPTY_QUEUE, type Queue, type Queued } from '../../../shared/view/queue.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { QueueControl } from './queue-control.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true }),
);

const queued = (id: string): Queued => ({ id, text: `text of ${id}`, state: 'waiting' });

function controlOf(changeQueue: Agent['changeQueue'], commands: readonly string[] = []): QueueControl {
  return new QueueControl({
    agent: () => ({ changeQueue }) as unknown as Agent,
    commands: () => Promise.resolve(new Set(commands)),
  });
}

/** Types into the editor. */
function type(control: QueueControl, text: string): void {
  assert.ok(control.editing);
  control.editing = { ...control.editing, text };
}

const never: Agent['changeQueue'] = () => assert.fail('nothing changes');

test('the edited text of a message that was delivered meanwhile is given back once', () => {
  const control = controlOf(never);
  control.edit(queued('b'), 's');
  type(control, 'what the user typed');
  const queue: Queue = { ...EMPTY_QUEUE, steering: [queued('a')], followUp: [queued('b')] };
  assert.deepEqual(control.endLostEdits(queue), []);
  assert.deepEqual(control.endLostEdits({ ...queue, steering: [queued('b')], followUp: [] }), [], 'it moved');
  assert.equal(control.editing?.text, 'what the user typed');

  const delivered = { ...queue, followUp: [] };
  assert.deepEqual(control.endLostEdits(delivered), [{ text: 'what the user typed', session: 's' }]);
  assert.equal(control.editing, null);
  assert.deepEqual(control.endLostEdits(delivered), []);
});

test('what was typed into one message is there again after another one was edited, or given back', () => {
  const control = controlOf(never);
  const queue: Queue = { ...EMPTY_QUEUE, steering: ['a', 'b', 'c'].map(queued) };
  control.edit(queued('a'), 's');
  type(control, 'typed into a');
  control.edit(queued('b'), 's');
  control.edit(queued('a'), 's');
  assert.equal(control.editing?.text, 'typed into a');
  control.edit(queued('c'), 's');
  type(control, 'typed into c');
  // Nothing was typed into `b`.
  assert.deepEqual(control.endLostEdits({ ...queue, steering: [queued('c')] }), [
    { text: 'typed into a', session: 's' },
  ]);
  assert.deepEqual(control.endLostEdits(EMPTY_QUEUE), [{ text: 'typed into c', session: 's' }]);
});

test('after a reload the edit goes on, and texts of messages that were delivered meanwhile are given back', () => {
  const before = controlOf(never);
  before.edit(queued('a'), 's');
  type(before, 'typed into a');
  before.edit(queued('b'), null);
  type(before, 'typed into b');

  const after = controlOf(never);
  assert.deepEqual(after.editing, { id: 'b', text: 'typed into b', original: 'text of b', session: null });
  const queue: Queue = { ...EMPTY_QUEUE, steering: [queued('b')] };
  assert.deepEqual(after.endLostEdits(queue), [{ text: 'typed into a', session: 's' }]);
  assert.deepEqual(controlOf(never).endLostEdits(queue), [], 'given back once');
  after.editing = null;
  assert.equal(controlOf(never).editing, null);
});

test('what another version of the page stored for an edit is not used', () => {
  sessionStorage.setItem('pi-panel.queue-edits', JSON.stringify([{ id: 'a', text: 'typed' }, 7, null]));
  assert.equal(controlOf(never).editing, null);
});

test('a text that came too late stays in its editor, with the reason', async () => {
  const missed: Agent['changeQueue'] = () => Promise.resolve({ success: true, data: { missed: ['a'] } });
  const control = controlOf(missed);
  control.edit(queued('a'), 's');
  type(control, 'typed');
  await control.save();
  assert.equal(control.editing?.text, 'typed');
  assert.match(control.error ?? '', /already delivered/);
});

test('a saved text ends its edit, but not that of another message', async () => {
  const { promise, resolve } = Promise.withResolvers<{ success: true }>();
  const texts: string[] = [];
  const control = controlOf(async (change) => {
    const changed = change({ ...EMPTY_QUEUE, steering: [queued('a')] });
    texts.push(...(changed?.order.flatMap(({ text }) => text ?? []) ?? []));
    await promise;
    return { success: true };
  });
  control.edit(queued('a'), 's');
  type(control, 'better');
  const saved = control.save();
  await new Promise(setImmediate);
  assert.equal(control.isBusy, true);
  control.edit(queued('b'), 's');
  type(control, 'more');
  resolve({ success: true });
  await saved;
  assert.deepEqual(texts, ['better']);
  assert.deepEqual([control.editing?.text, control.editing?.original], ['more', 'text of b']);
  assert.equal(control.isBusy, false);
});

test('an extension command is not saved as the text of a message that waits', async () => {
  const control = controlOf(never, ['greet']);
  control.edit(queued('a'), 's');
  type(control, '/greet you');
  await control.save();
  assert.equal(control.editing?.text, '/greet you');
  assert.match(control.error ?? '', /\/greet is an extension command/);
});

test('each change is made to the queue that the one before has left, and a failure does not stop the next', async () => {
  let queue: Queue = { ...EMPTY_QUEUE, steering: ['a', 'b', 'c'].map(queued) };
  const first = Promise.withResolvers<void>();
  let asked = 0;
  const control = controlOf(async (change) => {
    asked += 1;
    if (asked === 1) await first.promise;
    const changed = change(queue);
    if (asked === 1) return { success: false, error: 'pi is delivering.' };
    const order = changed?.order.map(({ id }) => id) ?? [];
    queue = { ...queue, steering: order.map(queued) };
    return { success: true };
  });
  const moves = [control.move('c', -1), control.move('c', -1), control.remove('b')];
  await new Promise(setImmediate);
  assert.deepEqual([asked, control.isBusy], [1, true]);
  first.resolve();
  await Promise.all(moves);
  assert.deepEqual(
    queue.steering.map(({ id }) => id),
    ['a', 'c'],
  );
  assert.deepEqual([control.error, control.isBusy], ['pi is delivering.', false]);
});

test('the reason of a refused change is shown until the user edits a message', async () => {
  const control = controlOf(() => Promise.resolve({ success: false, error: 'pi is delivering.' }));
  await control.remove('a');
  assert.equal(control.error, 'pi is delivering.');
  control.edit(queued('a'), 's');
  assert.equal(control.error, null);
});

test('a message that is retried keeps its text, and the first one starts a run only while messages wait', async () => {
  const changes: unknown[] = [];
  const queue: Queue = {
    ...EMPTY_QUEUE,
    steering: [{ ...queued('a'), state: 'failed' }],
    followUp: [queued('b')],
  };
  let now = queue;
  const control = controlOf((change) => {
    changes.push(change(now));
    return Promise.resolve({ success: true });
  });
  await control.retry('a');
  const [retried] = changes as { order: { id: string; text?: string }[] }[];
  assert.equal(retried?.order.find(({ id }) => id === 'a')?.text, 'text of a');
  await control.start();
  assert.equal((changes[1] as { start?: boolean }).start, true);
  now = EMPTY_QUEUE;
  await control.start();
  assert.equal(changes[2], null);
});

test('a message changes its lane, and an empty text is not saved', async () => {
  const lanes: unknown[] = [];
  const queue: Queue = { ...EMPTY_QUEUE, steering: [queued('a')] };
  const control = controlOf((change) => {
    lanes.push(...(change(queue)?.order.map(({ id, lane }) => `${id} ${lane}`) ?? []));
    return Promise.resolve({ success: true });
  });
  await control.convert('a', 'followUp');
  assert.deepEqual(lanes, ['a followUp']);
  control.edit(queued('a'), 's');
  type(control, ' ');
  await control.save();
  assert.deepEqual([lanes.length, control.editing?.text], [1, ' ']);
});

test('what is typed into a message while it is being saved stays in its editor', async () => {
  const { promise, resolve } = Promise.withResolvers<{ success: true }>();
  const control = controlOf(() => promise);
  control.edit(queued('a'), 's');
  type(control, 'better');
  const saved = control.save();
  type(control, 'better, and more');
  resolve({ success: true });
  await saved;
  assert.deepEqual([control.editing?.text, control.editing?.original], ['better, and more', 'better']);
  assert.equal(controlOf(never).editing?.text, 'better, and more', 'also after a reload');
});

test('a change of a message that was delivered meanwhile says that it came too late', async () => {
  for (const act of ['remove', 'retry', 'move', 'convert'] as const) {
    const control = controlOf(() => Promise.resolve({ success: true, data: { missed: ['a'] } }));
    if (act === 'move') await control.move('a', 1);
    else if (act === 'convert') await control.convert('a', 'steer');
    else await control[act]('a');
    assert.match(control.error ?? '', /already delivered/, act);
  }
});

test('a text that was taken up again and saved is what is edited next, and not what was typed before', async () => {
  const queue: Queue = { ...EMPTY_QUEUE, steering: ['a', 'b'].map(queued) };
  const control = controlOf((wanted) => {
    assert.ok(wanted(queue));
    return Promise.resolve({ success: true, data: { missed: [] } });
  });
  control.edit(queued('a'), 's');
  type(control, 'first try');
  control.edit(queued('b'), 's');
  control.edit(queued('a'), 's');
  type(control, 'second try');
  await control.save();
  control.edit({ id: 'a', text: 'second try' }, 's');
  assert.equal(control.editing?.text, 'second try');
  assert.deepEqual(control.endLostEdits(EMPTY_QUEUE), [{ text: 'second try', session: 's' }]);
});

test('a change that has to wait its turn is made in the queue of the agent for which it was', async () => {
  const changed: string[] = [];
  const first = Promise.withResolvers<{ success: true }>();
  const agentOf = (name: string, answer: Promise<{ success: true }>): Agent =>
    ({
      changeQueue: () => {
        changed.push(name);
        return answer;
      },
    }) as unknown as Agent;
  const page = { agent: agentOf('shown', first.promise) };
  const commands = Promise.withResolvers<Set<string>>();
  const control = new QueueControl({ agent: () => page.agent, commands: () => commands.promise });
  const moved = [control.move('a', 1), control.remove('b')];
  control.edit(queued('c'), 's');
  type(control, '/typed');
  moved.push(control.save());
  page.agent = agentOf('other', Promise.resolve({ success: true }));
  commands.resolve(new Set());
  first.resolve({ success: true });
  await Promise.all(moved);
  assert.deepEqual(changed, ['shown', 'shown', 'shown']);
});
