// Tries every example extension that ships in the pi package and writes docs/extensions.md: `npm run examples`.
// With names (`npm run examples -- todo qna`) it tries those and writes nothing. Exits with 1 when an example fails
// for no known reason.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { ownPi } from '../../server/agent/process/program.ts';
import { abilitiesOf } from '../../shared/pi/abilities.ts';
import { documentOf } from './document.ts';
import { packageExamples, shortName } from './package-examples.ts';
import { trials } from './trials.ts';
import { tryExample, type Tried } from './try-example.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/extensions.md', import.meta.url));

const asked = process.argv.slice(2);

const { argv, version } = await ownPi();
const pi = { argv, version: version ?? '', can: abilitiesOf(version) };
const all = await packageExamples();
const unknown = asked.filter((name) => !all.some((example) => shortName(example) === name));
if (unknown.length > 0) throw new Error(`There is no example named ${unknown.join(', ')}.`);

const tried: Tried[] = [];
for (const example of all) {
  const name = shortName(example);
  if (asked.length > 0 && !asked.includes(name)) continue;
  const trial = trials[name];
  if (!trial) throw new Error(`The example ${name} has no trial: add one in e2e/examples/trials/.`);
  const one = await tryExample(pi, example, trial);
  tried.push(one);
  console.log(`${one.verdict.padEnd(8)} ${name}${remarks(one)}`);
}
if (asked.length === 0) await write(documentOf({ tried, version: pi.version }));
if (tried.some(({ verdict }) => verdict === 'fails')) process.exitCode = 1;

async function write(markdown: string): Promise<void> {
  const options = await resolveConfig(DOCUMENT);
  await writeFile(DOCUMENT, await format(markdown, { ...options, parser: 'markdown' }));
}

function remarks({ points, lost, told, needs, trouble }: Tried): string {
  const missing = Object.keys(points).filter((what) => !points[what]);
  const lines = [
    ...missing.map((what) => `missing: ${what}`),
    ...lost.map(({ what }) => `it ${what}`),
    ...told.map((words) => `the page says: ${words}`),
    ...(needs ? [`needs ${needs}`] : []),
    ...(trouble ? [`trouble: ${trouble.slice(0, 600)}`] : []),
  ];
  return lines.map((line) => `\n         ${line}`).join('');
}
