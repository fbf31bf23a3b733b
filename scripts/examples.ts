// Tries every example extension that ships inside the pi package: `npm run examples`, or some by name:
// `npm run examples -- todo plan-mode`. With `--write` the table goes into docs/extensions.md.
// Ends with 1 when an example fails without a reason.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { ownPi } from '../server/agent/program.ts';
import { abilitiesOf } from '../shared/pi/abilities.ts';
import { documentOf } from './examples/document.ts';
import { packageExamples, shortName } from './examples/package-examples.ts';
import { trials } from './examples/trials.ts';
import { tryExample, type Tried } from './examples/try-example.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/extensions.md', import.meta.url));

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.write && positionals.length > 0) throw new Error('The table is written only of all examples.');

const { argv, version } = await ownPi();
const pi = { argv, version: version ?? '', can: abilitiesOf(version) };
const all = await packageExamples();
const unknown = positionals.filter((name) => !all.some((example) => shortName(example) === name));
if (unknown.length > 0) throw new Error(`There is no example named ${unknown.join(', ')}.`);

const tried: Tried[] = [];
for (const example of all) {
  const name = shortName(example);
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const trial = trials[name];
  if (!trial) throw new Error(`Nothing says how ${name} is tried: add it to scripts/examples/trials/.`);
  const one = await tryExample(pi, example, trial);
  tried.push(one);
  console.log(`${one.verdict.padEnd(8)} ${name}${remarks(one)}`);
}
if (values.write) {
  const text = documentOf({ tried, version: pi.version });
  await writeFile(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' }));
}
if (tried.some(({ verdict }) => verdict === 'fails')) process.exitCode = 1;

function remarks({ points, lost, needs, trouble }: Tried): string {
  const missing = Object.keys(points).filter((what) => !points[what]);
  const lines = [
    ...missing.map((what) => `missing: ${what}`),
    ...lost.map(({ what }) => `it ${what}`),
    ...(needs ? [`needs ${needs}`] : []),
    ...(trouble ? [`trouble: ${trouble.slice(0, 600)}`] : []),
  ];
  return lines.map((line) => `\n         ${line}`).join('');
}
