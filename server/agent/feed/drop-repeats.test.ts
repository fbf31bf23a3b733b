import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { DropRepeats } from './drop-repeats.ts';

let ids = 0;
const notify = (message: string): PiEvent => ({
  type: 'extension_ui_request',
  id: `n${++ids}`,
  method: 'notify',
  message,
});
const status = (statusText: string): PiEvent => ({
  type: 'extension_ui_request',
  id: `s${++ids}`,
  method: 'setStatus',
  statusKey: 'k',
  statusText,
});

test('what is said again while the session changes is a repeat, however long that takes', () => {
  const saidTwice = new DropRepeats();
  const end = saidTwice.begin();
  const said = [notify('a'), notify('b'), status('x'), notify('a'), notify('b'), status('x')];
  assert.deepEqual(
    said.map((event) => saidTwice.isRepeat(event)),
    [false, false, false, true, true, false],
  );
  end();
});

test('at any other time an extension may say the same as often as it likes', () => {
  const saidTwice = new DropRepeats();
  assert.deepEqual(
    [notify('a'), notify('a')].map((event) => saidTwice.isRepeat(event)),
    [false, false],
  );
  saidTwice.begin()();
  assert.equal(saidTwice.isRepeat(notify('a')), false);
});

test('each change of session is told on its own', () => {
  const saidTwice = new DropRepeats();
  for (const _nth of [1, 2]) {
    const end = saidTwice.begin();
    assert.deepEqual(
      [notify('a'), notify('a')].map((event) => saidTwice.isRepeat(event)),
      [false, true],
    );
    end();
  }
});
