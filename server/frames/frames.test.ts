import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framePolicy } from './frame-headers.ts';
import { addressedFrame, Frames, type Frame } from './frames.ts';

const FILE = { file: 'a.html', hasNetwork: false };
const PLACE = { agent: 'a', source: FILE, way: 'host', origin: 'http://127.0.0.1:4317', base: '' } as const;

test('S-74: a name has 256 random bits in letters of one case, and is found in a Host or below /frames/ only', () => {
  const frames = new Frames();
  const names = Array.from({ length: 20 }, () => frames.open(PLACE).name);
  assert.equal(new Set(names).size, 20);
  for (const name of names) assert.match(name, /^[0-9a-v]{52}$/);
  const name = names[0]!;
  const found = (host: string, path = '/x'): unknown => addressedFrame(host, path);
  assert.deepEqual(found(`${name}.localhost:4317`), { name, way: 'host', target: '/x' });
  assert.deepEqual(found(`${name.toUpperCase()}.LOCALHOST`), { name, way: 'host', target: '/x' });
  assert.deepEqual(found('localhost:4317', `/frames/${name}/a/b?c`), { name, way: 'path', target: '/a/b?c' });
  for (const host of [
    name,
    `${name}.localhost.evil.test`,
    `${name}.localhost:x`,
    `x.${name}.localhost`,
    `${name}.evil.test`,
    `${name.slice(1)}.localhost`,
    `${name}.localhost.`,
  ])
    assert.equal(found(host), null, host);
  for (const path of [`/frames/${name}`, `/x/frames/${name}/`, `/Frames/${name}/`, `/frames/${name}x/`])
    assert.equal(found('localhost:4317', path), null, path);
});

test('a frame ends once, with its agent, with the panel, or when 64 newer ones are open', () => {
  const frames = new Frames();
  const first = frames.open(PLACE);
  const other = frames.open({ ...PLACE, agent: 'b' });
  frames.endOf('a');
  assert.deepEqual([frames.find(first.name), first.end.signal.aborted], [undefined, true]);
  assert.throws(() => frames.get(first.name), { status: 404, code: 'unknown_frame' });
  for (let n = 0; n < 63; n++) frames.open(PLACE);
  assert.equal(frames.get(other.name), other);
  const last = frames.open(PLACE);
  assert.equal(frames.find(other.name), undefined);
  frames.close();
  assert.deepEqual([frames.find(last.name), last.end.signal.aborted], [undefined, true]);
});

const policyOf = (frame: Partial<Frame>, target = '/a.html?x'): Record<string, string> => {
  const all = {
    ...PLACE,
    name: 'n',
    isReached: false,
    isLookable: false,
    end: new AbortController(),
    ...frame,
  };
  const parts = framePolicy(all, { target, ancestors: ['https://hub.example'] }).split('; ');
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0]!, part.slice(part.indexOf(' ') + 1)]));
};

test('S-75: a file reaches nothing but its own address, until the user allows the network', () => {
  const off = policyOf({});
  assert.equal(off['default-src'], "'none'");
  assert.equal(off['connect-src'], "'none'");
  assert.equal(off.webrtc, "'block'");
  for (const [name, value] of Object.entries(off))
    if (name !== 'frame-ancestors') assert.doesNotMatch(value, /https?:|wss?:|\*/, name);
  const on = policyOf({ source: { ...FILE, hasNetwork: true } });
  assert.match(on['connect-src']!, /https: wss:/);
  // Programs of this machine speak http.
  for (const name of ['script-src', 'connect-src', 'img-src']) assert.doesNotMatch(on[name]!, /\bhttp:|ws:/);
  assert.equal(on['frame-src'], "'self' blob:");
  // A file to which it links has it not.
  const linked = policyOf({ source: { ...FILE, hasNetwork: true } }, '/b.html');
  assert.equal(linked['connect-src'], "'none'");
});

test('S-75: in a static frame, nothing runs but the script of the panel', () => {
  const source = { ...FILE, isStatic: true } as const;
  for (const way of ['host', 'path'] as const) {
    const own = policyOf({ source, way });
    assert.deepEqual(
      [own['script-src'], own['worker-src'], own['connect-src']],
      ["'nonce-n'", "'none'", "'none'"],
    );
  }
});

test('S-74: only the page that opened a frame shows it, and at its own address a frame has no origin', () => {
  // Or a document of the frame, which that page shows.
  assert.equal(policyOf({})['frame-ancestors'], "http://127.0.0.1:4317 https://hub.example 'self'");
  assert.match(policyOf({}).sandbox!, /allow-same-origin/);
  const below = policyOf({ way: 'path', origin: 'https://hub.example', base: '/user/a;b,c' });
  assert.equal(below.sandbox, 'allow-scripts allow-forms');
  assert.match(below['script-src']!, /^https:\/\/hub\.example\/user\/a%3Bb%2Cc\/frames\/n\/ /);
  assert.match(
    policyOf({ way: 'path', source: { port: 1 } }).sandbox!,
    /^allow-scripts allow-forms allow-popups$/,
  );
  for (const frame of [PLACE, { ...PLACE, way: 'path' as const }, { ...PLACE, source: { port: 1 } }])
    assert.doesNotMatch(
      policyOf(frame).sandbox ?? '',
      /top-navigation|escape-sandbox|modals|downloads|pointer-lock|presentation|orientation/,
    );
});
