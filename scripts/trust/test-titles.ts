import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { titlesById } from './trust-coverage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The titles of all tests of the project that name a threat or a fault, by its id. */
export function testTitles(): Map<string, string[]> {
  const files = globSync('{shared,server,web,scripts,e2e}/**/*.{test,spec}.ts', { cwd: ROOT });
  return titlesById(files.sort().map((file) => readFileSync(`${ROOT}/${file}`, 'utf8')));
}

/** The titles of the steps of the soak run, likewise. */
export function soakTitles(): Map<string, string[]> {
  return titlesById([readFileSync(`${ROOT}/e2e/soak/soak.ts`, 'utf8')]);
}
