import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelEvent } from '../../../shared/view/view-event.ts';
import { ScriptedPi } from '../fixtures/scripted-pi.ts';
import { StatsReader } from './stats-reader.ts';

const nothing = () => Promise.resolve({ cost: 0, tokens: 0 });

test('calls while pi is asked share one more request, and a refusal does not end the reading', async () => {
  const pi = new ScriptedPi();
  const emitted: PanelEvent[] = [];
  const reader = new StatsReader({ pi, emit: (event) => void emitted.push(event), children: nothing });
  const { promise, resolve } = Promise.withResolvers<void>();
  let requests = 0;
  pi.script.get_session_stats = async () => {
    requests += 1;
    if (requests === 1) await promise;
    if (requests === 2) throw new Error('Not now.');
    return { cost: requests };
  };
  const first = reader.read();
  await new Promise(setImmediate);
  const [second, third] = [reader.read(), reader.read()];
  assert.equal(requests, 1);
  resolve();
  await first;
  await assert.rejects(Promise.all([second, third]), { message: 'Not now.' });
  assert.equal(requests, 2);
  await reader.read();
  assert.deepEqual(
    emitted.map((event) => event.type === 'panel_stats' && event.stats.cost),
    [1, 3],
  );
});

test('statistics from before a compaction are left out, so that its estimate stays', async () => {
  const pi = new ScriptedPi();
  const emitted: PanelEvent[] = [];
  const reader = new StatsReader({ pi, emit: (event) => void emitted.push(event), children: nothing });
  const { promise, resolve } = Promise.withResolvers<object>();
  pi.script.get_session_stats = () => promise;
  const old = reader.read();
  await new Promise(setImmediate);
  reader.onCompacted();
  resolve({ cost: 1 });
  await Promise.all([old, reader.read()]);
  assert.equal(emitted.length, 1, 'only the answer to the second request');
});

test('what sub-agents have used counts in the session, and is told apart', async () => {
  const pi = new ScriptedPi();
  const emitted: PanelEvent[] = [];
  const children = () => Promise.resolve({ cost: 0.5, tokens: 30 });
  const reader = new StatsReader({ pi, emit: (event) => void emitted.push(event), children });
  pi.script.get_session_stats = () => ({ cost: 1, tokens: { input: 5, output: 5, total: 10 } });
  await reader.read();
  const [event] = emitted;
  assert.ok(event?.type === 'panel_stats');
  const { cost, tokens, panel_children: used } = event.stats;
  assert.deepEqual([cost, tokens.total, used], [1.5, 40, { cost: 0.5, tokens: 30 }]);
});
