// Reads the titles of all tests of the project from their sources.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { titlesById, type Coverage } from './trust-coverage.ts';
import { FAULTS, THREATS } from './trust-list.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const THREATS_DOCUMENT = `${ROOT}docs/threats.md`;

/** Returns which threats and faults the current sources cover. */
export function testCoverage(): Coverage {
  return {
    threats: THREATS,
    faults: FAULTS,
    titles: titlesIn('{shared,server,web,scripts,e2e}/**/*.{test,spec}.ts'),
    soaked: titlesIn('e2e/soak/soak.ts'),
  };
}

function titlesIn(pattern: string): Map<string, string[]> {
  const files = globSync(pattern, { cwd: ROOT }).sort();
  return titlesById(files.map((file) => readFileSync(`${ROOT}${file}`, 'utf8')));
}
