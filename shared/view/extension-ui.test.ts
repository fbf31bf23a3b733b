import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShowRequest } from '../pi/dialogs.ts';
import {
  addNotice,
  applyUiRequest,
  closeDialog,
  forgetShown,
  isFromPanel,
  shortTitle,
} from './extension-ui.ts';
import { emptyView, type View } from './view.ts';

test('notices of the panel in the same millisecond have different ids', () => {
  const notice = { id: 'panel-5', kind: 'info', message: 'one', at: 5 } as const;
  let view = emptyView('/home/me/project');
  for (const message of ['one', 'two', 'three']) view = addNotice(view, { ...notice, message });
  assert.deepEqual(
    view.notices.map(({ message }) => message),
    ['one', 'two', 'three'],
  );
  assert.equal(new Set(view.notices.map(({ id }) => id)).size, 3);
});

test('a dialog that ends by itself leaves a notice of what pi assumed, in one line whatever its title contains', () => {
  const request = { type: 'extension_ui_request', id: 'd', timeout: 10, panel_at: 100 } as const;
  const title = `Run it?\n\n${'rm -rf x; '.repeat(1000)}`;
  const asked = applyUiRequest(emptyView('/home/me/project'), { ...request, method: 'confirm', title });
  const closed = { type: 'panel_dialog_closed', id: 'd', panel_at: 110 } as const;
  assert.deepEqual(closeDialog(asked, { ...closed, outcome: 'answered' }).notices, []);
  const { notices, dialogs } = closeDialog(asked, { ...closed, outcome: 'expired' });
  assert.deepEqual(dialogs, []);
  assert.match(notices[0]!.message, /^“Run it\? rm -rf x; .*…” was not answered in time: pi assumed No\.$/);
  assert.ok(notices[0]!.message.length < 300);
  assert.equal(notices[0]!.at, 110);
  const withdrawn = closeDialog(asked, { ...closed, outcome: 'withdrawn' });
  assert.deepEqual(withdrawn.dialogs, []);
  assert.match(withdrawn.notices[0]!.message, /^An extension withdrew “Run it\? .*…”: pi assumed No\.$/);
});

test('a notice of a kind that the panel does not know is an info', () => {
  const request = {
    type: 'extension_ui_request',
    id: 'n',
    method: 'notify',
    message: 'Done',
    panel_at: 1,
  } as const;
  const { notices } = applyUiRequest(emptyView('/home/me/project'), {
    ...request,
    notifyType: 'debug' as 'info',
  });
  assert.equal(notices[0]?.kind, 'info');
  const success = applyUiRequest(emptyView('/home/me/project'), { ...request, notifyType: 'success' });
  assert.equal(success.notices[0]?.kind, 'success');
});

const EMPTY = emptyView('/home/me/project');
type Show = ShowRequest extends infer R ? (R extends unknown ? Omit<R, 'type' | 'id'> : never) : never;

/** The view after extensions showed this. */
function show(...requests: Show[]): View {
  return requests.reduce(
    (view, request) =>
      applyUiRequest(view, { ...request, type: 'extension_ui_request', id: 'x', panel_at: 1 } as never),
    EMPTY,
  );
}

const status = (statusKey: string, statusText?: string): Show => ({
  method: 'setStatus',
  statusKey,
  ...(statusText !== undefined && { statusText }),
});
const widget = (widgetKey: string, widgetLines?: string[], more: object = {}): Show => ({
  method: 'setWidget',
  widgetKey,
  ...(widgetLines && { widgetLines }),
  ...more,
});

test('a status keeps its place when its text changes, and goes when it has none', () => {
  const both = [status('a', '1'), status('b', '2')];
  assert.deepEqual(Object.entries(show(...both, status('a', '3')).statuses), [
    ['a', '3'],
    ['b', '2'],
  ]);
  assert.deepEqual(show(...both, status('a')).statuses, { b: '2' });
  assert.deepEqual(show(...both, status('a', '')).statuses, { a: '', b: '2' });
});

test('a widget keeps its place when its lines change, and goes when it has none', () => {
  const both = [widget('a', ['1']), widget('b', ['2'], { widgetPlacement: 'belowEditor' })];
  const above = 'aboveEditor';
  assert.deepEqual(show(...both, widget('a', ['3'])).widgets, [
    { key: 'a', placement: above, lines: ['3'] },
    { key: 'b', placement: 'belowEditor', lines: ['2'] },
  ]);
  assert.deepEqual(
    show(...both, widget('a')).widgets.map(({ key }) => key),
    ['b'],
  );
});

test('the oldest of more than fifty statuses or widgets is dropped, and a widget keeps its first 500 lines', () => {
  const names = Array.from({ length: 51 }, (_, n) => `k${n}`);
  const statuses = Object.keys(show(...names.map((name) => status(name, 'x'))).statuses);
  assert.deepEqual([statuses.length, statuses[0], statuses.at(-1)], [50, 'k1', 'k50']);
  const { widgets } = show(...names.map((name) => widget(name, ['x'])));
  assert.deepEqual([widgets.length, widgets[0]?.key, widgets.at(-1)?.key], [50, 'k1', 'k50']);
  const lines = Array.from({ length: 600 }, (_, n) => String(n));
  assert.equal(show(widget('a', lines)).widgets[0]?.lines.length, 500);
});

test('the title and the composer text are the last ones that extensions set; each text for the composer counts as new', () => {
  assert.equal(show({ method: 'setTitle', title: 'T' }).title, 'T');
  const set: Show = { method: 'set_editor_text', text: 'again' };
  assert.deepEqual(show(set).editorText, { text: 'again', n: 1 });
  assert.deepEqual(show(set, set).editorText, { text: 'again', n: 2 });
  const { notices } = show({ method: 'notify', message: 'Done', notifyType: 'error' });
  assert.deepEqual(notices, [{ id: 'x', kind: 'error', message: 'Done', at: 1 }]);
});

test('a request that the panel does not know changes nothing', () => {
  assert.equal(show({ method: 'newer' } as unknown as Show), EMPTY);
});

test('everything that extensions showed disappears with them, except for text in the composer', () => {
  const shown = show(
    status('a', '1'),
    widget('a', ['1']),
    { method: 'setTitle', title: 'T' },
    { method: 'set_editor_text', text: 'mine' },
  );
  const drawn = { ...shown, working: { message: 'x' }, drawn: [{} as never], children: [{} as never] };
  assert.deepEqual(forgetShown(drawn), { ...EMPTY, editorText: shown.editorText });
});

test('the newest hundred notices are kept', () => {
  let view = EMPTY;
  for (let n = 0; n <= 100; n++) view = addNotice(view, { id: `n${n}`, kind: 'info', message: '', at: n });
  assert.deepEqual([view.notices.length, view.notices[0]?.id], [100, 'n1']);
});

const ask = { type: 'extension_ui_request', panel_at: 100 } as const;

test('a dialog says since when it is open, until when pi waits, and who asks', () => {
  const by = { extension: 'deploy', path: '/deploy.ts' };
  const [dialog] = applyUiRequest(EMPTY, {
    ...ask,
    id: 'd',
    method: 'input',
    title: 'T',
    timeout: 10,
    panel_by: by,
  }).dialogs;
  assert.deepEqual(dialog, {
    type: 'extension_ui_request',
    id: 'd',
    method: 'input',
    title: 'T',
    timeout: 10,
    openedAt: 100,
    expiresAt: 110,
    by,
  });
  const [plain] = applyUiRequest(EMPTY, { ...ask, id: 'd', method: 'input', title: 'T' }).dialogs;
  assert.deepEqual(['by' in plain!, 'expiresAt' in plain!], [false, false]);
});

test('an editor never times out', () => {
  const request = { ...ask, id: 'd', method: 'editor', title: 'T', timeout: 10 } as const;
  assert.equal(applyUiRequest(EMPTY, request).dialogs[0]?.expiresAt, undefined);
});

test('every kind of question opens a dialog, the newest last, and one of the same id replaces the old one', () => {
  let view = EMPTY;
  view = applyUiRequest(view, { ...ask, id: 'a', method: 'select', title: 'A', options: [] });
  view = applyUiRequest(view, { ...ask, id: 'b', method: 'confirm', title: 'B' });
  view = applyUiRequest(view, { ...ask, id: 'a', method: 'input', title: 'C' });
  assert.deepEqual(
    view.dialogs.map(({ id, title }) => [id, title]),
    [
      ['b', 'B'],
      ['a', 'C'],
    ],
  );
  const closed = closeDialog(view, {
    type: 'panel_dialog_closed',
    id: 'a',
    outcome: 'answered',
    panel_at: 1,
  });
  assert.deepEqual(
    closed.dialogs.map(({ id }) => id),
    ['b'],
  );
  const unknown = { type: 'panel_dialog_closed', id: 'x', outcome: 'expired', panel_at: 1 } as const;
  assert.equal(closeDialog(view, unknown), view);
});

test('the notice of a dialog that ended by itself names the extension and what pi assumed', () => {
  const by = { extension: 'deploy', path: '/deploy.ts' };
  const view = applyUiRequest(EMPTY, { ...ask, id: 'd', method: 'input', title: 'T', panel_by: by });
  const closed = { type: 'panel_dialog_closed', id: 'd', outcome: 'withdrawn', panel_at: 1 } as const;
  const [notice] = closeDialog(view, closed).notices;
  assert.match(notice!.message, /^deploy withdrew “T”: pi (?!assumed No)/);
  assert.equal(notice!.kind, 'warning');
  assert.ok(isFromPanel(notice!), 'so it is translated');
});

test('a title of 200 characters is whole, a longer one is cut to that', () => {
  assert.equal(shortTitle('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(shortTitle('x'.repeat(201)), `${'x'.repeat(199)}…`);
  assert.equal(shortTitle('  a \n b  '), 'a b');
});
