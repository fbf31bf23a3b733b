import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanionRequest } from '../../../shared/companion.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { Screens } from './screens.ts';

const drawn = { id: 'd', kind: 'screen', screen: { columns: 80, rows: 24 }, lines: [] } as const;

function openScreens() {
  const asked: CompanionRequest[] = [];
  const screens = new Screens({
    view: () => ({ ...emptyView('/w'), drawn: [{ ...drawn, lines: [] }] }),
    emit: () => undefined,
    ask: (request) => Promise.resolve(void asked.push(request)),
    isReachable: () => true,
    isFollowed: () => true,
    report: async (act) => void (await act()),
  });
  return { screens, asked };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

// The size is that of all agents, so these two depend on their order.
test('extensions draw nothing until a page has told its size', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { screens, asked } = openScreens();
  screens.onFollowersChange();
  t.mock.timers.tick(1000);
  await settled();
  assert.deepEqual(asked, []);
  screens.resize({ columns: 120, rows: 40 });
  t.mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(asked, [{ ask: 'terminal', columns: 120, rows: 40, isWatched: true }]);
});

test('a pi that starts later knows the size, and draws at once', async () => {
  const { screens, asked } = openScreens();
  screens.onFollowersChange();
  await settled();
  assert.deepEqual(asked, []);
});
