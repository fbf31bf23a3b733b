import { test } from 'node:test';
import { TabCount } from './tab-count.ts';

test('R-08: every tab knows the number of tabs, also after a tab was opened, was closed or crashed', async (t) => {
  const counts: number[] = [];
  const open = (n: number): TabCount => new TabCount((count) => (counts[n] = count));
  const all = async (expected: number): Promise<void> => {
    while (counts.some((count) => count !== expected)) await new Promise(setImmediate);
  };
  const tabs = [0, 1, 2].map(open);
  t.after(() => tabs.forEach((tab) => tab.close()));
  await all(3);
  tabs.pop()!.close();
  counts.pop();
  await all(2);
  const silent = new BroadcastChannel('pi-panel.tabs');
  silent.postMessage({ type: 'here', tab: 'crashed', isNew: true });
  silent.close();
  await all(3);
  for (const tab of tabs) tab.recount();
  await all(2);
});
