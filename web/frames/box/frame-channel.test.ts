import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { FRAME_HELLO, type FrameMessage } from '../../../shared/frames.ts';
import { FrameChannel } from './frame-channel.ts';
import { parseFrameMessage, parseSaid } from './frame-messages.ts';

function setUp() {
  let now = 0;
  const heard: FrameMessage[] = [];
  const ports: MessagePort[] = [];
  let floods = 0;
  const channel = new FrameChannel({
    targetOrigin: 'http://x.localhost:4317',
    onMessage: ({ message }) => heard.push(message),
    onFlood: () => (floods += 1),
    now: () => now,
  });
  const source = {
    postMessage: (data: unknown, target: unknown, given: unknown) => {
      assert.deepEqual([data, target], [FRAME_HELLO, 'http://x.localhost:4317']);
      ports.push((given as MessagePort[])[0]!);
    },
  } as unknown as Window;
  const receive = (data: unknown): void => channel.receive({ data, source });
  return { channel, heard, ports, receive, later: (ms: number) => (now += ms), floods: () => floods };
}

const PLACE = { type: 'place', title: 'A', address: '/a.html', hasOthers: false } as const;

test('a frame that says hello gets a port, and is heard through nothing else', async (t) => {
  const { channel, heard, ports, receive } = setUp();
  t.after(() => channel.close());
  receive(JSON.stringify(PLACE));
  receive({ type: 'open' });
  assert.equal(ports.length, 0);
  receive(FRAME_HELLO);
  const [port] = ports;
  port!.postMessage(JSON.stringify(PLACE));
  const orders = new Promise((resolve) => (port!.onmessage = ({ data }) => resolve(data)));
  channel.order({ type: 'reload' });
  assert.equal(await orders, '{"type":"reload"}');
  assert.deepEqual(heard, [PLACE]);
  // A document that is loaded again takes the place of the one before.
  receive(FRAME_HELLO);
  assert.equal(ports.length, 2);
  channel.onLoad();
  assert.equal(channel.isOpen, true);
  // A text has no script that could hear an order.
  channel.onLoad();
  assert.equal(channel.isOpen, false);
  port!.close();
  ports[1]!.close();
});

test('S-76: a frame that says more than any page needs is given up once, and not heard again', () => {
  const { channel, heard, receive, floods, later } = setUp();
  for (let n = 0; n < 100; n++) receive('noise');
  assert.equal(floods(), 0);
  later(1000);
  for (let n = 0; n < 10_000; n++) receive('noise');
  assert.equal(floods(), 1);
  later(60_000);
  receive(FRAME_HELLO);
  assert.deepEqual([floods(), heard.length, channel.isOpen], [1, 0, false]);
});

test('S-76: ports are not opened without end, and a slow talker is never given up', () => {
  const hellos = setUp();
  for (let n = 0; n < 100; n++) hellos.receive(FRAME_HELLO);
  assert.deepEqual([hellos.floods(), hellos.ports.length], [1, 30]);
  hellos.ports.forEach((port) => port.close());
  const slow = setUp();
  for (let n = 0; n < 5000; n++) {
    slow.receive('x');
    slow.later(11);
  }
  assert.equal(slow.floods(), 0);
  slow.channel.close();
});

test('S-76: a huge message counts as many', async () => {
  const { receive, ports, floods } = setUp();
  receive(FRAME_HELLO);
  const closed = once(ports[0]!, 'close');
  ports[0]!.postMessage('x'.repeat(2_000_000));
  await closed;
  assert.equal(floods(), 1);
});

test('S-76: everything that is not exactly a message of a frame is nothing', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  for (const data of [
    null,
    7,
    {},
    PLACE,
    '',
    'x',
    '[]',
    'null',
    deep,
    '{"type":"prompt","message":"rm"}',
    '{"type":"place","title":"A"}',
    '{"type":"place","title":"A","address":"http://evil.test/"}',
    JSON.stringify({ ...PLACE, title: 'x'.repeat(201) }),
    JSON.stringify({ ...PLACE, address: `/${'x'.repeat(70_000)}` }),
    '{"type":"console","errors":-1,"warnings":0,"entries":[]}',
    '{"type":"console","errors":1e99,"warnings":0,"entries":[]}',
    '{"type":"console","errors":1,"warnings":0}',
  ])
    assert.equal(parseFrameMessage(data), null, JSON.stringify(data).slice(0, 80));
  const odd = '{"type":"place","title":"A","address":"/a.html","__proto__":{"x":1},"more":1}';
  assert.deepEqual(parseFrameMessage(odd), PLACE);
  const entries = [{ level: 'error', text: 'a', more: 1 }, { level: 'info', text: 'b' }, { text: 'c' }, null];
  assert.deepEqual(parseFrameMessage(JSON.stringify({ type: 'console', errors: 1, warnings: 0, entries })), {
    type: 'console',
    errors: 1,
    warnings: 0,
    entries: [{ level: 'error', text: 'a' }],
  });
});

test('S-76: a height is a whole number of pixels, and what is open is told so that it can be filled', () => {
  assert.deepEqual(parseFrameMessage('{"type":"size","height":120,"more":1}'), { type: 'size', height: 120 });
  for (const height of ['-1', '1.5', '1e99', '"1"', 'null'])
    assert.equal(parseFrameMessage(`{"type":"size","height":${height}}`), null, height);
  let opened = 0;
  const channel = new FrameChannel({
    targetOrigin: '*',
    onMessage: () => assert.fail(),
    onOpen: () => (opened += 1),
    onFlood: () => assert.fail(),
  });
  const source = { postMessage: (_data: unknown, _to: unknown, [port]: MessagePort[]) => port!.close() };
  channel.receive({ data: 'noise', source: source as unknown as Window });
  channel.receive({ data: FRAME_HELLO, source: source as unknown as Window });
  assert.equal(opened, 1);
  channel.close();
});

test('S-76: a picture comes only with a message, as a blob, and not larger than any that is asked for', () => {
  const message = JSON.stringify({ type: 'looked', tree: '- main' });
  const picture = new Blob(['x'], { type: 'image/jpeg' });
  assert.deepEqual(parseSaid({ message, picture }), { message: { type: 'looked', tree: '- main' }, picture });
  assert.deepEqual(parseSaid(message), { message: { type: 'looked', tree: '- main' }, picture: null });
  const large = new Blob(['x'.repeat(2_000_001)]);
  for (const data of [
    { message, picture: 'x' },
    { message, picture: large },
    { picture },
    picture,
    [message],
  ])
    assert.equal(parseSaid(data), null);
});
