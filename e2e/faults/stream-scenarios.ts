// Faults in the streams of a running panel, for as long and as often as the caller asks: briefly in `npm test`, at
// length in the soak run. Each returns what it measured, and throws when something is lost.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { View } from '../../shared/view/view.ts';
import { BadLine, randomFrom } from './bad-line.ts';
import type { FaultPanel } from './fault-panel.ts';
import { FaultPage, isIdle, lastText } from './fault-page.ts';

/** Cuts the streams of several pages every 50 to 500 ms while pi sends 500 events a second. */
export async function cutStreams(
  panel: FaultPanel,
  { seconds, pages: count, seed }: { seconds: number; pages: number; seed: number },
): Promise<{ events: number; cuts: number; resumed: number; snapshots: number }> {
  const random = randomFrom(seed);
  const line = await BadLine.open({ port: panel.port, life: () => 50 + random() * 450 });
  const open = (_: unknown, n: number): FaultPage =>
    new FaultPage(panel, { port: line.port, isCompact: n % 2 === 0 });
  const pages = Array.from({ length: count }, open);
  await Promise.all(pages.map((page) => page.until(isIdle)));
  await panel.prompt([{ act: 'deltas', count: seconds * 500, every: 2 }]);
  const last = `${seconds * 500 - 1} `;
  const isAtEnd = (view: View): boolean => isIdle(view) && lastText(view).includes(last);
  const views = await Promise.all(pages.map((page) => page.until(isAtEnd)));
  const whole = new FaultPage(panel);
  const truth = await whole.until(isAtEnd);
  for (const view of views) assert.deepEqual(view.entries, truth.entries);
  for (const page of [...pages, whole]) page.close();
  await line.close();
  const sum = (of: (page: FaultPage) => number): number => pages.reduce((total, page) => total + of(page), 0);
  return {
    events: sum(({ counts }) => counts.events),
    cuts: line.cuts,
    resumed: sum(({ counts }) => counts.resumed),
    snapshots: sum(({ counts }) => counts.snapshots),
  };
}

/** Opens a stream that is never read while pi sends events to another page. `growth`: of the server, in bytes. */
export async function ignoreStream(
  panel: FaultPanel,
  { events }: { events: number },
): Promise<{ growth: number; slowest: number }> {
  const page = new FaultPage(panel);
  await page.until(isIdle);
  const dead = connect(panel.port, '127.0.0.1');
  dead.on('error', () => undefined);
  const headers = Object.entries(panel.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  dead.write(`GET /api/events?agents=${panel.agent} HTTP/1.1\r\n${headers.join('')}\r\n`);
  dead.pause();
  // The memory that the first events need (compiled code, buffers that stay) is not growth.
  await sendEvents(panel, page, 5000);
  const before = await panel.memory();
  let most = before;
  let slowest = 0;
  for (let rest = events; rest > 0; rest -= 5000) {
    await sendEvents(panel, page, Math.min(rest, 5000));
    most = Math.max(most, await panel.memory());
    const asked = performance.now();
    await (await panel.fetch('agents')).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - asked);
  }
  dead.destroy();
  page.close();
  return { growth: most - before, slowest };
}

/**
 * Runs a user bash that floods (real pi) and stops it after `stopAt` bytes. The page may get at most 20 updates a
 * second, and the whole output up to the stop must be readable.
 */
export async function flood(
  panel: FaultPanel,
  { command, stopAt = Infinity }: { command: string; stopAt?: number },
): Promise<{ bytes: number; updates: number; seconds: number; slowest: number }> {
  const page = new FaultPage(panel);
  await page.until(isIdle);
  const start = performance.now();
  const route = `agents/${panel.agent}/commands`;
  const headers = { prefer: 'respond-async' };
  const asked = await panel.fetch(route, { method: 'POST', json: { type: 'bash', command }, headers });
  const { data } = (await asked.json()) as { data: { call: string } };
  const runOf = (view: View) => view.toolRuns[data.call];
  let isOver = false;
  const ended = page
    .until((view) => runOf(view)?.state !== 'running' && runOf(view))
    .finally(() => (isOver = true));
  if (stopAt < Infinity) {
    await page.until((view) => (runOf(view)?.output.bytes ?? 0) >= stopAt);
    assert.equal((await panel.post(route, { type: 'abort_bash' })).status, 200);
  }
  let slowest = 0;
  while (!isOver) {
    const before = performance.now();
    await (await panel.fetch('agents')).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - before);
  }
  const { bytes, tail } = runOf(await ended)!.output;
  const seconds = (performance.now() - start) / 1000;
  const updates = page.counts.outputs;
  assert.ok(updates <= seconds * 20 + 2, `the page got ${updates} updates in ${seconds} s`);
  assert.ok(/^\n?(y\n)+y?$/.test(tail), 'the page shows the end of the output');
  const output = await panel.fetch(`agents/${panel.agent}/calls/${data.call}/output`);
  const whole = Buffer.from(await output.arrayBuffer());
  if (stopAt === Infinity) assert.equal(whole.length, bytes);
  assert.ok(whole.equals(Buffer.alloc(whole.length, 'y\n')), 'nothing but the output');
  page.close();
  return { bytes, updates, seconds, slowest };
}

let statuses = 0;

async function sendEvents(panel: FaultPanel, page: FaultPage, count: number): Promise<void> {
  statuses += count;
  const last = statuses;
  await panel.prompt([{ act: 'statuses', count, last }]);
  await page.until((view) => isIdle(view) && view.statuses.count === `${last}`);
}

/**
 * Lets all agents send events at once, each to a separate page, and then clock events to measure the delay. `latency`:
 * how long an event takes from pi to the page when nothing else is sent, in ms, 99th percentile.
 */
export async function talkAtOnce(
  panel: FaultPanel,
  { agents, events }: { agents: readonly string[]; events: number },
): Promise<{ latency: number }> {
  const pages = agents.map((agent) => new FaultPage(panel, { agent }));
  await Promise.all(pages.map((page) => page.until(isIdle)));
  const end = (statuses += events);
  await Promise.all(
    agents.map((agent) => panel.prompt([{ act: 'statuses', count: events, last: end }], { agent })),
  );
  await Promise.all(
    pages.map((page) => page.until((view) => isIdle(view) && view.statuses.count === `${end}`)),
  );
  await Promise.all(
    agents.map((agent) => panel.prompt([{ act: 'clock', count: 100, every: 20 }], { agent })),
  );
  await Promise.all(pages.map((page) => page.until((view) => isIdle(view) && page.lags.length > 0)));
  for (const page of pages) page.close();
  const lags = pages.flatMap((page) => page.lags).sort((a, b) => a - b);
  return { latency: lags[Math.floor(lags.length * 0.99)]! };
}
