// Tries every example extension that ships in the pi package, runs the browser specs that play them, and writes
// docs/extensions.md: `npm run examples`. With names (`npm run examples -- todo qna`) it tries those without a browser and
// writes nothing. EXAMPLES_PIS=own leaves out the older pi. Exits with 1 when an example fails for no known reason, or works and no browser test has played it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { DEFAULT_VERSIONS, installedPi, versionsFolder } from '../../scripts/pi-versions.ts';
import { ownPi } from '../../server/agent/process/own-pi.ts';
import { abilitiesOf } from '../../shared/pi/abilities.ts';
import { playInBrowser } from './browser-plays.ts';
import { documentOf, type VersionRun } from './document.ts';
import { packageExamples, shortName, type PackageExample } from './package-examples.ts';
import { olderTrials, trials } from './trials.ts';
import { tryExample, type Tried } from './try-example.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/extensions.md', import.meta.url));

const OLDER = DEFAULT_VERSIONS.at(-1)!;

const asked = process.argv.slice(2);

const own = await ownPi();
const results = [await tryAll({ argv: own.argv, version: own.version ?? '' }, await packageExamples())];
/** Also tries the last pi before 1.0 if it is installed (`npm run versions` installs it). */
const older =
  asked.length === 0 && process.env.EXAMPLES_PIS !== 'own'
    ? await installedPi(join(versionsFolder(), OLDER))
    : undefined;
if (older) results.push(await tryAll(older, await packageExamples(older.folder)));
if (asked.length === 0) {
  const runs: VersionRun[] = [];
  for (const [nth, tried] of results.entries()) {
    const pi = nth === 0 ? undefined : older;
    runs.push({ version: pi?.version ?? own.version ?? '', tried, ...(await playInBrowser(pi?.folder)) });
  }
  await write(documentOf(runs));
  for (const { version, tried, played, failed } of runs) {
    const missing = tried.filter(({ name, verdict }) => verdict === 'works' && !played.has(name));
    for (const { name } of missing) console.error(`pi ${version}: no browser test has played ${name}.`);
    for (const title of failed) console.error(`pi ${version}: this browser test failed: ${title}`);
    if (missing.length + failed.length > 0) process.exitCode = 1;
  }
}
if (results.flat().some(({ verdict }) => verdict === 'fails')) process.exitCode = 1;

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
    const trial = trials[name] ?? olderTrials[name];
    if (!trial) throw new Error(`The example ${name} has no trial: add one in e2e/examples/trials/.`);
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
