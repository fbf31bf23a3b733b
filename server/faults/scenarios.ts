// What is done to a running panel, as long and as often as is asked for: a little of it with every `npm test`, all of
// it in the soak run. Each gives the figures that it measured, and throws when something is lost.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { View } from '../../shared/view/view.ts';
import { BadLine, randomFrom } from './bad-line.ts';
import { Page } from './page.ts';
import { until, type FaultPanel } from './fault-panel.ts';

const MB = 1024 * 1024;
const isIdle = (view: View): boolean => view.ready && view.run === null && view.exit === null;

/** The stream of several pages is cut every 50 to 500 ms while pi says 500 things a second. */
export async function cutStreams(
  panel: FaultPanel,
  { seconds, pages: count, seed }: { seconds: number; pages: number; seed: number },
): Promise<{ events: number; cuts: number; resumed: number; snapshots: number }> {
  const random = randomFrom(seed);
  const line = await BadLine.open({ port: panel.port, life: () => 50 + random() * 450 });
  const pages = Array.from({ length: count }, () => new Page(panel, { port: line.port }));
  await Promise.all(pages.map((page) => page.until(isIdle)));
  await panel.prompt([{ act: 'deltas', count: seconds * 500, every: 2 }]);
  const last = `${seconds * 500 - 1} `;
  const isAtEnd = (view: View): boolean => isIdle(view) && textOf(view).includes(last);
  const views = await Promise.all(pages.map((page) => page.until(isAtEnd)));
  const whole = new Page(panel);
  const truth = await whole.until(isAtEnd);
  for (const view of views) assert.deepEqual(view.entries, truth.entries);
  for (const page of [...pages, whole]) page.close();
  await line.close();
  const sum = (of: (page: Page) => number): number => pages.reduce((total, page) => total + of(page), 0);
  return {
    events: sum(({ counts }) => counts.events),
    cuts: line.cuts,
    resumed: sum(({ counts }) => counts.resumed),
    snapshots: sum(({ counts }) => counts.snapshots),
  };
}

/** A client that never reads, while pi says so much; another page gets all of it. `growth`: of the server, in bytes. */
export async function ignoreStream(
  panel: FaultPanel,
  { events }: { events: number },
): Promise<{ growth: number; slowest: number }> {
  const page = new Page(panel);
  await page.until(isIdle);
  const dead = connect(panel.port, '127.0.0.1');
  dead.on('error', () => undefined);
  const headers = Object.entries(panel.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  dead.write(`GET /api/events?agents=${panel.agent} HTTP/1.1\r\n${headers.join('')}\r\n`);
  dead.pause();
  // What the first events bring with them (code that is compiled, buffers that stay) is not growth.
  await talk(panel, page, 5000);
  const before = await panel.memory();
  let most = before;
  let slowest = 0;
  for (let rest = events; rest > 0; rest -= 5000) {
    await talk(panel, page, Math.min(rest, 5000));
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
 * A command of the person's that floods (real pi), which is stopped once it has said `stopAt` bytes, if that is given.
 * The page is told of it 20 times a second at most, and all of its output can be read, but for what was stopped.
 */
export async function flood(
  panel: FaultPanel,
  { command, stopAt = Infinity }: { command: string; stopAt?: number },
): Promise<{ bytes: number; updates: number; seconds: number; slowest: number }> {
  const page = new Page(panel);
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
  assert.ok(updates <= seconds * 20 + 2, `the page was told ${updates} times in ${seconds} s`);
  assert.ok(/^\n?(y\n)+y?$/.test(tail), 'the end of it is shown');
  const output = await panel.fetch(`agents/${panel.agent}/calls/${data.call}/output`);
  const whole = Buffer.from(await output.arrayBuffer());
  if (stopAt === Infinity) assert.equal(whole.length, bytes);
  assert.ok(whole.equals(Buffer.alloc(whole.length, 'y\n')), 'and nothing else');
  page.close();
  return { bytes, updates, seconds, slowest };
}

let statuses = 0;

async function talk(panel: FaultPanel, page: Page, count: number): Promise<void> {
  statuses += count;
  const last = statuses;
  await panel.prompt([{ act: 'statuses', count, last }]);
  await page.until((view) => isIdle(view) && view.statuses.count === `${last}`);
}

/** pi is killed at a random moment of an answer, the page says so, and a restart goes on. */
export async function killPi(
  panel: FaultPanel,
  { times, seed }: { times: number; seed: number },
): Promise<{ kills: number }> {
  const random = randomFrom(seed);
  const page = new Page(panel);
  const own = pidOf(await page.until(isIdle));
  const others = new Set((await panel.children()).filter((pid) => pid !== own));
  for (let n = 0; n < times; n++) {
    await panel.prompt([{ act: 'orphan' }, { act: 'deltas', count: 400, every: 1 }]);
    await new Promise((resolve) => setTimeout(resolve, random() * 150));
    process.kill(pidOf(page.view!), 'SIGKILL');
    const { exit, live, run } = await page.until((view) => view.exit !== null);
    assert.match(exit!.reason, /SIGKILL/);
    assert.deepEqual([live, run], [null, null]);
    const left = (await panel.children()).filter((pid) => !others.has(pid));
    assert.deepEqual(left, [], 'pi leaves nothing behind, wherever it detached to');
    const answer = await panel.post(`agents/${panel.agent}/restart`, {});
    assert.equal(answer.status, 200);
    await page.until(isIdle);
  }
  page.close();
  return { kills: times };
}

/** Of the fake-pi that this view is of: it names its session after itself. */
function pidOf({ session }: View): number {
  return Number(/^fake-(\d+)$/.exec(session?.id ?? '')?.[1]);
}

/** Gives their ids. */
export async function startAgents(panel: FaultPanel, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const answer = await panel.post('agents', {});
    assert.equal(answer.status, 201);
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return ids;
}

/** Agents are started and ended again. `memory`: at twenty moments on the way, the first one after the warm-up. */
export async function openAndClose(
  panel: FaultPanel,
  { times }: { times: number },
): Promise<{ memory: number[]; descriptors: number; children: number; files: number }> {
  const once = async (): Promise<void> => {
    const [id] = await startAgents(panel, 1);
    const ended = await panel.fetch(`agents/${id}`, { method: 'DELETE' });
    assert.equal(ended.status, 204);
  };
  // The first ones compile code and fill caches.
  for (let n = 0; n < Math.ceil(times / 10); n++) await once();
  const before = await measure(panel);
  const memory = [before.memory];
  for (let n = 1; n <= times; n++) {
    await once();
    if (n % Math.ceil(times / 20) === 0) memory.push(await panel.memory());
  }
  await until(async () => (await panel.children()).length <= before.children);
  const after = await measure(panel);
  return {
    memory,
    descriptors: after.descriptors - before.descriptors,
    children: after.children - before.children,
    files: after.files - before.files,
  };
}

export async function measure(
  panel: FaultPanel,
): Promise<{ memory: number; descriptors: number; children: number; files: number }> {
  return {
    memory: await panel.memory(),
    descriptors: await panel.descriptors(),
    children: (await panel.children()).length,
    files: (await panel.temporaryFiles()).length,
  };
}

/**
 * The panel is killed while a prompt is on its way to it, when pi has it and has not answered, when it was accepted,
 * and at random moments, in turns. None reaches pi twice, though the page sends it again; what was accepted did.
 */
export async function killPanel(
  panel: FaultPanel,
  { times, seed }: { times: number; seed: number },
): Promise<{ delivered: number; accepted: number }> {
  const random = randomFrom(seed);
  const delivered = async (): Promise<string[]> =>
    (await panel.commands('prompt')).map(({ message }) => message!);
  let accepted = 0;
  for (let n = 0; n < times; n++) {
    const moment = (['sent', 'unheard', 'accepted', 'random'] as const)[n % 4]!;
    const text = `${moment} ${n}.`;
    const key = `key-${n}`;
    const sending = panel.prompt(text, { key }).catch(() => null);
    if (moment === 'unheard') await until(async () => (await delivered()).includes(text));
    else if (moment === 'accepted') await sending;
    else await new Promise((resolve) => setTimeout(resolve, random() * (moment === 'sent' ? 2 : 20)));
    await panel.kill('SIGKILL');
    const status = await sending;
    await until(async () => (await panel.children()).length === 0);
    if (status === 200) assert.ok((await delivered()).includes(text), 'it was accepted, and pi has it');
    accepted += Number(status === 200);
    const agent = panel.agent;
    await panel.start();
    // As a page does it that heard no answer: the same again, to the agent that it knows.
    assert.equal(await panel.prompt(text, { key, agent }), 404);
  }
  const prompts = await delivered();
  assert.equal(new Set(prompts).size, prompts.length, 'a prompt reached pi twice');
  return { delivered: prompts.length, accepted };
}

/**
 * So many agents at once, each with its page, talk and tell the time. Gives how long an event takes from pi to the
 * page when nothing is in its way, in ms, for 99 of 100.
 */
export async function talkAtOnce(
  panel: FaultPanel,
  { agents, events }: { agents: readonly string[]; events: number },
): Promise<{ latency: number }> {
  const pages = agents.map((agent) => new Page(panel, { agent }));
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

export function textOf({ entries }: View): string {
  return JSON.stringify(entries.at(-1)?.message ?? '');
}

export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;
