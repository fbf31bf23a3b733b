// The versions of pi that the contract tests run on: always the panel's own, and others where they are installed.
// CONTRACT_PIS names a single version instead, or `own`.
import { test } from 'node:test';
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
  const single = process.env.CONTRACT_PIS;
  if (single === 'own') return { pis: [contractPi(own.version ?? '', own.argv)], absent: [] };
  const others = (await installedPis()).filter(({ version }) => version !== own.version);
  if (single) {
    const found = others.find(({ version }) => version === single);
    if (!found)
      throw new Error(`CONTRACT_PIS: pi ${single} is not installed, \`npm run versions\` fetches it.`);
    return { pis: [contractPi(single, found.argv)], absent: [] };
  }
  const installed = new Set(others.map(({ version }) => version));
  const all = [...others, { version: own.version ?? '', argv: own.argv }];
  all.sort((a, b) => compareVersions(a.version, b.version));
  return {
    pis: all.map(({ version, argv }) => contractPi(version, argv)),
    absent: TESTED_VERSIONS.filter((version) => !installed.has(version) && version !== own.version),
  };
}

/**
 * Returns those of `versions`, and all that are newer than every one of them. Without `versions`, all. If there is none,
 * a skipped test says so: a file without any test would not end.
 */
export function choosePis(pis: readonly ContractPi[], versions?: readonly string[]): ContractPi[] {
  const chosen = pis.filter(
    ({ version }) =>
      versions === undefined ||
      versions.includes(version) ||
      versions.every((one) => compareVersions(version, one) > 0),
  );
  if (chosen.length === 0)
    test('on pi', { skip: `needs pi ${versions?.join(', ')} or newer` }, () => undefined);
  return chosen;
}

function contractPi(version: string, argv: string[]): ContractPi {
  return { version, argv, can: abilitiesOf(version) };
}
