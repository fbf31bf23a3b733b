// M12: how soon a steer is known to be accepted while the agent writes fast, beside the same on bare pipes.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nowMicros } from './clock.ts';
import { DirectPi } from './direct-pi.ts';
import { EventClient } from './event-client.ts';
import type { Figure, Metric } from './figure.ts';
import { startPanel } from './panel.ts';
import { makePiHome } from './pi-home.ts';
import { percentile } from './statistics.ts';

const PROGRAM = [process.execPath, fileURLToPath(new URL('stamping-pi.mjs', import.meta.url))];
const RATE = 500;
const STEERS = 100;
/** The first ones find everything cold. */
const SKIP = 10;
/** No divisor of a frame: the steers fall everywhere between two of them. */
const GAP_MS = 23;
/** Longer than the steers take, so that the last of them finds the stream still on. */
const EVENTS = RATE * 4;

export const steerAnswer: Metric = {
  id: 'M12',
  title: 'a steer until it is accepted, during a stream',
  async measure(lab) {
    const { env, workspace: cwd } = await makePiHome(lab);
    const direct = new DirectPi(lab, { argv: PROGRAM, cwd, env });
    const agent = PROGRAM.map((word) => `"${word}"`).join(' ');
    const panel = await startPanel(lab, { args: ['--workspace', cwd, '--agent', agent], cwd, env });
    const client = await EventClient.connect(panel);
    await client.whenIdle();
    const message = `${RATE} ${EVENTS}`;
    const product: number[][] = [];
    const floor: number[][] = [];

    const throughPanel = async (): Promise<void> => {
      const settled = client.whenSettled();
      await panel.command({ type: 'prompt', message });
      product.push(await answerTimes((text) => panel.command({ type: 'steer', message: text })));
      await settled;
    };
    const throughPipe = async (): Promise<void> => {
      const settled = direct.next('"type":"agent_settled"');
      await direct.ask({ type: 'prompt', message });
      floor.push(await answerTimes((text) => direct.ask({ type: 'steer', message: text })));
      await settled;
    };
    for (let repetition = 0; repetition < lab.repetitions; repetition++) {
      lab.say(`M12 ${repetition + 1} of ${lab.repetitions}`);
      const sides = repetition % 2 === 0 ? [throughPipe, throughPanel] : [throughPanel, throughPipe];
      for (const side of sides) await side();
    }
    client.close();
    await Promise.all([panel.close(), direct.close()]);
    return [50, 99].map((percent) => ({
      name: `during ${RATE} events/s, p${percent}`,
      unit: 'ms',
      product: product.map((run) => percentile(run, percent)),
      floor: { name: 'stdin round trip', values: floor.map((run) => percentile(run, percent)) },
      target: { ratio: 8 },
      ...(percent === 50 && { note: `${STEERS} steers, from the POST to the end of its answer` }),
    })) satisfies Figure[];
  },
};

/** In ms, one steer after the other. */
async function answerTimes(steer: (text: string) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let number = 1; number <= STEERS; number++) {
    const askedAt = nowMicros();
    await steer(`steer ${number}`);
    times.push((nowMicros() - askedAt) / 1000);
    await sleep(GAP_MS);
  }
  return times.slice(SKIP);
}
