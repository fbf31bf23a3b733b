// Tries every example extension that ships in the pi package and writes docs/extensions.md: `npm run examples`.
// With names (`npm run examples -- todo qna`) it tries those and writes nothing. Exits with 1 when an example fails
// for no known reason.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { installedPi, packageOf, TESTED_VERSIONS, versionsFolder } from '../../scripts/pi-versions.ts';
import { ownPi } from '../../server/agent/process/program.ts';
import { abilitiesOf } from '../../shared/pi/abilities.ts';
import { documentOf } from './document.ts';
import { packageExamples, shortName, type PackageExample } from './package-examples.ts';
import { trials } from './trials.ts';
import { tryExample, type Tried } from './try-example.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/extensions.md', import.meta.url));

const NEWEST = TESTED_VERSIONS.at(-1)!;

const asked = process.argv.slice(2);

const own = await ownPi();
const tried = await tryAll({ argv: own.argv, version: own.version ?? '' }, await packageExamples());
/** Also tries the newest pi if it is installed (`npm run versions` installs it). */
const newest = asked.length === 0 ? await installedPi(join(versionsFolder(), NEWEST)) : undefined;
const newer = newest
  ? await tryAll(
      newest,
      await packageExamples(join(versionsFolder(), NEWEST, 'node_modules', packageOf(NEWEST))),
    )
  : null;
if (asked.length === 0)
  await write(
    documentOf({
      tried,
      version: own.version ?? '',
      newer: newer && {
        version: NEWEST,
        verdicts: new Map(newer.map(({ name, verdict }) => [name, verdict])),
      },
    }),
  );
if (tried.some(({ verdict }) => verdict === 'fails')) process.exitCode = 1;

async function tryAll(
  pi: { argv: string[]; version: string },
  all: readonly PackageExample[],
): Promise<Tried[]> {
  const unknown = asked.filter((name) => !all.some((example) => shortName(example) === name));
  if (unknown.length > 0) throw new Error(`There is no example named ${unknown.join(', ')}.`);
  const results: Tried[] = [];
  for (const example of all) {
    const name = shortName(example);
    if (asked.length > 0 && !asked.includes(name)) continue;
    const trial = trials[name];
    if (!trial && pi.version === own.version)
      throw new Error(`The example ${name} has no trial: add one in e2e/examples/trials/.`);
    // An example that only a newer pi has.
    if (!trial) continue;
    const one = await tryExample({ ...pi, can: abilitiesOf(pi.version) }, example, trial);
    results.push(one);
    console.log(`${pi.version} ${one.verdict.padEnd(8)} ${name}${remarks(one)}`);
  }
  return results;
}

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
