import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysIn } from './key-sequences.ts';
import { mouseEventsIn } from './mouse-event.ts';

test('keys that were typed together are handed on one by one, a paste as one', () => {
  const keys = [
    ['\x1b[A', '\x1b[1;5B', 'a', '\r', '\x1b'],
    ['\x1bOP', '\x1b[15~', 'ö', '😀'],
    ['\x1bf', '\x1b[200~two\nlines \x1b[A\x1b[201~', '\x1b[<0;12;3M', '\x03'],
    ['\x1b', '\x1b[A', 'x'],
  ];
  for (const typed of keys) assert.deepEqual(keysIn(typed.join('')), typed);
  assert.deepEqual(keysIn(''), []);
});

test('a report of the mouse becomes an event with the cell, the button and the modifiers', () => {
  const bounds = { columns: 80, rows: 10 };
  assert.deepEqual(mouseEventsIn('\x1b[<16;12;3M', bounds), [
    {
      type: 'press',
      button: 'left',
      x: 11,
      y: 2,
      screenX: 11,
      screenY: 2,
      width: 80,
      height: 10,
      shift: false,
      alt: false,
      ctrl: true,
    },
  ]);
  const kinds = ['0;1;1m', '32;1;1M', '35;1;1M', '64;1;1M', '2;1;1M'].flatMap((report) => {
    const events = mouseEventsIn(`\x1b[<${report}`, bounds) as { type: string; button: string }[];
    return events.map(({ type, button }) => `${type} ${button}`);
  });
  assert.deepEqual(kinds, [
    'release left',
    'click left',
    'drag left',
    'move none',
    'wheel none',
    'press right',
  ]);
  for (const key of ['a', '\x1b[A', '\x1b[<0;1M']) assert.deepEqual(mouseEventsIn(key, bounds), []);
});
