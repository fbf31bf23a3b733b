import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { emptyView, type View } from '../shared/view/view.ts';
import { Activity, isBusy, watchIdle } from './activity.ts';

const idle: View = { ...emptyView('/'), ready: true };

function mockTime(t: TestContext): (ms: number) => void {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setInterval'] });
  return (ms) => {
    for (let at = 0; at < ms; at += 100) {
      now += 100;
      t.mock.timers.tick(100);
    }
  };
}

test('R-61: an agent is busy while it starts, works, or waits for the user, and not once it is gone', () => {
  assert.equal(isBusy(idle), false);
  const dialog = {
    type: 'extension_ui_request',
    id: 'd',
    method: 'confirm',
    title: '',
    message: '',
    openedAt: 0,
  } as const;
  const busy: Partial<View>[] = [
    { ready: false },
    { run: { startedAt: 0 } },
    { compaction: { reason: 'manual', startedAt: 0 } },
    { dialogs: [dialog] },
    { queue: { ...idle.queue, running: [{ id: 'c', text: '/wait', state: 'running' }] } },
  ];
  for (const more of busy) {
    assert.equal(isBusy({ ...idle, ...more }), true, JSON.stringify(more));
    const exit = { code: 1, signal: null, reason: '', stderr: '' };
    assert.equal(isBusy({ ...idle, ...more, exit }), false);
  }
});

test('R-61: the time without use begins at the user’s last action, or when the agent last stopped working', (t) => {
  const pass = mockTime(t);
  const activity = new Activity();
  let [works, ends] = [false, 0];
  watchIdle({ activity, isBusy: () => works, limit: 10, onIdle: () => ends++ });
  pass(8000);
  activity.onAct();
  pass(8000);
  works = true;
  pass(60_000);
  works = false;
  assert.equal(activity.seconds, 68);
  pass(9000);
  assert.equal(ends, 0);
  pass(1500);
  assert.equal(ends, 1);
  pass(60_000);
  assert.equal(ends, 1, 'only once');
});
