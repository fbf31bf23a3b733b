// Writes into the README how many of the listed threats and faults have a test, and prints which tests those are.
import { readFile, writeFile } from 'node:fs/promises';
import { coverageBlock, withCoverage } from './trust/trust-coverage.ts';
import { FAULTS, THREATS } from './trust/trust-list.ts';
import { testTitles } from './trust/test-titles.ts';

const README = new URL('../README.md', import.meta.url);

const titles = testTitles();
const readme = await readFile(README, 'utf8');
await writeFile(README, withCoverage(readme, coverageBlock({ threats: THREATS, faults: FAULTS, titles })));
for (const { id, title, absent } of [...THREATS, ...FAULTS]) {
  console.log(`\n${id} ${title}`);
  for (const shown of titles.get(id) ?? [absent ? `absent: ${absent}` : 'NO TEST'])
    console.log(`     ${shown}`);
}
