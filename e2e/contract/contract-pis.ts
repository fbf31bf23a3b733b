// The versions of pi that the contract tests run on: always the panel's own, and others where they are installed, unless
// CONTRACT_PIS=own.
import { compareVersions, installedPis, TESTED_VERSIONS } from '../../scripts/pi-versions.ts';
import { abilitiesOf, type Abilities } from '../../shared/pi/abilities.ts';
import { ownPi } from '../../server/agent/process/own-pi.ts';

/**
 * The time limit for all tests of one version. A pi that never answers fails them instead of blocking everything else.
 * They take half a minute, and ten times as long on a machine that others use.
 */
export const VERSION_TIMEOUT_MS = 290_000;

export interface ContractPi {
  version: string;
  argv: string[];
  can: Abilities;
}

/** Returns `pis`, oldest first, and `absent`, the tested versions that are not installed. */
export async function contractPis(): Promise<{ pis: ContractPi[]; absent: string[] }> {
  const own = await ownPi();
  if (process.env.CONTRACT_PIS === 'own')
    return { pis: [contractPi(own.version ?? '', own.argv)], absent: [] };
  const others = (await installedPis()).filter(({ version }) => version !== own.version);
  const installed = new Set(others.map(({ version }) => version));
  const all = [...others, { version: own.version ?? '', argv: own.argv }];
  all.sort((a, b) => compareVersions(a.version, b.version));
  return {
    pis: all.map(({ version, argv }) => contractPi(version, argv)),
    absent: TESTED_VERSIONS.filter((version) => !installed.has(version) && version !== own.version),
  };
}

function contractPi(version: string, argv: string[]): ContractPi {
  return { version, argv, can: abilitiesOf(version) };
}
