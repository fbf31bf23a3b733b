import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UiRequest } from '../../../shared/pi/dialogs.ts';
import { slimUi } from './slim-ui.ts';

const MB = 'x'.repeat(1024 * 1024);
const base = { type: 'extension_ui_request', id: 'x' } as const;
const sizeOf = (request: UiRequest): number => JSON.stringify(slimUi(request)).length;

test('a notice, status, title or widget of a megabyte is cut to a few kB, with a note of what is missing', () => {
  assert.ok(sizeOf({ ...base, method: 'notify', message: MB }) < 17_000);
  assert.ok(sizeOf({ ...base, method: 'setStatus', statusKey: MB, statusText: MB }) < 2500);
  assert.ok(sizeOf({ ...base, method: 'setTitle', title: MB }) < 1500);
  assert.ok(sizeOf({ ...base, method: 'setWidget', widgetKey: 'w', widgetLines: [MB, MB] }) < 10_000);
  const flood = Array.from({ length: 100_000 }, () => MB);
  const widget = slimUi({ ...base, method: 'setWidget', widgetKey: 'w', widgetLines: flood });
  assert.ok(JSON.stringify(widget).length < 70_000);
  assert.equal(widget.widgetLines?.at(-1), '… (99500 more)');
  assert.match(widget.widgetLines[0]!, /… \(\d+ more characters\)$/);
});

test('the text of a dialog stays whole up to 256 KiB', () => {
  const command = MB.slice(0, 256 * 1024);
  const asked = { ...base, method: 'confirm', title: 'Run it?', message: command } as const;
  assert.deepEqual(slimUi(asked), asked);
  assert.ok(sizeOf({ ...base, method: 'select', title: MB, options: [MB, MB, MB, MB, MB] }) < 1_100_000);
});

test('a value that should be text becomes text', () => {
  const odd = { label: 'A' } as unknown as string;
  assert.equal(slimUi({ ...base, method: 'notify', message: odd }).message, '{"label":"A"}');
  assert.deepEqual(slimUi({ ...base, method: 'select', title: odd, options: [odd, 'b'] }).options, [
    '{"label":"A"}',
    'b',
  ]);
  assert.deepEqual(slimUi({ ...base, method: 'setWidget', widgetKey: 'w', widgetLines: [odd] }).widgetLines, [
    '{"label":"A"}',
  ]);
  const missing = undefined as unknown as string;
  assert.equal(slimUi({ ...base, method: 'setTitle', title: missing }).title, '');
});

test('a dialog without a title, options or a time limit that pi would use can still be shown', () => {
  const missing = undefined as unknown as string;
  for (const method of ['confirm', 'input', 'editor'] as const)
    assert.equal(slimUi({ ...base, method, title: missing }).title, '');
  const select = {
    ...base,
    method: 'select',
    title: missing,
    options: missing as unknown as string[],
  } as const;
  assert.deepEqual(slimUi(select), { ...select, title: '', options: [] });
  for (const timeout of [0, null, ''])
    assert.equal(
      'timeout' in slimUi({ ...base, method: 'confirm', title: 'T', timeout } as UiRequest),
      false,
    );
  assert.equal(slimUi({ ...base, method: 'confirm', title: 'T', timeout: 5 }).timeout, 5);
  assert.equal(slimUi({ ...base, method: 'set_editor_text', text: missing }).text, '');
});

test('a widget at an unknown place is above the editor, and lines that are not a list are one line', () => {
  const widget = { ...base, method: 'setWidget', widgetKey: 'w' } as const;
  const odd = {
    ...widget,
    widgetLines: ['a'],
    widgetPlacement: 'inFrontOfEditor',
  } as unknown as typeof widget;
  assert.deepEqual(slimUi(odd), { ...widget, widgetLines: ['a'] });
  const text = { ...widget, widgetLines: 'a line' } as unknown as UiRequest;
  assert.deepEqual(slimUi(text), { ...widget, widgetLines: ['a line'] });
});

test('a missing value stays missing, so that it still clears the status or widget', () => {
  const clear = { ...base, method: 'setStatus', statusKey: 'a' } as const;
  assert.deepEqual(slimUi(clear), clear);
  assert.deepEqual(slimUi({ ...clear, statusText: null } as unknown as UiRequest), clear);
  const gone = { ...base, method: 'setWidget', widgetKey: 'a' } as const;
  assert.deepEqual(slimUi(gone), gone);
});
