// Which versions of pi the contract is tried on: the panel's own always, others where they have been fetched.
import { compareVersions, installedPis, TESTED_VERSIONS } from '../../scripts/pi-versions.ts';
import { abilitiesOf, type Abilities } from '../../shared/pi/abilities.ts';
import { ownPi } from '../../server/agent/process/program.ts';

export interface ContractPi {
  version: string;
  argv: string[];
  can: Abilities;
}

/** Oldest first. Those of `TESTED_VERSIONS` that are absent are in `absent`: a test says so. */
export async function contractPis(): Promise<{ pis: ContractPi[]; absent: string[] }> {
  const own = await ownPi();
  const others = (await installedPis()).filter(({ version }) => version !== own.version);
  const there = new Set(others.map(({ version }) => version));
  const all = [...others, { version: own.version ?? '', argv: own.argv }];
  all.sort((a, b) => compareVersions(a.version, b.version));
  return {
    pis: all.map(({ version, argv }) => ({ version, argv, can: abilitiesOf(version) })),
    absent: TESTED_VERSIONS.filter((version) => !there.has(version) && version !== own.version),
  };
}
