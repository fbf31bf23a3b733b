import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importInPi } from '../import-in-pi.ts';
import { keysIn, plainKey } from './key-sequences.ts';
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

test('a key that is typed right after Esc is a key of its own', () => {
  assert.deepEqual(keysIn('\x1b[27ux\x1b[13;2u'), ['\x1b[27u', 'x', '\x1b[13;2u']);
});

test('keys have the form of older terminals where pi takes it for the same key, and only there', async () => {
  const { matchesKey, setKittyProtocolActive } = (await importInPi('@earendil-works/pi-tui')) as {
    matchesKey: (data: string, name: string) => boolean;
    setKittyProtocolActive: (isActive: boolean) => void;
  };
  setKittyProtocolActive(true);
  try {
    for (const [name, key, plain] of [
      ['escape', '\x1b[27u', '\x1b'],
      ['shift+tab', '\x1b[9;2u', '\x1b[Z'],
      ['ctrl+c', '\x1b[99;5u', '\x03'],
      ['ctrl+p', '\x1b[112::114;5u', '\x10'],
      ['ctrl+]', '\x1b[93;5u', '\x1d'],
      ['ctrl+c', '\x1b[99;5:2u', '\x03'],
      ['down', '\x1b[1;1:2B', '\x1b[B'],
      ['pageUp', '\x1b[5;1:2~', '\x1b[5~'],
      ['ctrl+left', '\x1b[1;5:2D', '\x1b[1;5D'],
      ...['ctrl+h', 'ctrl+i', 'ctrl+j', 'ctrl+m'].map((each) => {
        const code = `\x1b[${each.codePointAt(5)};5u`;
        return [each, code, code] as const;
      }),
      ['shift+enter', '\x1b[13;2u', '\x1b[13;2u'],
      ['alt+b', '\x1b[98;3u', '\x1b[98;3u'],
      ['ctrl+shift+p', '\x1b[112:80;6u', '\x1b[112:80;6u'],
      ['ctrl+space', '\x1b[32;5u', '\x1b[32;5u'],
    ] as const) {
      assert.equal(plainKey(key), plain, name);
      assert.ok(matchesKey(plain, name), name);
    }
  } finally {
    setKittyProtocolActive(false);
  }
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
