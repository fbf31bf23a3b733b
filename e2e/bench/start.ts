// M11: from the start of the panel to a usable page, beside the start of the pi that it needs.
import { commandLine, ownPi } from '../../server/agent/process/program.ts';
import { startDemo } from '../../server/demo/demo.ts';
import { nowMicros } from './timing.ts';
import { launchBrowser, openComposer } from './composer-page.ts';
import { DirectPi } from './direct-pi.ts';
import type { Figure, Metric } from './figure.ts';
import type { Lab } from './lab.ts';
import { BenchPanel } from './panel.ts';
import { makePiHome } from './pi-home.ts';

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
    const pi: number[] = [];

    const ofPi = async (): Promise<void> => void pi.push(await measurePi(lab, argv, demo.env));
    const ofPanel = async (): Promise<void> => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const { folders } = await makePiHome(lab);
      const panel = await BenchPanel.open(lab, folders, { withSampleProject: true });
      await openComposer(page, panel.url.href);
      usable.push((nowMicros() - panel.startedAt) / 1000);
      ready.push(panel.readyMs);
      await context.close();
      await panel.close();
    };
    await lab.takeTurns('M11', ofPi, ofPanel);
    const chromium = browser.version();
    await Promise.all([browser.close(), demo.close()]);
    return figures({ ready, usable, pi, chromium });
  },
};

/** From its start to its response to `get_state`, in ms. */
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
  pi: number[];
  chromium: string;
}

function figures({ ready, usable, pi, chromium }: Times): Figure[] {
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
      name: 'composer usable, agent idle',
      unit: 'ms',
      product: usable,
      floor,
      target: { ratio: 1.5 },
      note: `opened at the ready line in a running Chromium ${chromium} with an empty cache`,
    },
  ];
}
