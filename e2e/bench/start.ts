// M11: from the start of the panel to a page that can be used, beside the start of the pi that it needs for it.
import { commandLine, ownPi } from '../../server/agent/process/program.ts';
import { startDemo } from '../../server/demo/demo.ts';
import { nowMicros } from './clock.ts';
import { launchBrowser, openComposer } from './composer-page.ts';
import { DirectPi } from './direct-pi.ts';
import type { Figure, Metric } from './figure.ts';
import type { Lab } from './lab.ts';
import { startPanel } from './panel.ts';
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

    const ofPi = async (): Promise<void> => void pi.push(await startOfPi(lab, argv, demo.env));
    const ofPanel = async (): Promise<void> => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const { env, workspace: cwd } = await makePiHome(lab);
      const panel = await startPanel(lab, { args: ['--demo'], cwd, env });
      await openComposer(page, panel.url);
      usable.push((nowMicros() - panel.startedAt) / 1000);
      ready.push(panel.readyMs);
      await context.close();
      await panel.close();
    };
    for (let repetition = 0; repetition < lab.repetitions; repetition++) {
      lab.say(`M11 ${repetition + 1} of ${lab.repetitions}`);
      const sides = repetition % 2 === 0 ? [ofPi, ofPanel] : [ofPanel, ofPi];
      for (const side of sides) await side();
    }
    const chromium = browser.version();
    await Promise.all([browser.close(), demo.close()]);
    return figures({ ready, usable, pi, chromium });
  },
};

/** Until it answers `get_state`, in ms. */
async function startOfPi(lab: Lab, argv: string[], demoEnv: Record<string, string>): Promise<number> {
  const { env, workspace: cwd } = await makePiHome(lab);
  const startedAt = nowMicros();
  const direct = new DirectPi(lab, { argv, cwd, env: { ...env, ...demoEnv } });
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
      note: 'Node, the server and a sample project; pi starts meanwhile',
    },
    {
      name: 'composer usable, agent idle',
      unit: 'ms',
      product: usable,
      floor,
      target: { ratio: 1.5 },
      note: `opened at the ready line in a Chromium ${chromium} that runs, with an empty cache`,
    },
  ];
}
