// M18: ten agents in three workspaces that write 100 tokens a second each: the bytes of the list of all agents beside
// those of their conversations, and how busy the main thread of a page is that shows the list and one conversation.
import type { CDPSession } from 'playwright';
import type { Figure, Metric } from '../figures/figure.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';
import { countStreamBytes, startTenAgents, writeAll, type Writing } from '../lab/ten-agents.ts';

const SECONDS = 30;
/** The page is measured for this long, after the agents have begun. */
const WATCHED_MS = 15_000;
const BEGIN_MS = 3000;

export const tenAgents: Metric = {
  id: 'M18',
  title: 'ten agents that write at the same time',
  async measure(lab) {
    const { folders, model } = await makeScriptedPiHome(lab);
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    lab.report('M18: starting ten agents');
    const agents = await startTenAgents(panel, folders);
    lab.report('M18: bytes');
    const { list, streams } = await countStreamBytes(panel, { agents, model, seconds: SECONDS });
    lab.report('M18: main thread');
    const busy = await watchPage(lab, panel, { agents, model, seconds: SECONDS });
    await Promise.all([panel.close(), model.close()]);
    return figures({ list, streams, busy });
  },
};

/** The share of the time in which the page's main thread was busy, in percent. */
async function watchPage(lab: Lab, panel: BenchPanel, writing: Writing): Promise<number[]> {
  const browser = await launchBrowser(lab);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await openComposer(page, panel.url.href);
  await page.getByRole('button', { name: /^Agents/ }).click();
  await page.getByRole('list', { name: 'All agents' }).getByRole('listitem').nth(9).waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const shares: number[] = [];
  for (let repetition = 0; repetition < lab.repetitions; repetition++) {
    await writeAll(panel, writing);
    await page.waitForTimeout(BEGIN_MS);
    const [before, startedAt] = [await taskSeconds(client), performance.now()];
    await page.waitForTimeout(WATCHED_MS);
    const seconds = (performance.now() - startedAt) / 1000;
    shares.push((100 * ((await taskSeconds(client)) - before)) / seconds);
    for (const agent of writing.agents)
      while ((await panel.snapshot(agent)).run) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await browser.close();
  return shares;
}

async function taskSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

function figures({ list, streams, busy }: { list: number; streams: number; busy: number[] }): Figure[] {
  return [
    {
      name: 'bytes of the list of agents',
      unit: '%',
      product: [(100 * list) / streams],
      floor: { name: 'their conversations', values: [100] },
      target: { most: 2 },
      note: `${list} of ${streams} bytes; ten agents, 100 tokens/s each, with a command every 3 s`,
    },
    {
      name: 'main thread of a page, busy',
      unit: '%',
      product: busy,
      floor: { name: 'the time', values: busy.map(() => 100) },
      note: 'CPU time; it shows the list and one of the conversations; the aim is 20 %',
    },
  ];
}
