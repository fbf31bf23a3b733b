// Writes into the README how many of the listed threats and faults have a test, and prints which tests those are.
import { readFile, writeFile } from 'node:fs/promises';
import { coverageBlock, withCoverage } from './trust/trust-coverage.ts';
import { FAULTS, THREATS } from './trust/trust-list.ts';
import { soakTitles, testTitles } from './trust/test-titles.ts';

const README = new URL('../README.md', import.meta.url);

const [titles, soaked] = [testTitles(), soakTitles()];
const readme = await readFile(README, 'utf8');
await writeFile(
  README,
  withCoverage(readme, coverageBlock({ threats: THREATS, faults: FAULTS, titles, soaked })),
);
for (const { id, title, absent } of [...THREATS, ...FAULTS]) {
  console.log(`\n${id} ${title}`);
  const long = (soaked.get(id) ?? []).map((step) => `soak: ${step}`);
  const shown = [...(titles.get(id) ?? []), ...long];
  const none = absent ? `absent: ${absent}` : 'NO TEST';
  for (const line of shown.length > 0 ? shown : [none]) console.log(`     ${line}`);
}
