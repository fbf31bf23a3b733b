// A test for each pi that is there, on one panel with that pi: it is started before the first test of its version
// and ended after the last.
import { after, before, describe, test } from 'node:test';
import { openLab, type Lab, type LabOptions } from './lab.ts';
import { contractPis, type ContractPi } from './contract-pis.ts';

const { pis, absent } = await contractPis();

/** For all tests of one version: a pi that never answers fails its tests instead of holding up all others. */
const TIMEOUT_MS = 120_000;

/** `tests` is called once for each version, and declares its tests. `versions`: no others are tried. */
export function onEveryPi(
  { versions, ...options }: LabOptions & { versions?: readonly string[] },
  tests: (pi: ContractPi, lab: () => Lab) => void,
): void {
  const isWanted = (version: string): boolean => versions?.includes(version) ?? true;
  for (const pi of pis.filter(({ version }) => isWanted(version))) {
    describe(`pi ${pi.version}`, { timeout: TIMEOUT_MS }, () => {
      let lab: Lab;
      before(async () => {
        lab = await openLab(pi, options);
      });
      after(() => lab.close());
      tests(pi, () => lab);
    });
  }
  for (const version of absent.filter(isWanted)) {
    test(`pi ${version}`, { skip: 'is not here: `npm run versions` fetches it' }, () => undefined);
  }
}
