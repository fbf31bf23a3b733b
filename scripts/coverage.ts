// Writes docs/threats.md, which says which threats and faults have a test, and prints the titles of those tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { testCoverage, THREATS_DOCUMENT } from './trust/test-titles.ts';
import { coverageDocument } from './trust/trust-coverage.ts';

const coverage = testCoverage();
const { threats, faults, titles, soaked } = coverage;
const document = coverageDocument(coverage);
if (readFileSync(THREATS_DOCUMENT, 'utf8') !== document) writeFileSync(THREATS_DOCUMENT, document);

for (const { id, title, absent } of [...threats, ...faults]) {
  console.log(`\n${id} ${title}`);
  const steps = (soaked.get(id) ?? []).map((step) => `soak: ${step}`);
  const shown = [...(titles.get(id) ?? []), ...steps];
  const none = absent ? `cannot happen: ${absent}` : 'NO TEST';
  for (const line of shown.length > 0 ? shown : [none]) console.log(`     ${line}`);
}
