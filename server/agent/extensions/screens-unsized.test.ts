import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyView } from '../../../shared/view/view.ts';
import { Screens } from './screens.ts';

test('a client that never reports a size gets drawings for the usual one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: object[] = [];
  const screens = new Screens({
    view: () => ({
      ...emptyView('/w'),
      drawn: [{ id: 'd', kind: 'screen', screen: { columns: 80, rows: 24 }, lines: [] }],
    }),
    emit: () => undefined,
    ask: (request) => Promise.resolve(void asked.push(request)),
    isReachable: () => true,
    isFollowed: () => true,
    report: async (act) => void (await act()),
  });
  screens.onFollowersChange();
  t.mock.timers.tick(2000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked, [{ ask: 'terminal', columns: 80, rows: 24, isWatched: true }]);
});
