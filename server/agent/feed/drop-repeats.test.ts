import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { dropRepeats } from './drop-repeats.ts';

let ids = 0;
const notify = (message: string): PiEvent => ({
  type: 'extension_ui_request',
  id: `n${++ids}`,
  method: 'notify',
  message,
});
const setText = (text: string): PiEvent => ({
  type: 'extension_ui_request',
  id: `t${++ids}`,
  method: 'set_editor_text',
  text,
});
const fail = (error: string): PiEvent => ({
  type: 'extension_error',
  extensionPath: '/x.ts',
  event: 'session_start',
  error,
});
const status = (statusText: string): PiEvent => ({
  type: 'extension_ui_request',
  id: `s${++ids}`,
  method: 'setStatus',
  statusKey: 'k',
  statusText,
});

test('a notice, a text or an error is dropped when it repeats while the session changes', () => {
  const stage = dropRepeats();
  const end = stage.begin();
  for (const write of [notify, setText, fail]) {
    const [first, second, other] = [write('a'), write('a'), write('b')];
    assert.deepEqual(stage.push([first, second]), [first]);
    assert.deepEqual(stage.push([other, write('b')]), [other]);
  }
  end();
});

test('an event that only sets a value passes however often it repeats', () => {
  const stage = dropRepeats();
  stage.begin();
  assert.equal(stage.push([status('x'), status('x')]).length, 2);
});

test('an extension may repeat itself while no session changes', () => {
  const stage = dropRepeats();
  assert.equal(stage.push([notify('a'), notify('a')]).length, 2);
  stage.begin()();
  assert.equal(stage.push([notify('a')]).length, 1);
});

test('each change of the session starts over', () => {
  const stage = dropRepeats();
  for (const _nth of [1, 2]) {
    const end = stage.begin();
    assert.equal(stage.push([notify('a'), notify('a')]).length, 1);
    end();
  }
});

test('repeats are dropped until the last of several commands is answered', () => {
  const stage = dropRepeats();
  const ends = [stage.begin(), stage.begin()];
  stage.push([notify('a')]);
  ends[0]!();
  assert.deepEqual(stage.push([notify('a')]), []);
  ends[1]!();
  assert.equal(stage.push([notify('a')]).length, 1);
});
