// What is done to the processes of a running panel, likewise: see stream-scenarios.ts.
import assert from 'node:assert/strict';
import type { View } from '../../shared/view/view.ts';
import { randomFrom } from './bad-line.ts';
import { until, type FaultPanel } from './fault-panel.ts';
import { isIdle, Page } from './page.ts';

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
