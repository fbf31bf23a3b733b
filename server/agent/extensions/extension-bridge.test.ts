import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { ScriptedPi } from '../fixtures/scripted-pi.ts';
import { ExtensionBridge } from './extension-bridge.ts';
import { Screens } from './screens.ts';

const SCREEN = { columns: 80, rows: 24 };
const DRAWN = { id: 'd', kind: 'screen', screen: SCREEN, lines: ['one'] };
/** A valid report of each type. */
const VALID: Record<CompanionReport['type'], object> = {
  loaded: { session: 's', isReload: false, command: CHANNEL, isTrusted: true },
  answer: { n: '1', data: null },
  dialog: { by: { name: 'x.ts', path: '/x.ts' }, commands: [], tools: [], n: '1' },
  dialog_closed: { n: '1', isWithdrawn: true },
  unsupported: { by: { name: 'x.ts', path: '/x.ts' }, calls: ['setToolsExpanded'] },
  model: {},
  warming: { isIdle: false },
  changes: { problem: 'No disk' },
  diagnostics_use: { n: '1', paths: ['a.ts'] },
  look_use: { n: '1' },
  terminal_use: { n: '1', name: 'log', lines: 20 },
  ending: {},
  boundary: {},
  context_edited: { entries: [] },
  blocked: { call: 'c' },
  drawn: { drawn: DRAWN },
  frame: { frame: { id: 'd', count: 1, changes: [[0, 0, 3, 'two']], screen: SCREEN } },
  drawn_closed: { id: 'd' },
  working: { working: { message: 'Hm' } },
  children: { children: [] },
  renders: { renders: { tools: ['t'], messages: [], entries: [], anyTool: false } },
  registered: { registered: { shortcuts: [], completes: [], hasProviders: false } },
  theme: { name: 'dark' },
  redraw: { call: 'c' },
  picture: { mimeType: 'image/png', data: 'iVBORw0KGgo=' },
  forked: { text: 'x' },
  moved: { leafId: 'e' },
  clipboard: { text: 'copied' },
  pasted: { text: 'pasted' },
  expanded: { what: 'tools', isExpanded: true },
  entry: { id: 'e', customType: 'note', at: 1 },
  notice: { message: 'Look' },
  label: { entryId: 'e', label: 'here', row: { role: 'user', timestamp: 1 } },
};
const TYPES = Object.keys(VALID) as CompanionReport['type'][];

function setUp({ isFollowed = true } = {}) {
  let view: View = emptyView('/w');
  const emit: (event: Parameters<typeof reduce>[1]) => void = (event) => (view = reduce(view, event));
  const screens = new Screens({
    view: () => view,
    emit,
    ask: () => Promise.resolve(null),
    isReachable: () => true,
    isFollowed: () => true,
    report: (act) => act().then(() => undefined),
  });
  const ignore = (): void => undefined;
  const bridge = new ExtensionBridge({
    pi: new ScriptedPi(),
    view: () => view,
    emit,
    pendingCommands: () => [],
    onWithdrawn: ignore,
    onDrawn: (report) => screens.onReport(report),
    onDrawnEntries: ignore,
    isFollowed: () => isFollowed,
    onPicture: ignore,
    onFork: ignore,
    onMove: ignore,
    onModelChange: ignore,
    onEnding: ignore,
    onLoaded: ignore,
    onToolUse: ignore,
    onBoundary: ignore,
    onContextEdits: ignore,
  });
  const push = (report: object): PiEvent[] =>
    bridge.push([
      {
        type: 'extension_ui_request',
        method: 'setStatus',
        id: 's',
        statusKey: CHANNEL,
        statusText: JSON.stringify(report),
      },
    ]);
  const notices = (): string[] => view.notices.map(({ message }) => message);
  return { bridge, push, apply: emit, notices, view: () => view };
}

test('a valid report of each type reaches no page as a status, and causes no complaint', () => {
  const { push, notices, view } = setUp();
  for (const type of TYPES) assert.deepEqual(push({ type, ...VALID[type] }), [], type);
  assert.deepEqual(
    notices().filter((message) => /cannot read/.test(message)),
    [],
  );
  push({ type: 'drawn', drawn: DRAWN });
  push({ type: 'frame', frame: { id: 'd', count: 2, changes: [[0, 0, 3, 'two']] } });
  assert.deepEqual(view().drawn[0]?.lines, ['two', '']);
});

test('a report that another extension made up is dropped, with one notice for its type', () => {
  const { push, notices } = setUp();
  const wrong = { drawn: { id: 'x', screen: null, lines: [null] }, frame: {}, by: {}, calls: 7, renders: 7 };
  for (const type of ['drawn', 'frame', 'unsupported', 'renders', 'drawn'])
    assert.deepEqual(push({ type, ...wrong }), []);
  assert.deepEqual(
    notices(),
    ['drawn', 'frame', 'unsupported', 'renders'].map(
      (type) => `An extension sent the panel a report that it cannot read (${type}).`,
    ),
  );
});

test('a copied text goes to the page, or the user is told that it is in no clipboard', () => {
  const open = setUp();
  open.push({ type: 'clipboard', text: 'secret' });
  assert.deepEqual(open.notices(), []);
  const closed = setUp({ isFollowed: false });
  closed.push({ type: 'clipboard', text: 'secret' });
  assert.match(closed.notices()[0]!, /no page was open, so it is not in your clipboard/);
});

test('no report throws, whatever its fields are', () => {
  const field = fc.constantFrom(...new Set(Object.values(VALID).flatMap((fields) => Object.keys(fields))));
  const report = fc.record({
    type: fc.oneof(fc.constantFrom(...TYPES), fc.string()),
    fields: fc.dictionary(field, fc.jsonValue()),
    isValid: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(report, { maxLength: 8 }), (reports) => {
      const { push } = setUp();
      for (const { type, fields, isValid } of reports)
        push({ ...(isValid && VALID[type as CompanionReport['type']]), ...fields, type });
    }),
  );
});

test('values that an extension passes on in spite of their types become text, or are left out', () => {
  const { push, view } = setUp();
  push({
    type: 'working',
    working: { message: { a: 1 }, frames: '⠋⠙', intervalMs: 1, thinkingLabel: null },
  });
  assert.deepEqual(view().working, { message: '[object Object]', intervalMs: 50 });
  push({
    type: 'registered',
    registered: {
      shortcuts: [{ path: '/x.ts', name: 'x.ts', key: 'alt+x' }],
      completes: [],
      hasProviders: 1,
    },
  });
  assert.deepEqual(view().registered, {
    shortcuts: [{ path: '/x.ts', name: 'x.ts', key: 'alt+x', description: '' }],
    completes: [],
    hasProviders: false,
    hearsKeys: false,
  });
});

test('the extension’s own command is not listed, and of two commands with one name only the one that pi runs is', () => {
  const { bridge, push } = setUp();
  push({ type: 'loaded', ...VALID.loaded });
  const list = bridge.commandsForUsers([
    { name: CHANNEL, source: 'extension' },
    { name: 'deploy', source: 'extension' },
    { name: 'deploy', source: 'prompt' },
  ]);
  assert.deepEqual(list, [{ name: 'deploy', source: 'extension' }]);
});

/** Replaces every text of a report by a long one that is new each time, and repeats the items of its lists. */
function inflate(value: unknown, length: number, n: number): unknown {
  if (typeof value === 'string') return `${n} ${'x'.repeat(length)}`;
  if (Array.isArray(value))
    return Array.from({ length: 50 }, (_, i) => inflate(value[0] ?? 'x', length, n * 100 + i));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inflate(inner, length, n)]));
}

test('S-55: no flood of imitated reports makes the view large', () => {
  for (const type of TYPES)
    for (const length of [100, 50_000]) {
      const { push, view } = setUp();
      for (let n = 0; n < 40; n++) push({ type, ...(inflate(VALID[type], length, n) as object) });
      push({ type: `${type} ${'x'.repeat(length)}` });
      const size = JSON.stringify(view()).length;
      assert.ok(size < 1_000_000, `${type}: ${size} characters`);
    }
});

test('S-55: of many sub-agents with long texts the view has a bounded number, with the beginnings of their texts', () => {
  const { push, view } = setUp();
  const long = 'x'.repeat(10_000);
  const child = {
    ...{ id: 'c', name: long, task: long, model: long, state: 'running', turns: 0, tokens: null, cost: 0 },
    ...{ last: long, failure: long, question: long, acts: ['stop', 'steer', 'stop'] },
  };
  push({ type: 'children', children: Array.from({ length: 500 }, () => child) });
  assert.equal(view().children.length, 50);
  assert.ok(JSON.stringify(view()).length < 400_000);
  push({ type: 'children', children: [{ ...child, state: 'odd' }] });
  assert.equal(view().children.length, 50);
});

test('S-55: imitated notices and calls are remembered up to a number, and then no longer shown', () => {
  const { push, notices } = setUp();
  for (let n = 0; n < 2000; n++) push({ type: 'notice', message: `notice ${n}` });
  const [last] = notices().slice(-1);
  assert.equal(last, 'notice 499');
  push({ ...VALID.unsupported, type: 'unsupported' });
  assert.equal(notices().at(-1), last);
});

test('S-55: more statuses or widgets than the page shows are said once', () => {
  const { bridge, apply, notices } = setUp();
  const set = (i: number): void => {
    for (const event of [
      { type: 'extension_ui_request', id: '1', method: 'setStatus', statusKey: `${i}`, statusText: 'x' },
      { type: 'extension_ui_request', id: '2', method: 'setWidget', widgetKey: `${i}`, widgetLines: ['x'] },
    ] as const satisfies PiEvent[])
      for (const passed of bridge.push([{ ...event }])) apply(passed as Parameters<typeof reduce>[1]);
  };
  for (let i = 0; i < 50; i++) set(i);
  set(0);
  assert.deepEqual(notices(), []);
  for (let i = 50; i < 300; i++) set(i);
  assert.deepEqual(notices(), [
    'Extensions set more than 50 statuses. The page shows the newest ones.',
    'Extensions set more than 50 widgets. The page shows the newest ones.',
  ]);
});
