// Runs tests on every pi that is installed. All tests of one version share a panel.
import { after, before, describe, test as nodeTest } from 'node:test';
import { openLab, type Lab, type LabOptions } from './lab.ts';
import { choosePis, contractPis, VERSION_TIMEOUT_MS, type ContractPi } from './contract-pis.ts';

const { pis, absent } = await contractPis();

export interface Suite {
  pi: ContractPi;
  /** Declares a test, which runs in a new session unless `inNewSession` is false. */
  test: (title: string, ...rest: [Run] | [{ inNewSession: boolean }, Run]) => void;
}

type Run = (panel: Lab) => Promise<void>;

/** Calls `declare` once for each version, or only for these `versions`, the panel's own, and newer ones. */
export function onEveryPi(
  { versions, ...options }: LabOptions & { versions?: readonly string[] },
  declare: (suite: Suite) => void,
): void {
  for (const pi of choosePis(pis, versions)) {
    describe(`pi ${pi.version}`, { timeout: VERSION_TIMEOUT_MS }, () => {
      let panel: Lab;
      before(async () => {
        panel = await openLab(pi, options);
      });
      after(() => panel?.close());
      declare({
        pi,
        test: (title, ...rest) => {
          const [{ inNewSession }, run] = rest.length === 1 ? [{ inNewSession: true }, rest[0]] : rest;
          void nodeTest(title, async () => {
            if (inNewSession) await panel.startOver();
            await run(panel);
          });
        },
      });
    });
  }
  for (const version of absent.filter((one) => versions?.includes(one) ?? true)) {
    nodeTest(`pi ${version}`, { skip: 'not installed: `npm run versions` installs it' }, () => undefined);
  }
}
