import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LearnedKeyboard } from '../lib/keys/keyboard.ts';
import { ScreenKeyboard, type HeldModifiers } from './screen-keyboard.ts';

const NONE: HeldModifiers = { ctrlKey: false, altKey: false, shiftKey: false };

function open({ onMac = false, held = NONE, takesFiles = false } = {}) {
  const sent: string[] = [];
  const pasted: File[] = [];
  let now = held;
  const keyboard = new ScreenKeyboard({
    send: (data) => sent.push(data),
    wantsReleases: () => true,
    held: () => now,
    onHeldUsed: () => (now = NONE),
    selection: () => '',
    onFiles: (files) => takesFiles && pasted.push(...files) > 0,
    keyboard: new LearnedKeyboard(onMac, {}),
  });
  return { keyboard, sent, pasted };
}

function event(key: string, code: string, more: object = {}) {
  const calls: string[] = [];
  const made = {
    key,
    code,
    keyCode: 0,
    isComposing: false,
    repeat: false,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    getModifierState: () => false,
    preventDefault: () => calls.push('prevented'),
    stopPropagation: () => undefined,
    ...more,
  };
  return { event: made as unknown as KeyboardEvent, calls };
}

const paste = (text: string, files: File[] = []) =>
  ({
    clipboardData: { files, getData: () => text },
    preventDefault: () => undefined,
    stopPropagation: () => undefined,
  }) as unknown as ClipboardEvent;

test('a key that types text, is dead or belongs to an input method is left to the field', () => {
  const { keyboard, sent } = open();
  for (const [key, code, more] of [
    ['a', 'KeyA', {}],
    ['Dead', 'BracketLeft', {}],
    ['Enter', 'Enter', { isComposing: true }],
    ['Enter', 'Enter', { keyCode: 229 }],
  ] as const)
    assert.ok(keyboard.onKeyDown(event(key, code, more).event), key);
  assert.deepEqual(sent, []);
});

test('a modifier that a button holds is added to the next key, from a keyboard or as text, and only to that', () => {
  const held = { ...NONE, ctrlKey: true };
  const typed = open({ held });
  assert.equal(typed.keyboard.onKeyDown(event('w', 'KeyW').event), false);
  typed.keyboard.onText('x');
  assert.deepEqual(typed.sent, ['\x1b[119;5u', 'x']);
  const phone = open({ held });
  phone.keyboard.onText('t');
  phone.keyboard.press('Tab', { shiftKey: true });
  assert.deepEqual(phone.sent, ['\x1b[116;5u', '\x1b[9;2u']);
});

test('the browser pastes on Ctrl+V, and the key arrives if there is nothing to paste', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { keyboard, sent } = open();
  const key = event('v', 'KeyV', { ctrlKey: true });
  assert.equal(keyboard.onKeyDown(key.event), false);
  assert.deepEqual(key.calls, []);
  keyboard.onPaste(paste('text'));
  t.mock.timers.tick(1000);
  assert.deepEqual(sent, []);
  keyboard.onKeyDown(key.event);
  keyboard.onPaste(paste(''));
  t.mock.timers.tick(1000);
  assert.deepEqual(sent, ['\x1b[118;5u']);
  keyboard.onKeyDown(key.event);
  t.mock.timers.tick(1000);
  assert.deepEqual(sent, ['\x1b[118;5u', '\x1b[118;5u']);
});

test('a pasted picture goes to a screen that takes it', () => {
  const picture = new File(['x'], 'x.png', { type: 'image/png' });
  const { keyboard, pasted } = open({ takesFiles: true });
  keyboard.onPaste(paste('', [picture]));
  keyboard.onPaste(paste('table', [picture]));
  assert.deepEqual(pasted, [picture]);
});

test('on a Mac, Cmd+C belongs to the browser, and Ctrl+V and Cmd+K to the screen', () => {
  const { keyboard, sent } = open({ onMac: true });
  const copy = event('c', 'KeyC', { metaKey: true });
  assert.equal(keyboard.onKeyDown(copy.event), false);
  assert.deepEqual(copy.calls, []);
  keyboard.onKeyDown(event('v', 'KeyV', { ctrlKey: true }).event);
  keyboard.onKeyDown(event('i', 'KeyI', { metaKey: true }).event);
  assert.deepEqual(sent, ['\x1b[118;5u', '\x1b[105;9u']);
});

test('a released key is reported, also when the focus leaves', () => {
  const { keyboard, sent } = open();
  const left = event('ArrowLeft', 'ArrowLeft').event;
  keyboard.onKeyDown(left);
  keyboard.onKeyUp(left);
  keyboard.onKeyDown(event('a', 'KeyA').event);
  keyboard.onBlur();
  assert.deepEqual(sent, ['\x1b[D', '\x1b[1;1:3D', '\x1b[97;1:3u']);
});
