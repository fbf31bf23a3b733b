import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addNotice, closeDialog } from '../../shared/view/extension-ui.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { unansweredSince } from './unanswered.ts';

const prompt = (timestamp: number): Entry => ({
  key: `user-${timestamp}`,
  message: { role: 'user', content: 'Go on', timestamp },
});

test('a dialog that expired is listed until the user sends the next message; other notices are not', () => {
  const asking: View = {
    ...emptyView('/w'),
    entries: [prompt(1)],
    dialogs: [
      { type: 'extension_ui_request', id: 'd', method: 'confirm', title: 'Sure?', message: '', openedAt: 2 },
    ],
  };
  const closed = { type: 'panel_dialog_closed', id: 'd', panel_at: 5 } as const;
  const noted = addNotice(asking, { id: 'n', kind: 'warning', message: 'Careful', at: 4 });
  const expired = closeDialog(noted, { ...closed, outcome: 'expired' });
  assert.deepEqual(
    unansweredSince(expired).map(({ id }) => id),
    ['panel-5'],
  );
  assert.deepEqual(unansweredSince({ ...expired, entries: [prompt(1), prompt(6)] }), []);
  assert.deepEqual(unansweredSince(closeDialog(noted, { ...closed, outcome: 'answered' })), []);
});
