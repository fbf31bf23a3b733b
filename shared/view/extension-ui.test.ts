import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addNotice, applyUiRequest, closeDialog } from './extension-ui.ts';
import { emptyView } from './view.ts';

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
    notifyType: 'success' as 'info',
  });
  assert.equal(notices[0]?.kind, 'info');
});
