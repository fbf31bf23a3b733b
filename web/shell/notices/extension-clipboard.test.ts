import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToastAction } from '../../state/notices/toasts.svelte.ts';
import { copyForExtension } from './extension-clipboard.ts';

async function copy({ hasFocus = true, isAllowed = true }) {
  const copied: string[] = [];
  const shown: string[] = [];
  let button: ToastAction | undefined;
  let allowed = isAllowed;
  await copyForExtension('text', {
    hasFocus: () => hasFocus,
    copy: (text) => Promise.resolve(allowed && copied.push(text) > 0),
    show: (kind, message, action) => {
      shown.push(`${kind} ${message}`);
      button = action;
    },
  });
  return { copied, shown, press: () => button?.act(), allow: (is: boolean) => (allowed = is) };
}

test('a text that the browser copies is announced', async () => {
  const { copied, shown } = await copy({});
  assert.deepEqual([copied, shown], [['text'], ['info An extension copied 4 characters to your clipboard.']]);
});

test('a text that the browser does not copy is never called copied, and a button copies it', async () => {
  for (const how of [{ hasFocus: false }, { isAllowed: false }]) {
    const { allow, copied, press, shown } = await copy(how);
    assert.deepEqual(copied, []);
    assert.match(shown[0]!, /^warning An extension wants to copy a text/);
    allow(true);
    press();
    await new Promise(setImmediate);
    assert.deepEqual(copied, ['text']);
    allow(false);
    press();
    await new Promise(setImmediate);
    assert.match(shown.at(-1)!, /refused/);
  }
});
