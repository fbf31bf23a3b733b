// M12: how long a steer takes to be accepted while the agent writes fast, beside the same on bare pipes.
import { setTimeout as sleep } from 'node:timers/promises';
import { nowMicros } from '../lab/timing.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { startStampingSides } from '../floors/stamping-sides.ts';
import { percentile } from '../figures/statistics.ts';

const RATE = 500;
const STEERS = 100;
/** How many steers are not counted at first, because nothing is warm yet. */
const SKIP = 10;
/** The pause between two steers. It is not a multiple of a frame, so that steers fall anywhere between two frames. */
const GAP_MS = 23;
/** How many events the stream has, so that it outlasts the steers. */
const EVENTS = RATE * 4;

export const steerAnswer: Metric = {
  id: 'M12',
  title: 'a steer until it is accepted, during a stream',
  async measure(lab) {
    const sides = await startStampingSides(lab);
    const { direct, panel, client } = sides;
    const message = `${RATE} ${EVENTS}`;
    const product: number[][] = [];
    const floor: number[][] = [];

    const throughPanel = async (): Promise<void> => {
      const settled = client.whenSettled();
      await panel.send({ type: 'prompt', message });
      const connection = await panel.connect();
      product.push(await answerTimes((text) => panel.send({ type: 'steer', message: text }, connection)));
      connection.close();
      await settled;
    };
    const throughPipe = async (): Promise<void> => {
      const settled = direct.next('"type":"agent_settled"');
      await direct.ask({ type: 'prompt', message });
      floor.push(await answerTimes((text) => direct.ask({ type: 'steer', message: text })));
      await settled;
    };
    await lab.takeTurns('M12', throughPipe, throughPanel);
    await sides.close();
    return [50, 99].map((percent) => ({
      name: `during ${RATE} events/s, p${percent}`,
      unit: 'ms',
      product: product.map((run) => percentile(run, percent)),
      floor: { name: 'stdin round trip', values: floor.map((run) => percentile(run, percent)) },
      target: { ratio: 5 },
      ...(percent === 50 && { note: `${STEERS} steers, from the POST to the end of its response` }),
    })) satisfies Figure[];
  },
};

/** Returns the times of successive steers, in ms. */
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
