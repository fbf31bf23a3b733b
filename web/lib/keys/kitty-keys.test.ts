import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeKey, type Keyboard, type KeyPhase } from './kitty-keys.ts';

interface PiTui {
  matchesKey: (data: string, name: string) => boolean;
  setKittyProtocolActive: (isActive: boolean) => void;
  decodeKittyPrintable: (data: string) => string | undefined;
}
/** Not a dependency of the page, but installed with pi. */
const PI_TUI: string = '@earendil-works/pi-tui';

const US: Keyboard = { isMac: false, unshifted: () => undefined };
const GERMAN: Keyboard = {
  isMac: false,
  unshifted: (code) => ({ Digit7: '7', Slash: '-', Minus: 'ß', BracketLeft: 'ü' })[code],
};

/** `held`: letters of Shift, Alt, Ctrl, Meta, AltGr (g). */
const typed = (key: string, code: string, held = '') => ({
  key,
  code,
  shiftKey: held.includes('s'),
  altKey: held.includes('a'),
  ctrlKey: held.includes('c'),
  metaKey: held.includes('m'),
  hasAltGraph: held.includes('g'),
});

const press = (...[key, code, held = '', keyboard = US]: [string, string, string?, Keyboard?]) =>
  encodeKey(typed(key, code, held), 'press', keyboard);

test('Enter, Tab and Backspace have their own codes with a modifier, and the usual ones without', () => {
  assert.deepEqual(
    [press('Enter', 'Enter'), press('Tab', 'Tab'), press('Backspace', 'Backspace')],
    ['\r', '\t', '\x7f'],
  );
  assert.equal(press('Enter', 'Enter', 's'), '\x1b[13;2u');
  assert.equal(press('Enter', 'Enter', 'c'), '\x1b[13;5u');
  assert.equal(press('Tab', 'Tab', 's'), '\x1b[9;2u');
  assert.equal(press('Backspace', 'Backspace', 'c'), '\x1b[127;5u');
});

test('keys that type text are left to the text field, also with AltGr, dead keys and input methods', () => {
  for (const [key, code, held = ''] of [
    ['a', 'KeyA'],
    ['A', 'KeyA', 's'],
    ['€', 'KeyE', 'g'],
    ['@', 'KeyQ', 'cag'],
    ['Dead', 'BracketLeft'],
    ['Process', 'KeyA'],
    ['Unidentified', ''],
    ['Shift', 'ShiftLeft', 's'],
    [' ', 'Space'],
  ] as const)
    assert.equal(press(key, code, held), null, key);
});

test('the key of the US layout is reported beside that of the user’s layout', () => {
  assert.equal(press('p', 'KeyP', 'c'), '\x1b[112;5u');
  assert.equal(press('з', 'KeyP', 'c'), '\x1b[1079::112;5u');
  assert.equal(press('З', 'KeyP', 'cs'), '\x1b[1079:1047:112;6u');
  assert.equal(press('P', 'KeyP', 'cs'), '\x1b[112:80;6u');
  assert.equal(press('P', 'KeyP', 'c'), '\x1b[112;5u', 'with Caps Lock');
});

test('repeats and releases of keys are reported, but not the release of Enter', () => {
  const phase = (key: string, code: string, is: KeyPhase) => encodeKey(typed(key, code), is, US);
  assert.equal(phase('ArrowLeft', 'ArrowLeft', 'press'), '\x1b[D');
  assert.equal(phase('ArrowLeft', 'ArrowLeft', 'repeat'), '\x1b[1;1:2D');
  assert.equal(phase('ArrowLeft', 'ArrowLeft', 'release'), '\x1b[1;1:3D');
  assert.equal(phase('f', 'KeyF', 'release'), '\x1b[102;1:3u');
  assert.equal(phase('f', 'KeyF', 'repeat'), null);
  assert.equal(phase('Enter', 'Enter', 'release'), null);
});

test('on a Mac, Option is Alt unless it types a character that programs need', () => {
  const mac = { ...US, isMac: true };
  assert.equal(press('∫', 'KeyB', 'a', mac), '\x1b[98;3u');
  assert.equal(press('ı', 'KeyB', 'as', mac), '\x1b[98:66;4u');
  assert.equal(press('Dead', 'KeyE', 'a', mac), null);
  const german = { ...GERMAN, isMac: true };
  assert.equal(press('@', 'KeyL', 'a', german), null);
  assert.equal(press('[', 'Digit5', 'a', german), null);
});

test('pi finds each key by its name', async () => {
  const { matchesKey, setKittyProtocolActive, decodeKittyPrintable } = (await import(PI_TUI)) as PiTui;
  setKittyProtocolActive(true);
  try {
    for (const [name, key, code, held, keyboard = US] of [
      ['shift+enter', 'Enter', 'Enter', 's'],
      ['ctrl+enter', 'Enter', 'Enter', 'c'],
      ['alt+enter', 'Enter', 'NumpadEnter', 'a'],
      ['ctrl+shift+p', 'P', 'KeyP', 'cs'],
      ['ctrl+/', '/', 'Slash', 'c'],
      ['ctrl+/', '/', 'Digit7', 'cs', GERMAN],
      ['ctrl+_', '_', 'Slash', 'cs', US],
      ['ctrl+1', '1', 'Digit1', 'c'],
      ['ctrl+1', '1', 'Numpad1', 'c'],
      ['ctrl+shift+1', '!', 'Digit1', 'cs'],
      ['ctrl+!', '!', 'Digit1', 'cs'],
      ['ctrl+]', ']', 'BracketRight', 'c'],
      ['shift+space', ' ', 'Space', 's'],
      ['ctrl+space', ' ', 'Space', 'c'],
      ['ctrl+alt+x', 'x', 'KeyX', 'ca'],
      ['alt+left', 'ArrowLeft', 'ArrowLeft', 'a'],
      ['ctrl+shift+up', 'ArrowUp', 'ArrowUp', 'cs'],
      ['shift+tab', 'Tab', 'Tab', 's'],
      ['ctrl+backspace', 'Backspace', 'Backspace', 'c'],
      ['ctrl+c', 'с', 'KeyC', 'c'],
      ['super+k', 'k', 'KeyK', 'm'],
      ['f1', 'F1', 'F1', ''],
      ['shift+f5', 'F5', 'F5', 's'],
      ['pageDown', 'PageDown', 'PageDown', ''],
      ['ctrl+home', 'Home', 'Home', 'c'],
      ['escape', 'Escape', 'Escape', ''],
    ] as const) {
      const data = press(key, code, held, keyboard);
      assert.ok(data && matchesKey(data, name), `${name}: ${JSON.stringify(data)}`);
    }
    assert.equal(decodeKittyPrintable(press(' ', 'Space', 's')!), ' ');
  } finally {
    setKittyProtocolActive(false);
  }
});
