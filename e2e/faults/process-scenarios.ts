// Faults in the processes of a running panel, used like those of stream-scenarios.ts.
import assert from 'node:assert/strict';
import type { View } from '../../shared/view/view.ts';
import { randomFrom } from './bad-line.ts';
import { waitUntil, type FaultPanel } from './fault-panel.ts';
import { FaultPage, isIdle } from './fault-page.ts';

/** Kills pi at random moments of an answer. The page must say so, and a restart must work. */
export async function killPi(
  panel: FaultPanel,
  { times, seed }: { times: number; seed: number },
): Promise<{ kills: number }> {
  const random = randomFrom(seed);
  const page = new FaultPage(panel);
  const own = pidOf(await page.until(isIdle));
  const others = new Set((await panel.descendants()).filter((pid) => pid !== own));
  for (let n = 0; n < times; n++) {
    await panel.prompt([{ act: 'orphan' }, { act: 'deltas', count: 400, every: 1 }]);
    await new Promise((resolve) => setTimeout(resolve, random() * 150));
    process.kill(pidOf(page.view!), 'SIGKILL');
    const { exit, live, run } = await page.until((view) => view.exit !== null);
    assert.match(exit!.reason, /SIGKILL/);
    assert.deepEqual([live, run], [null, null]);
    const left = (await panel.descendants()).filter((pid) => !others.has(pid));
    assert.deepEqual(left, [], 'no process of pi is left, not even a detached one');
    assert.equal((await panel.restartAgent()).status, 200);
    await page.until(isIdle);
  }
  page.close();
  return { kills: times };
}

/** Returns the process id of the fake-pi behind this view, which is part of its session id. */
function pidOf({ session }: View): number {
  return Number(/^fake-(\d+)$/.exec(session?.id ?? '')?.[1]);
}

/** Starts agents. Resolves to their ids. */
export async function startAgents(panel: FaultPanel, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const response = await panel.post('agents');
    assert.equal(response.status, 201);
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}

/** Starts and ends agents. `memory` has twenty samples, the first of them after the warm-up. */
export async function openAndClose(
  panel: FaultPanel,
  { times }: { times: number },
): Promise<{ memory: number[]; descriptors: number; children: number; files: number }> {
  const once = async (): Promise<void> => {
    const [id] = await startAgents(panel, 1);
    const ended = await panel.fetch(`agents/${id}`, { method: 'DELETE' });
    assert.equal(ended.status, 204);
  };
  // The first agents compile code and fill caches.
  for (let n = 0; n < Math.ceil(times / 10); n++) await once();
  const before = await measure(panel);
  const memory = [before.memory];
  for (let n = 1; n <= times; n++) {
    await once();
    if (n % Math.ceil(times / 20) === 0) memory.push(await panel.memory());
  }
  await waitUntil(async () => (await panel.descendants()).length <= before.children);
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
    children: (await panel.descendants()).length,
    files: (await panel.temporaryFiles()).length,
  };
}

/**
 * Kills the panel in turn while a prompt is on its way, when pi has received it without responding, when it is
 * accepted, and at random moments. No prompt may reach pi twice although the page resends it, and every accepted one
 * must have reached pi.
 */
export async function killPanel(
  panel: FaultPanel,
  { times, seed }: { times: number; seed: number },
): Promise<{ delivered: number; accepted: number }> {
  const random = randomFrom(seed);
  const delivered = async (): Promise<string[]> =>
    (await panel.sentCommands('prompt')).map(({ message }) => message!);
  let accepted = 0;
  for (let n = 0; n < times; n++) {
    const moment = (['sent', 'unheard', 'accepted', 'random'] as const)[n % 4]!;
    const text = `${moment} ${n}.`;
    const key = `key-${n}`;
    const sending = panel.prompt(text, { key }).catch(() => null);
    if (moment === 'unheard') await waitUntil(async () => (await delivered()).includes(text));
    else if (moment === 'accepted') await sending;
    else await new Promise((resolve) => setTimeout(resolve, random() * (moment === 'sent' ? 2 : 20)));
    await panel.kill('SIGKILL');
    const status = await sending;
    await waitUntil(async () => (await panel.descendants()).length === 0);
    if (status === 200) assert.ok((await delivered()).includes(text), 'an accepted prompt has reached pi');
    accepted += Number(status === 200);
    const agent = panel.agent;
    await panel.start();
    // A page that got no response sends the same prompt again, to the agent that it knows.
    assert.equal(await panel.prompt(text, { key, agent }), 404);
  }
  const prompts = await delivered();
  assert.equal(new Set(prompts).size, prompts.length, 'a prompt reached pi twice');
  return { delivered: prompts.length, accepted };
}
