import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DialogAnswer, DialogRequest } from '../../../shared/pi/dialogs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { Dialogs } from './dialogs.ts';

function desk() {
  const answers: [string, DialogAnswer][] = [];
  const events: ViewEvent[] = [];
  const made = new Dialogs({
    answer: (id, answer) => answers.push([id, answer]),
    emit: (event) => events.push(event),
  });
  return { desk: made, answers, events };
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

const refusedWith = (status: number) => (error: unknown) =>
  error instanceof Refusal && error.status === status;

test('R-50: the first valid answer wins, the second is told that it comes too late', () => {
  const { desk: d, answers, events } = desk();
  d.opened(select('d1'));
  d.answer('d1', { value: 'a' });
  assert.throws(() => d.answer('d1', { value: 'b' }), refusedWith(409));
  assert.deepEqual(answers, [['d1', { value: 'a' }]]);
  assert.deepEqual(outcomes(events), [['d1', 'answered']]);
});

test('R-54: an answer of the wrong shape is refused and leaves the dialog open', () => {
  const { desk: d, answers } = desk();
  d.opened(select('d1'));
  d.opened({ type: 'extension_ui_request', method: 'confirm', id: 'd2', title: 'Sure?' });
  d.opened({ type: 'extension_ui_request', method: 'input', id: 'd3', title: 'Name' });
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
    assert.throws(() => d.answer(id, body), refusedWith(422), JSON.stringify(body));
  d.answer('d1', { value: 'b' });
  d.answer('d2', { confirmed: false });
  d.answer('d3', { cancelled: true });
  assert.equal(answers.length, 3);
});

test('a dialog that nobody asked is unknown', () => {
  assert.throws(() => desk().desk.answer('nope', { cancelled: true }), refusedWith(404));
});

test('R-51: when its time runs out the dialog is closed here, and an answer after that is refused', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { desk: d, answers, events } = desk();
  d.opened(select('d1', 1000));
  t.mock.timers.tick(999);
  assert.deepEqual(events, []);
  t.mock.timers.tick(1);
  assert.deepEqual(outcomes(events), [['d1', 'expired']]);
  assert.throws(() => d.answer('d1', { value: 'a' }), refusedWith(410));
  assert.deepEqual(answers, []);
});

test('R-51: a dialog that the extension withdrew is closed, an answer after that is refused, and one that was answered stays so', () => {
  const { desk: d, answers, events } = desk();
  d.opened(select('d1'));
  d.opened(select('d2'));
  d.answer('d2', { value: 'a' });
  for (const id of ['d1', 'd2', 'd1', 'nope']) d.withdrawn(id);
  assert.deepEqual(outcomes(events), [
    ['d2', 'answered'],
    ['d1', 'withdrawn'],
  ]);
  assert.throws(() => d.answer('d1', { value: 'a' }), refusedWith(410));
  assert.deepEqual(answers, [['d2', { value: 'a' }]]);
});

test('R-56: a wall clock that jumps a day in either direction expires no dialog and keeps none open', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000_000_000 });
  const { desk: d, answers, events } = desk();
  for (const [id, jump] of [
    ['d1', 86_400_000],
    ['d2', -86_400_000],
  ] as const) {
    d.opened(select(id, 1000));
    t.mock.timers.setTime(Date.now() + jump);
    assert.deepEqual(events, []);
    d.answer(id, { value: 'a' });
    assert.equal(answers.at(-1)?.[0], id);
    events.length = 0;
  }
});

test('Stop cancels every open dialog, and pi is told each of them', () => {
  const { desk: d, answers, events } = desk();
  d.opened(select('d1'));
  d.opened(select('d2', 60_000));
  d.cancelAll();
  assert.deepEqual(
    answers.map(([id]) => id),
    ['d1', 'd2'],
  );
  assert.equal(events.length, 2);
  assert.throws(() => d.answer('d2', { value: 'a' }), refusedWith(409));
});

test('R-55: dialogs of a process that is gone are over without a word to it', () => {
  const { desk: d, answers } = desk();
  d.opened(select('d1', 60_000));
  d.forgetAll();
  assert.throws(() => d.answer('d1', { value: 'a' }), refusedWith(410));
  assert.deepEqual(answers, []);
});

test('what wants no answer opens nothing', () => {
  const { desk: d } = desk();
  d.opened({ type: 'extension_ui_request', method: 'notify', id: 'n1', message: 'hello' });
  assert.throws(() => d.answer('n1', { cancelled: true }), refusedWith(404));
});
