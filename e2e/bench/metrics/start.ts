// M11: from the start of the panel to a usable page, beside the start of the pi that it needs.
import type { BrowserContext } from 'playwright';
import { ownPi } from '../../../server/agent/process/own-pi.ts';
import { commandLine } from '../../../server/agent/process/program.ts';
import { startDemo } from '../../../server/demo/demo.ts';
import { nowMicros } from '../lab/timing.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import { DirectPi } from '../floors/direct-pi.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makePiHome } from '../lab/pi-home.ts';

export const start: Metric = {
  id: 'M11',
  title: 'from start to a usable page',
  async measure(lab) {
    const browser = await launchBrowser(lab);
    const demo = await startDemo();
    lab.onClose(() => demo.close());
    const argv = [...commandLine(await ownPi(), {}), ...demo.args];
    const ready: number[] = [];
    const usable: number[] = [];
    const idle: number[] = [];
    const again: number[] = [];
    const pi: number[] = [];

    const ofPi = async (): Promise<void> => void pi.push(await measurePi(lab, argv, demo.env));
    const ofPanel = async (): Promise<void> => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const { folders } = await makePiHome(lab);
      const panel = await BenchPanel.open(lab, folders, { withSampleProject: true });
      const { usableAt, idleAt } = await openComposer(page, panel.url.href);
      usable.push((usableAt - panel.startedAt) / 1000);
      idle.push((idleAt - panel.startedAt) / 1000);
      ready.push(panel.readyMs);
      again.push(await openAgain(context, panel.url.href));
      await context.close();
      await panel.close();
    };
    await lab.takeTurns('M11', ofPi, ofPanel);
    const chromium = browser.version();
    await Promise.all([browser.close(), demo.close()]);
    return figures({ ready, usable, idle, again, pi, chromium });
  },
};

/** The time from opening a second page, in a browser that has cached the files of the first, to its composer, in ms. */
async function openAgain(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const openedAt = nowMicros();
  const { usableAt } = await openComposer(page, url);
  await page.close();
  return (usableAt - openedAt) / 1000;
}

/** The time from pi's start to its response to `get_state`, in ms. */
async function measurePi(lab: Lab, argv: string[], demoEnv: Record<string, string>): Promise<number> {
  const { folders, env } = await makePiHome(lab);
  const startedAt = nowMicros();
  const direct = new DirectPi(lab, { argv, cwd: folders.workspace, env: { ...env, ...demoEnv } });
  await direct.ask({ type: 'get_state' });
  const ms = (nowMicros() - startedAt) / 1000;
  await direct.close();
  return ms;
}

interface Times {
  ready: number[];
  usable: number[];
  idle: number[];
  again: number[];
  pi: number[];
  chromium: string;
}

function figures({ ready, usable, idle, again, pi, chromium }: Times): Figure[] {
  const floor = { name: 'pi until get_state', values: pi };
  return [
    {
      name: 'ready line',
      unit: 'ms',
      product: ready,
      floor,
      note: 'Node, the server and a sample project; pi starts at the same time',
    },
    {
      name: 'composer takes text',
      unit: 'ms',
      product: usable,
      floor,
      target: { ratio: 1.2 },
      note: `opened at the ready line in a running Chromium ${chromium} with an empty cache`,
    },
    {
      name: 'composer usable, agent idle',
      unit: 'ms',
      product: idle,
      floor,
      target: { ratio: 1.6 },
      note: 'pi, the server and the page share the cores meanwhile',
    },
    {
      name: 'page opened again, composer takes text',
      unit: 'ms',
      product: again,
      floor,
      target: { ratio: 0.9 },
      note: 'another page of the same browser, whose cache has the files',
    },
  ];
}
