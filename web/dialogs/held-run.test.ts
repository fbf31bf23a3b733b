import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dialog } from '../../shared/view/view.ts';
import { isRunHeld } from './held-run.ts';

const dialog: Dialog = {
  type: 'extension_ui_request',
  id: 'd',
  method: 'confirm',
  title: 'Sure?',
  message: '',
  openedAt: 1,
};
const run = { startedAt: 1 };

test('a run is held by the dialog of a tool or of an unnamed extension, but not by that of a slash command', () => {
  assert.equal(isRunHeld({ run, dialogs: [dialog] }), true);
  assert.equal(
    isRunHeld({ run, dialogs: [{ ...dialog, by: { extension: 'a.ts', path: '/a.ts', tool: 'gate' } }] }),
    true,
  );
  assert.equal(
    isRunHeld({ run, dialogs: [{ ...dialog, by: { extension: 'a.ts', path: '/a.ts', command: 'ask' } }] }),
    false,
  );
  assert.equal(isRunHeld({ run: null, dialogs: [dialog] }), false);
  assert.equal(isRunHeld({ run, dialogs: [] }), false);
  assert.equal(isRunHeld(null), false);
});
