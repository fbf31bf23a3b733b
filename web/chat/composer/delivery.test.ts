import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Answer } from '../../../shared/pi/commands.ts';
import { EMPTY_QUEUE } from '../../../shared/view/queue.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import type { PageCommand, TakenMessage } from '../../../shared/wire.ts';
import type { Agent, Taken } from '../../state/agent/agent.svelte.ts';
import type { Attachment } from './draft/attachment.ts';
import { listActions } from '../../actions/table.ts';
import { Delivery } from './delivery.svelte.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { Draft } from './draft/draft.svelte.ts';
import { editEarlier } from './draft/edit-earlier.ts';
import { readSent, wasSentPlain } from './draft/stored-drafts.ts';

const ACTIONS = listActions([]);

/** Records the requests, and answers as the test decides. */
class FakeAgent {
  readonly id: string;
  view: View = emptyView('/home/me/project');
  readonly requests: { command: PageCommand; key: string }[] = [];
  stops = 0;
  stopped: Answer<Taken> | Promise<Answer<Taken>> = taken();
  answer: (command: PageCommand) => Promise<Answer> | Answer = () => ({ success: true });

  constructor(id: string) {
    this.id = id;
  }

  async send(command: PageCommand, key = 'none'): Promise<Answer> {
    this.requests.push({ command, key });
    return this.answer(command);
  }

  async bash(command: string, excludeFromContext: boolean): Promise<Answer> {
    return this.send({ type: 'bash', command, excludeFromContext });
  }

  async stop(): Promise<Answer<Taken>> {
    this.stops += 1;
    return this.stopped;
  }

  async takeFromQueue(ids: readonly string[]): Promise<Answer<Taken>> {
    this.requests.push({ command: { type: 'clear_queue' }, key: ids.join() });
    return this.stopped;
  }

  get commands(): unknown[] {
    return this.requests.map(({ command }) => command);
  }
}

function taken(...messages: TakenMessage[]): Answer<Taken> {
  return { success: true, data: { texts: messages.map(({ text }) => text), messages } };
}

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

interface Bench {
  agent: FakeAgent;
  draft: Draft;
  delivery: Delivery;
  /** The actions that slash commands ran, each with its argument. */
  acted: string[];
  /** Shows another agent with this session. */
  showAnother: (session: string) => FakeAgent;
}

/**
 * Opens a composer with this text. Its `/copy` is never carried out. `listed`: pi's commands, once they are loaded, or
 * why they cannot be.
 */
function composer(text: string, listed: Set<string> | Promise<Set<string>> | Error = new Set()): Bench {
  const acted: string[] = [];
  const agent = new FakeAgent('agent-1');
  let shown = agent;
  const draft = new Draft();
  let known = new Set<string>();
  draft.openSession('session', true);
  draft.text = text;
  const delivery = new Delivery({
    draft,
    agent: () => shown as unknown as Agent,
    known: () => known,
    loadCommands: async () => {
      await Promise.resolve();
      if (listed instanceof Error) throw listed;
      known = await listed;
    },
    actions: {
      all: ACTIONS,
      runSlash: async ({ id }, argument) => {
        acted.push(`${id} ${argument}`.trim());
        return id !== 'get_last_assistant_text';
      },
    },
  });
  const showAnother = (session: string): FakeAgent => {
    shown = new FakeAgent(`agent of ${session}`);
    draft.leaveAgent();
    draft.openSession(session, false);
    return shown;
  };
  return { agent, draft, delivery, acted, showAnother };
}

const picture = (data: string): Attachment => ({
  id: data,
  name: data,
  mimeType: 'image/png',
  data,
  bytes: 3,
});

const running = (agent: FakeAgent): void => void (agent.view = { ...agent.view, run: { startedAt: 1 } });

/** The view while pi is running the last command that was sent. */
const runs = ({ requests, view }: FakeAgent, text: string): View => {
  const running = [{ id: requests.at(-1)!.key, text, state: 'running' as const, startedAt: 1 }];
  return { ...view, queue: { ...EMPTY_QUEUE, revision: 1, running } };
};

test('the composer is cleared when pi accepts the text, not before', async () => {
  const { agent, draft, delivery } = composer('hello');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  assert.equal(draft.text, 'hello');
  assert.deepEqual(delivery.sending, ['hello']);
  resolve({ success: true });
  await sent;
  assert.equal(draft.text, '');
  assert.deepEqual(delivery.sending, []);
});

test('a file that is still being read goes with the message, and text typed meanwhile stays', async () => {
  const { agent, draft, delivery } = composer('read this');
  const added = draft.attached.addFiles([new File(['1,2'], 'table.csv')]);
  const sent = [delivery.send('steer'), delivery.send('steer')];
  draft.text = 'read this and then';
  await Promise.all([...sent, added]);
  assert.match(
    JSON.stringify(agent.commands),
    /^\[\{[^{}]*read this\\n\\n[^{}]*table\.csv[^{}]*1,2[^{}]*\}\]$/,
  );
  assert.deepEqual([draft.text, draft.attached.list], ['and then', []]);
});

test('a message whose file cannot be read is not sent without it, but can be sent again', async () => {
  const { agent, draft, delivery } = composer('read this');
  const added = draft.attached.addFiles([new File([new Uint8Array([0xff, 0])], 'data.bin')]);
  await Promise.all([delivery.send('steer'), added]);
  assert.deepEqual(agent.commands, []);
  assert.match(draft.note ?? '', /^data\.bin is neither text nor/);
  assert.equal(draft.text, 'read this');
  await delivery.send('steer');
  assert.equal(agent.commands.length, 1);
});

test('a message whose file is still being read goes to the agent for which it was written', async () => {
  const { agent, draft, delivery, showAnother } = composer('read this');
  const added = draft.attached.addFiles([new File(['1,2'], 'table.csv')]);
  const sent = delivery.send('steer');
  const other = showAnother('other');
  await Promise.all([sent, added]);
  assert.match(JSON.stringify(agent.commands), /table\.csv/);
  assert.deepEqual([other.commands, draft.text], [[], '']);
});

test('a command of pi comes before a slash command of the page, also if it is sent before pi has listed it', async () => {
  const { agent, delivery, acted } = composer('/copy this', new Set(['copy']));
  await delivery.send('steer');
  assert.deepEqual([acted, agent.commands], [[], [{ type: 'prompt', message: '/copy this' }]]);
});

test('a slash command of the page runs although pi does not list its commands', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { delivery, acted } = composer('/fork', new Promise(() => undefined));
  const sent = delivery.send('steer');
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.deepEqual(acted, []);
  t.mock.timers.tick(1000);
  await sent;
  assert.deepEqual(acted, ['fork']);
});

test('a slash command of the page empties the composer and is not sent', async () => {
  const { agent, draft, delivery, acted } = composer('/fork');
  await delivery.send('steer');
  assert.deepEqual(acted, ['fork']);
  assert.deepEqual(agent.requests, []);
  assert.equal(draft.text, '');
});

test('a slash command of the page that was not carried out comes back into the composer', async () => {
  const { draft, delivery } = composer('/copy');
  await delivery.send('steer');
  assert.equal(draft.text, '/copy');
});

test('a text that only looks like a command is sent, and the user is notified', async () => {
  const { agent, draft, delivery } = composer('/comapct');
  await delivery.send('steer');
  assert.deepEqual(agent.commands, [{ type: 'prompt', message: '/comapct' }]);
  assert.match(draft.note ?? '', /^\/comapct isn't a command/);
});

test('a command of pi that was sent before pi’s commands were known is not called unknown', async () => {
  const { agent, draft, delivery } = composer('/review it', new Set(['review']));
  await delivery.send('steer');
  assert.deepEqual(agent.commands, [{ type: 'prompt', message: '/review it' }]);
  assert.equal(draft.note, null);
});

test('after a refusal the text stays and the reason is shown', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => ({ success: false, error: 'No model.' });
  await delivery.send('steer');
  assert.equal(draft.text, 'hello');
  assert.equal(delivery.error, 'No model.');
});

test('R-15: if the response is lost, the error says that the message may have arrived', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => ({ success: false, error: 'Nobody there.', isLost: true });
  await delivery.send('steer');
  assert.match(delivery.error ?? '', /^Nobody there\. .*the agent may have the message/);
  assert.equal(draft.text, 'hello');
  assert.equal(agent.requests.length, 1, 'nothing is sent again by itself');
  agent.answer = () => ({ success: false, error: 'No.' });
  await delivery.send('steer');
  assert.equal(delivery.error, 'No.');
});

test('R-13: sending the same text again repeats the request; another text is a new request', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => ({ success: false, error: 'lost', isLost: true });
  await delivery.send('steer');
  await delivery.send('steer');
  draft.text = 'hello there';
  await delivery.send('steer');
  const [first, second, third] = agent.requests.map(({ key }) => key);
  assert.equal(first, second);
  assert.notEqual(second, third);
});

test('R-13: a text whose response was lost stays the same request, even after other requests', async () => {
  const { agent, draft, delivery } = composer('/ask');
  const { promise: command, resolve } = Promise.withResolvers<Answer>();
  agent.answer = (sent) =>
    sent.type === 'prompt' && sent.message === '/ask'
      ? command
      : { success: false, error: 'lost', isLost: true };
  const asking = delivery.send('steer');
  delivery.onView(runs(agent, '/ask'));
  draft.text = 'once';
  await delivery.send('steer');
  resolve({ success: true });
  await asking;
  draft.text = '!ls';
  agent.answer = () => ({ success: true });
  await delivery.send('steer');
  draft.text = 'once';
  await delivery.send('steer');
  const keys = agent.requests.filter(({ command: sent }) => 'message' in sent && sent.message === 'once');
  assert.equal(keys.length, 2);
  assert.equal(keys[0]!.key, keys[1]!.key);
});

test('sending an accepted text once more is a new request', async () => {
  const { agent, draft, delivery } = composer('again');
  await delivery.send('steer');
  draft.text = 'again';
  await delivery.send('steer');
  assert.notEqual(agent.requests[0]!.key, agent.requests[1]!.key);
});

test('a second Enter while a message is being sent does nothing', async () => {
  const { agent, delivery } = composer('hello');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  await delivery.send('steer');
  resolve({ success: true });
  await sent;
  assert.equal(agent.requests.length, 1);
});

test('messages sent while another one is being sent follow it in order, each with its own images', async () => {
  const { agent, draft, delivery } = composer('one');
  const [first, second] = [picture('first'), picture('second')];
  const [onItsWay, last] = [Promise.withResolvers<Answer>(), Promise.withResolvers<void>()];
  agent.answer = (command) => {
    if (command.type !== 'prompt') throw new Error('no prompt');
    if (command.message === 'three') last.resolve();
    return command.message === 'one' ? onItsWay.promise : { success: true };
  };
  draft.attached.list = [first];
  const sent = delivery.send('steer');
  // The user continues after the text that is being sent, and presses both keys.
  draft.text += '\ntwo';
  draft.attached.list = [first, second];
  void delivery.send('followUp');
  void delivery.send('followUp');
  draft.text += '\nthree';
  void delivery.send('steer');
  draft.text += '\nand on';
  assert.equal(agent.requests.length, 1);
  onItsWay.resolve({ success: true });
  await sent;
  await last.promise;
  const images = (name: string): object => ({
    images: [{ type: 'image', mimeType: 'image/png', data: name }],
  });
  assert.deepEqual(agent.commands, [
    { type: 'prompt', message: 'one', ...images('first') },
    { type: 'prompt', message: 'two', ...images('second'), streamingBehavior: 'followUp' },
    { type: 'prompt', message: 'three', streamingBehavior: 'steer' },
  ]);
  assert.equal(new Set(agent.requests.map(({ key }) => key)).size, 3);
  await new Promise(setImmediate);
  assert.equal(draft.text, 'and on');
  assert.deepEqual(draft.attached.list, []);
});

test('after Stop, the composer says that the queued messages are in it again', async () => {
  const { agent, draft, delivery } = composer('');
  agent.stopped = taken({ id: '1', text: 'first', images: [] }, { id: '2', text: 'second', images: [] });
  await delivery.stop();
  assert.equal(draft.text, 'first\n\nsecond');
  assert.match(draft.note!, /^The 2 queued messages weren't sent\./);
  await delivery.send('steer');
  assert.equal(draft.note, null);
  agent.stopped = taken();
  await delivery.stop();
  assert.equal(draft.note, null);
});

test('the edit of a message cannot be canceled after it was sent', async () => {
  const { draft, delivery } = composer('');
  editEarlier(
    draft,
    { id: '1', text: 'earlier', images: [] },
    {
      end: 'end',
      oncancel: () => assert.fail('it was sent'),
    },
  );
  await delivery.send('steer');
  assert.deepEqual([draft.text, draft.note, draft.cancelEdit], ['', null, null]);
});

test('a waiting message stays in the composer if the previous one is refused, or after Stop', async () => {
  for (const end of ['refused', 'stopped'] as const) {
    const { agent, draft, delivery } = composer('one');
    const { promise, resolve } = Promise.withResolvers<Answer>();
    agent.answer = () => promise;
    const sent = delivery.send('steer');
    draft.text = 'two';
    await delivery.send('steer');
    if (end === 'stopped') await delivery.stop();
    resolve(end === 'stopped' ? { success: true } : { success: false, error: 'no' });
    await sent;
    await new Promise(setImmediate);
    assert.equal(agent.requests.length, 1, end);
    assert.equal(draft.text, 'two', end);
  }
});

test('a waiting message is not sent into another session', async () => {
  const { agent, draft, delivery } = composer('one');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  draft.text = 'one\ntwo';
  await delivery.send('steer');
  draft.openSession('another', false);
  delivery.onSessionChange();
  resolve({ success: true });
  await sent;
  assert.deepEqual(agent.commands, [{ type: 'prompt', message: 'one' }]);
});

test('a message that pi has not accepted yet stays in the composer while the queue lists it', async () => {
  const { agent, draft, delivery } = composer('hello');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  await Promise.resolve();
  const queueWith = (state: 'sending' | 'waiting'): View => {
    const queued = { id: agent.requests[0]!.key, text: 'hello', state };
    return { ...agent.view, queue: { ...EMPTY_QUEUE, revision: 1, steering: [queued] } };
  };
  delivery.onView(queueWith('sending'));
  assert.deepEqual([draft.text, delivery.sending], ['hello', ['hello']]);
  delivery.onView(queueWith('waiting'));
  assert.deepEqual([draft.text, delivery.sending], ['', []]);
  resolve({ success: true });
  await sent;
});

test('a waiting message is sent as soon as the previous one is in the conversation, even without a response', async () => {
  const { agent, draft, delivery } = composer('one');
  agent.answer = () => Promise.withResolvers<Answer>().promise;
  void delivery.send('steer');
  draft.text = 'two';
  await delivery.send('steer');
  const said = { id: agent.requests[0]!.key };
  const message = { role: 'user' as const, content: 'one', timestamp: 1 };
  delivery.onView({ ...agent.view, entries: [{ key: 'user-1', message, sentAs: said }] });
  assert.deepEqual(agent.commands, [
    { type: 'prompt', message: 'one' },
    { type: 'prompt', message: 'two', streamingBehavior: 'steer' },
  ]);
});

test('an extension command is cleared from the composer when pi starts it, not when it ends', async () => {
  const { agent, draft, delivery } = composer('/ask');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = (command) =>
    command.type === 'prompt' && command.message === '/ask' ? promise : { success: true };
  const asking = delivery.send('steer');
  delivery.onView(runs(agent, '/ask'));
  assert.equal(draft.text, '');
  assert.deepEqual(delivery.sending, []);
  draft.text = 'meanwhile';
  await delivery.send('steer');
  assert.equal(draft.text, '');
  draft.text = 'and more';
  resolve({ success: true });
  await asking;
  assert.equal(draft.text, 'and more');
});

test('text typed behind a command before pi starts it is sent as a separate message', async () => {
  const { agent, draft, delivery } = composer('/ask');
  agent.answer = () => Promise.withResolvers<Answer>().promise;
  void delivery.send('steer');
  draft.text += 'and now do X';
  void delivery.send('steer');
  assert.equal(agent.requests.length, 1);
  delivery.onView(runs(agent, '/ask'));
  assert.deepEqual(agent.commands, [
    { type: 'prompt', message: '/ask' },
    { type: 'prompt', message: 'and now do X', streamingBehavior: 'steer' },
  ]);
});

test('a command that started but failed comes back before the text typed since, with the reason', async () => {
  const { agent, draft, delivery } = composer('/ask');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const asking = delivery.send('steer');
  delivery.onView(runs(agent, '/ask'));
  draft.text = 'typed since';
  agent.stopped = taken({ id: agent.requests[0]!.key, text: '/ask', images: [] });
  resolve({ success: false, error: 'The agent ended.' });
  await asking;
  assert.equal(draft.text, '/ask\n\ntyped since');
  assert.equal(delivery.error, 'The agent ended.');
});

test('a command that is refused before it started is in the composer only once', async () => {
  const { agent, draft, delivery } = composer('/ask');
  agent.answer = ({ type }) => {
    if (type === 'prompt') agent.stopped = taken({ id: 'any', text: '/ask', images: [] });
    return { success: false, error: 'No.' };
  };
  await delivery.send('steer');
  assert.equal(draft.text, '/ask');
  assert.equal(agent.requests[1]?.key, agent.requests[0]?.key, 'the copy of the server is taken');
});

test('a command that was sent just before a reload is cleared from the composer when pi runs it', () => {
  const before = composer('/ask');
  before.agent.answer = () => Promise.withResolvers<Answer>().promise;
  void before.delivery.send('steer');
  const { draft, delivery } = composer('/ask');
  delivery.onView(runs(before.agent, '/ask'));
  assert.equal(draft.text, '');
});

test('during a run, a message names its lane', async () => {
  const { agent, draft, delivery } = composer('now');
  running(agent);
  await delivery.send('steer');
  draft.text = 'later';
  await delivery.send('followUp');
  assert.deepEqual(agent.commands, [
    { type: 'prompt', message: 'now', streamingBehavior: 'steer' },
    { type: 'prompt', message: 'later', streamingBehavior: 'followUp' },
  ]);
});

test('if another client has just started a run, the message waits in the lane of the pressed key', async () => {
  const { agent, draft, delivery } = composer('after that');
  agent.answer = (command) =>
    command.type === 'prompt' && !command.streamingBehavior
      ? {
          success: false,
          error: "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp').",
        }
      : { success: true };
  await delivery.send('followUp');
  assert.deepEqual(agent.commands, [
    { type: 'prompt', message: 'after that' },
    { type: 'prompt', message: 'after that', streamingBehavior: 'followUp' },
  ]);
  assert.notEqual(agent.requests[0]!.key, agent.requests[1]!.key);
  assert.equal(delivery.error, null);
  assert.equal(draft.text, '');
});

test('messages returned by Stop are placed before the draft in order, and a second Stop is ignored', async () => {
  const { agent, draft, delivery } = composer('typing');
  running(agent);
  agent.stopped = taken(...['s1', 's2', 'f1'].map((text) => ({ id: text, text, images: [] })));
  await Promise.all([delivery.stop(), delivery.stop()]);
  assert.equal(agent.stops, 1);
  assert.equal(draft.text, 's1\n\ns2\n\nf1\n\ntyping');
});

test('if pi cannot stop, the reason is shown', async () => {
  const { agent, draft, delivery } = composer('typing');
  running(agent);
  agent.stopped = { success: false, error: 'pi 0.84.4 cannot abort a compaction.' };
  await delivery.stop();
  assert.match(delivery.error ?? '', /cannot abort a compaction/);
  assert.equal(draft.text, 'typing');
});

test('a message moved back from the queue keeps its images', async () => {
  const { agent, draft, delivery } = composer('typing');
  const images = [{ type: 'image' as const, mimeType: 'image/png', data: 'AAAA' }];
  agent.stopped = taken({ id: 'q1', text: 'look', images });
  await delivery.takeFromQueue(['q1']);
  assert.equal(agent.requests[0]?.key, 'q1');
  assert.equal(draft.text, 'look\n\ntyping');
  assert.deepEqual(
    draft.attached.list.map((one) => 'data' in one && [one.data, one.mimeType, one.bytes]),
    [['AAAA', 'image/png', 3]],
  );
});

test('a message whose response was lost counts as accepted once it is in the queue', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = ({ type }) => {
    assert.equal(type, 'prompt');
    const waiting = { id: agent.requests[0]!.key, text: 'hello', state: 'waiting' as const };
    delivery.onView({
      ...agent.view,
      queue: { ...EMPTY_QUEUE, revision: 1, steering: [waiting] },
    });
    return { success: false, error: 'lost', isLost: true };
  };
  await delivery.send('steer');
  assert.equal(draft.text, '');
  assert.equal(delivery.error, null);
  assert.equal(draft.unanswered, null);
});

test('a message that was sent just before a reload is removed from the draft once it is in the conversation', async () => {
  const before = composer('hello');
  before.agent.answer = () => Promise.withResolvers<Answer>().promise;
  void before.delivery.send('steer');
  const { draft, delivery, agent } = composer('');
  draft.text = 'hello and more';
  const said = { id: before.agent.requests[0]!.key };
  const message = { role: 'user' as const, content: 'hello', timestamp: 1 };
  delivery.onView({ ...agent.view, entries: [{ key: 'user-1', message, sentAs: said }] });
  assert.equal(draft.text, 'and more');
});

test('shell commands and slash commands of the page are never sent to the model', async () => {
  const { agent, draft, delivery, acted } = composer('!!ls');
  await delivery.send('steer');
  for (const text of ['/compact short', '/new', '/name Mine', '/login x', '/import y']) {
    draft.text = text;
    await delivery.send('steer');
  }
  assert.deepEqual(agent.commands, [{ type: 'bash', command: 'ls', excludeFromContext: true }]);
  assert.deepEqual(acted, ['compact short', 'new_session', 'set_session_name Mine', 'providers x']);
  assert.equal(draft.text, '/import y');
  assert.match(delivery.error ?? '', /button to import a file/);
});

test('a command of an extension that pi’s TUI has too reaches pi, also before its name is known', async () => {
  const { agent, delivery } = composer('/quit', new Set(['quit']));
  await delivery.send('steer');
  assert.deepEqual(agent.commands, [{ type: 'prompt', message: '/quit' }]);
  assert.equal(delivery.error, null);
});

test('a command that only pi’s TUI has is explained, and its text stays', async () => {
  const { agent, delivery, draft } = composer('/quit');
  await delivery.send('steer');
  assert.match(delivery.error ?? '', /terminal interface/);
  assert.deepEqual([agent.commands, draft.text], [[], '/quit']);
});

test('a request that fails unexpectedly does not block the composer', async () => {
  const { agent, draft, delivery } = composer('hello');
  const { promise, reject } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  draft.text += '\nmore';
  await delivery.send('steer');
  reject(new TypeError('network error'));
  await assert.rejects(sent, TypeError);
  assert.deepEqual(delivery.sending, []);
  agent.answer = () => ({ success: true });
  await delivery.send('steer');
  assert.deepEqual(agent.commands.at(-1), { type: 'prompt', message: 'hello\nmore' });
  assert.equal(agent.requests.length, 2);
  assert.equal(draft.text, '');
});

test('commands of pi that cannot be loaded do not block the composer', async () => {
  const { agent, draft, delivery } = composer('/quit', new TypeError('network error'));
  await assert.rejects(delivery.send('steer'), TypeError);
  draft.text = 'hello';
  await delivery.send('steer');
  assert.deepEqual(agent.commands, [{ type: 'prompt', message: 'hello' }]);
});

test('after a Stop that failed unexpectedly, Stop can be pressed again', async () => {
  const { agent, delivery } = composer('');
  agent.stopped = Promise.reject(new TypeError('network error'));
  await assert.rejects(delivery.stop(), TypeError);
  agent.stopped = taken();
  await delivery.stop();
  assert.equal(agent.stops, 2);
});

test('queued messages that a stop returns go to the draft of their session, wherever the page is by then', async () => {
  const { agent, draft, delivery } = composer('');
  const { promise, resolve } = Promise.withResolvers<Answer<Taken>>();
  agent.stopped = promise;
  const stopped = delivery.stop();
  draft.leaveAgent();
  draft.openSession('another', false);
  draft.text = 'written here';
  resolve(taken({ id: '1', text: 'queued there', images: [] }));
  await stopped;
  assert.deepEqual([draft.text, draft.note], ['written here', null]);
  draft.openSession('session', false);
  assert.equal(draft.text, 'queued there');
});

test('a message that is accepted late is removed from its own draft, and from no other', async () => {
  const { agent, draft, delivery } = composer('yes');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  draft.openSession('another', false);
  draft.text = 'yes, but not here';
  resolve({ success: true });
  await sent;
  assert.equal(draft.text, 'yes, but not here');
  draft.openSession('session', false);
  assert.equal(draft.text, '');
});

test('canceling an edit restores the draft of its session, even if the page shows another one by then', async () => {
  const { draft } = composer('before the edit');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  editEarlier(draft, { id: '1', text: 'earlier', images: [] }, { end: 'e', oncancel: () => promise });
  const canceled = draft.cancelEdit!();
  draft.openSession('another', false);
  draft.text = 'written here';
  resolve(true);
  await canceled;
  assert.equal(draft.text, 'written here');
  draft.openSession('session', false);
  assert.equal(draft.text, 'before the edit');
});

for (const isKnown of [false, true])
  test(`a message that waits goes to the agent for which it was written, not to the one that is shown (its session is ${isKnown ? '' : 'not '}known)`, async () => {
    const { agent, draft, delivery, showAnother } = composer('first');
    const { promise, resolve } = Promise.withResolvers<Answer>();
    agent.answer = () => promise;
    const sent = delivery.send('steer');
    draft.text = 'first second';
    await delivery.send('followUp');
    const other = showAnother('another');
    if (isKnown) delivery.onSessionChange();
    agent.answer = () => ({ success: true });
    resolve({ success: true });
    await sent;
    await new Promise(setImmediate);
    assert.deepEqual(other.commands, []);
    assert.deepEqual(agent.commands, [
      { type: 'prompt', message: 'first' },
      { type: 'prompt', message: 'second', streamingBehavior: 'followUp' },
    ]);
    draft.openSession('session', false);
    assert.equal(draft.text, '');
  });

test('a slash command of the page that waits is not run once another agent is shown', async () => {
  const { agent, draft, delivery, acted, showAnother } = composer('first');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  draft.text = 'first /compact';
  await delivery.send('steer');
  showAnother('another');
  resolve({ success: true });
  await sent;
  await new Promise(setImmediate);
  assert.deepEqual(acted, []);
  draft.openSession('session', false);
  assert.equal(draft.text, '/compact');
});

test('a message that another client was faster than is repeated to its own agent', async () => {
  const { agent, delivery, showAnother } = composer('hello');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  const other = showAnother('another');
  agent.answer = () => ({ success: true });
  resolve({ success: false, error: 'Agent is already processing.' });
  await sent;
  assert.deepEqual([agent.requests.length, other.requests.length], [2, 0]);
});

test('a command that was refused is fetched from the agent that refused it', async () => {
  const { agent, draft, delivery, showAnother } = composer('/deploy now', new Set(['deploy']));
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  const other = showAnother('another');
  agent.stopped = taken({ id: '1', text: '/deploy now', images: [] });
  resolve({ success: false, error: 'No.' });
  await sent;
  assert.deepEqual([agent.requests.length, other.requests.length], [2, 0]);
  assert.equal(draft.text, '');
  draft.openSession('session', false);
  assert.equal(draft.text, '/deploy now');
});

test('a message that its agent has not accepted yet does not delay one to another agent', async () => {
  const { agent, draft, delivery, showAnother } = composer('slow');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  const other = showAnother('another');
  assert.deepEqual(delivery.sending, []);
  draft.text = 'quick';
  await delivery.send('steer');
  assert.deepEqual(other.commands, [{ type: 'prompt', message: 'quick' }]);
  assert.equal(draft.text, '');
  resolve({ success: true });
  await sent;
});

test('the reason why an agent refused a message, and that it is stopping, are shown with that agent only', async () => {
  const { agent, delivery, showAnother } = composer('hello');
  agent.answer = () => ({ success: false, error: 'No.' });
  const { promise, resolve } = Promise.withResolvers<Answer<Taken>>();
  agent.stopped = promise;
  await delivery.send('steer');
  assert.deepEqual([delivery.error, delivery.canRetry], ['No.', true]);
  const stopped = delivery.stop();
  assert.equal(delivery.isStopping, true);
  const other = showAnother('another');
  assert.equal(delivery.isStopping, false);
  resolve({ success: false, error: 'Nothing to stop.' });
  await stopped;
  assert.deepEqual([delivery.error, delivery.canRetry], [null, false]);
  await delivery.stop();
  assert.equal(other.stops, 1);
});

test('the same text for two sessions is two requests, even if the response to the first one was lost', async () => {
  const { agent, draft, delivery, showAnother } = composer('continue');
  agent.answer = () => ({ success: false, error: 'Nobody there.', isLost: true });
  await delivery.send('steer');
  const other = showAnother('another');
  draft.text = 'continue';
  await delivery.send('steer');
  assert.notEqual(other.requests[0]!.key, agent.requests[0]!.key);
});

for (const text of ['!rm -r build', '!!ls', '/fork'])
  test(`pasted text is sent to the model as it is: ${text}`, async () => {
    const { agent, draft, delivery, acted } = composer('');
    draft.paste(text);
    await delivery.send('steer');
    assert.deepEqual(acted, []);
    const message = text.startsWith('/') ? ` ${text}` : text;
    assert.deepEqual(agent.commands, [{ type: 'prompt', message }]);
    assert.equal(draft.text, '');
  });

test('a message that turns out to have arrived does not repeat the shell command that runs since', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => ({ success: false, error: 'no answer', isLost: true });
  await delivery.send('steer');
  const arrived = runs(agent, 'hello');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  draft.text = '!make';
  const running = delivery.send('steer');
  delivery.onView(arrived);
  resolve({ success: true });
  await running;
  assert.deepEqual(
    agent.requests.map(({ command }) => command.type),
    ['prompt', 'bash'],
  );
});

test('a refusal does not forget which message another tab has sent in the session since', async () => {
  const { agent, delivery, showAnother } = composer('hello');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const refused = delivery.send('steer');
  showAnother('other');
  const otherTab = new Draft();
  otherTab.openSession('session', false);
  otherTab.unanswered = { key: 'of the other tab', text: 'hi' };
  resolve({ success: false, error: 'no' });
  await refused;
  const reloaded = new Draft();
  reloaded.openSession('session', false);
  assert.equal(reloaded.unanswered?.key, 'of the other tab');
});

const LOST: Answer = { success: false, error: 'Nobody there.', isLost: true };

test('an error is gone once the message turns out to have arrived, or another request succeeds or begins', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => LOST;
  await delivery.send('steer');
  assert.notEqual(delivery.error, null);
  delivery.onView(runs(agent, 'hello'));
  assert.deepEqual([delivery.error, draft.text], [null, '']);
  draft.text = 'again';
  await delivery.send('steer');
  assert.notEqual(delivery.error, null);
  await delivery.takeFromQueue(['q1']);
  assert.equal(delivery.error, null);
});

test('the error of a message is shown with its session only', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => ({ success: false, error: 'No.' });
  await delivery.send('steer');
  delivery.onSessionChange();
  assert.equal(delivery.error, 'No.');
  draft.openSession('another', false);
  delivery.onSessionChange();
  assert.equal(delivery.error, null);
});

test('a command whose response is lost is not fetched, because it may be running', async () => {
  const { agent, draft, delivery } = composer('/ask');
  agent.answer = () => LOST;
  await delivery.send('steer');
  assert.deepEqual([agent.requests.length, draft.text], [1, '/ask']);
});

test('a command that runs already, and whose response is lost, has not failed', async () => {
  const { agent, delivery } = composer('/ask');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const asking = delivery.send('steer');
  delivery.onView(runs(agent, '/ask'));
  resolve(LOST);
  await asking;
  assert.deepEqual([delivery.error, agent.requests.length], [null, 1]);
});

test('a shell command does not take the attachments along, which the next message does', async () => {
  const { draft, delivery } = composer('!ls');
  draft.attached.list = [picture('one')];
  await delivery.send('steer');
  assert.deepEqual([draft.text, draft.attached.list.length], ['', 1]);
  draft.text = 'look';
  await delivery.send('steer');
  assert.equal(draft.attached.list.length, 0);
});

test('what was sent can be recalled as it was: text as text, commands as commands', async () => {
  const { draft, delivery } = composer('/fork');
  await delivery.send('steer');
  draft.paste('!important');
  await delivery.send('steer');
  draft.text = '!ls';
  await delivery.send('steer');
  assert.deepEqual(readSent(), ['/fork', '!important', '!ls']);
  assert.deepEqual(readSent().map(wasSentPlain), [false, true, false]);
});

test('a refused message is not waited for any more, and a text that has arrived can be sent once more', async () => {
  const { agent, draft, delivery } = composer('hello');
  agent.answer = () => ({ success: false, error: 'No.' });
  await delivery.send('steer');
  assert.equal(draft.unanswered, null);
  agent.answer = () => LOST;
  await delivery.send('steer');
  delivery.onView(runs(agent, 'hello'));
  draft.text = 'hello';
  await delivery.send('steer');
  const [, second, third] = agent.requests.map(({ key }) => key);
  assert.notEqual(second, third);
});

test('a refusal during a run is a refusal, whatever its words are', async () => {
  const { agent, delivery } = composer('hello');
  running(agent);
  agent.answer = () => ({ success: false, error: 'Agent is already processing.' });
  await delivery.send('steer');
  assert.deepEqual([agent.requests.length, delivery.error], [1, 'Agent is already processing.']);
});

test('what is typed behind pasted text follows it as another message', async () => {
  const { agent, draft, delivery } = composer('');
  draft.paste('!important');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  agent.answer = () => promise;
  const sent = delivery.send('steer');
  draft.text += '\nand on';
  await delivery.send('steer');
  agent.answer = () => ({ success: true });
  resolve({ success: true });
  await sent;
  await new Promise(setImmediate);
  assert.deepEqual(
    agent.commands.map((command) => (command as { message?: string }).message),
    ['!important', 'and on'],
  );
});

test('a text of the page is sent at once, but never together with what the user writes, or during a run', () => {
  const { agent, draft, delivery } = composer('  ');
  assert.equal(delivery.sendText('Continue'), true);
  assert.deepEqual(agent.commands, [{ type: 'prompt', message: 'Continue' }]);

  const writing = composer('half a thought');
  assert.equal(writing.delivery.sendText('Continue'), false);
  assert.deepEqual([writing.draft.text, writing.agent.commands], ['half a thought\n\nContinue', []]);

  const busy = composer('');
  running(busy.agent);
  assert.equal(busy.delivery.sendText('Continue'), false);
  assert.deepEqual([busy.draft.text, busy.agent.commands], ['Continue', []]);
  assert.equal(draft.unanswered?.text, 'Continue');
});
