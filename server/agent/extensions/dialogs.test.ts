import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DialogAnswer, DialogRequest } from '../../../shared/pi/dialogs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { Dialogs } from './dialogs.ts';

function setUp() {
  const answers: [string, DialogAnswer][] = [];
  const events: ViewEvent[] = [];
  const dialogs = new Dialogs({
    answer: (id, answer) => answers.push([id, answer]),
    emit: (event) => events.push(event),
  });
  return { dialogs, answers, events };
}

function select(id: string, timeout?: number): DialogRequest {
  const request = {
    type: 'extension_ui_request',
    method: 'select',
    id,
    title: 'Pick',
    options: ['a', 'b'],
  } as const;
  return { ...request, options: [...request.options], ...(timeout !== undefined && { timeout }) };
}

const outcomes = (events: readonly ViewEvent[]): string[][] =>
  events.flatMap((event) => (event.type === 'panel_dialog_closed' ? [[event.id, event.outcome]] : []));

const isRefusedWith = (status: number) => (error: unknown) =>
  error instanceof Refusal && error.status === status;

test('R-50: the first valid answer wins, and a second answer is refused as too late', () => {
  const { dialogs, answers, events } = setUp();
  dialogs.add(select('d1'));
  dialogs.answer('d1', { value: 'a' });
  assert.throws(() => dialogs.answer('d1', { value: 'b' }), isRefusedWith(409));
  assert.deepEqual(answers, [['d1', { value: 'a' }]]);
  assert.deepEqual(outcomes(events), [['d1', 'answered']]);
});

test('R-54: an answer of the wrong shape is refused and leaves the dialog open', () => {
  const { dialogs, answers } = setUp();
  dialogs.add(select('d1'));
  dialogs.add({ type: 'extension_ui_request', method: 'confirm', id: 'd2', title: 'Sure?' });
  dialogs.add({ type: 'extension_ui_request', method: 'input', id: 'd3', title: 'Name' });
  const wrong: [string, unknown][] = [
    ['d1', { value: 'c' }],
    ['d1', { confirmed: true }],
    ['d1', { value: 'a', more: 1 }],
    ['d1', null],
    ['d2', { value: 'yes' }],
    ['d2', { confirmed: 'true' }],
    ['d3', { value: 5 }],
    ['d3', { cancelled: false }],
  ];
  for (const [id, body] of wrong)
    assert.throws(() => dialogs.answer(id, body), isRefusedWith(422), JSON.stringify(body));
  dialogs.answer('d1', { value: 'b' });
  dialogs.answer('d2', { confirmed: false });
  dialogs.answer('d3', { cancelled: true });
  assert.equal(answers.length, 3);
});

test('an answer to an unknown dialog is refused', () => {
  assert.throws(() => setUp().dialogs.answer('nope', { cancelled: true }), isRefusedWith(404));
});

test('R-51: a dialog closes when its time is up, and refuses later answers', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { dialogs, answers, events } = setUp();
  dialogs.add(select('d1', 1000));
  t.mock.timers.tick(999);
  assert.deepEqual(events, []);
  t.mock.timers.tick(1);
  assert.deepEqual(outcomes(events), [['d1', 'expired']]);
  assert.throws(() => dialogs.answer('d1', { value: 'a' }), isRefusedWith(410));
  assert.deepEqual(answers, []);
});

test('R-51: a dialog that the extension withdraws closes and refuses later answers; an answered one stays answered', () => {
  const { dialogs, answers, events } = setUp();
  dialogs.add(select('d1'));
  dialogs.add(select('d2'));
  dialogs.answer('d2', { value: 'a' });
  for (const id of ['d1', 'd2', 'd1', 'nope']) dialogs.withdraw(id);
  assert.deepEqual(outcomes(events), [
    ['d2', 'answered'],
    ['d1', 'withdrawn'],
  ]);
  assert.throws(() => dialogs.answer('d1', { value: 'a' }), isRefusedWith(410));
  assert.deepEqual(answers, [['d2', { value: 'a' }]]);
});

test('R-56: a wall clock that jumps by a day neither expires a dialog nor keeps one open', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000_000_000 });
  const { dialogs, answers, events } = setUp();
  for (const [id, jump] of [
    ['d1', 86_400_000],
    ['d2', -86_400_000],
  ] as const) {
    dialogs.add(select(id, 1000));
    t.mock.timers.setTime(Date.now() + jump);
    assert.deepEqual(events, []);
    dialogs.answer(id, { value: 'a' });
    assert.equal(answers.at(-1)?.[0], id);
    events.length = 0;
  }
});

test('cancelAll cancels every open dialog and answers pi for each', () => {
  const { dialogs, answers, events } = setUp();
  dialogs.add(select('d1'));
  dialogs.add(select('d2', 60_000));
  dialogs.cancelAll();
  assert.deepEqual(
    answers.map(([id]) => id),
    ['d1', 'd2'],
  );
  assert.equal(events.length, 2);
  assert.throws(() => dialogs.answer('d2', { value: 'a' }), isRefusedWith(409));
});

test('R-55: the dialogs of an exited pi are over, and pi is sent no answers', () => {
  const { dialogs, answers } = setUp();
  dialogs.add(select('d1', 60_000));
  dialogs.dropAll();
  assert.throws(() => dialogs.answer('d1', { value: 'a' }), isRefusedWith(410));
  assert.deepEqual(answers, []);
});

test('a request that expects no answer opens no dialog', () => {
  const { dialogs } = setUp();
  dialogs.add({ type: 'extension_ui_request', method: 'notify', id: 'n1', message: 'hello' });
  assert.throws(() => dialogs.answer('n1', { cancelled: true }), isRefusedWith(404));
});

test('a listener is called for each dialog that opens until it stops listening', () => {
  const { dialogs } = setUp();
  dialogs.add(select('d1'));
  let opened = 0;
  const stopListening = dialogs.onOpen(() => void opened++);
  assert.equal(opened, 0);
  for (const id of ['d2', 'd3']) dialogs.add(select(id));
  stopListening();
  dialogs.add(select('d4'));
  assert.equal(opened, 2);
});

test('S-55: a flood of dialogs is cancelled beyond a number and a size, which is said once, and answers make room', () => {
  const { dialogs, answers, events } = setUp();
  const warnings = (): string[] =>
    events.flatMap((event) => (event.type === 'panel_notice' ? [event.message] : []));
  for (let i = 0; i < 20_000; i++) dialogs.add(select(`d${i}`));
  assert.equal(dialogs.openIds.length, 100);
  assert.equal(answers.length, 19_900);
  assert.ok(answers.every(([, answer]) => 'cancelled' in answer));
  assert.deepEqual(warnings(), [
    '100 dialogs of extensions are open. Further ones are cancelled until you answer some.',
  ]);
  dialogs.answer('d0', { value: 'a' });
  dialogs.add(select('next'));
  assert.ok(dialogs.openIds.includes('next'));
  dialogs.cancelAll();
  for (let i = 0; i < 100; i++) dialogs.add({ ...select(`large ${i}`), title: 'x'.repeat(1_000_000) });
  assert.equal(dialogs.openIds.length, 8);
  assert.equal(warnings().length, 2);
  dialogs.dropAll();
  dialogs.add({ ...select('again'), title: 'x'.repeat(1_000_000) });
  assert.deepEqual(dialogs.openIds, ['again']);
  dialogs.dropAll();
});
