// M13: the gzipped JavaScript that the composer needs: the chunks without which the entry cannot run, according to the
// build, and the files that a browser had fetched by the time the composer was usable.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { staticClosure, type Manifest } from '../lab/chunk-graph.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makePiHome } from '../lab/pi-home.ts';
import { buildSmallestPage } from '../floors/floor-pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUILD = join(ROOT, 'dist', 'web');
const MOST = 120_000;

export const firstScript: Metric = {
  id: 'M13',
  title: 'gzipped JavaScript before the composer can be used',
  async measure(lab) {
    lab.report('M13 smallest page');
    const smallest = await closureOf(await buildSmallestPage(lab, ROOT));
    const closure = await closureOf(BUILD);
    const floor = { name: 'smallest Svelte page', values: [sum(smallest)] };
    const fetched = await fetchedByBrowser(lab);
    return [
      {
        name: 'static closure of the entry',
        unit: 'bytes',
        product: [sum(closure)],
        floor,
        target: { most: MOST },
        note: describe(closure),
      },
      {
        name: 'fetched by Chromium',
        unit: 'bytes',
        product: fetched.map(sum),
        floor,
        target: { most: MOST },
        note: describe(fetched[0] ?? new Map<string, number>()),
      },
    ] satisfies Figure[];
  },
};

/** Gzipped bytes by file. */
type Sizes = Map<string, number>;

async function closureOf(folder: string): Promise<Sizes> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  return sizesOf(folder, staticClosure(manifest));
}

async function sizesOf(folder: string, files: readonly string[]): Promise<Sizes> {
  const sizes: Sizes = new Map();
  for (const file of files) {
    sizes.set(file, gzipSync(await readFile(join(folder, file)), { level: 9 }).length);
  }
  return sizes;
}

async function fetchedByBrowser(lab: Lab): Promise<Sizes[]> {
  const browser = await launchBrowser(lab);
  const { folders } = await makePiHome(lab);
  const panel = await BenchPanel.open(lab, folders, { withSampleProject: true });
  const fetched: Sizes[] = [];
  for (let repetition = 0; repetition < lab.repetitions; repetition++) {
    lab.report(`M13 ${repetition + 1} of ${lab.repetitions}`);
    const context = await browser.newContext();
    const page = await context.newPage();
    await openComposer(page, panel.url.href);
    // Files that the page fetches for later, once it is idle, do not count.
    const addresses = await page.evaluate(() => {
      const usableAt = performance.getEntriesByName('benchUsable')[0]!.startTime;
      const fetched = performance.getEntriesByType('resource');
      return fetched.filter(({ startTime }) => startTime <= usableAt).map(({ name }) => name);
    });
    const files = addresses.map((address) => posix.relative('/', new URL(address).pathname));
    fetched.push(await sizesOf(BUILD, [...new Set(files.filter((file) => file.endsWith('.js')))]));
    await context.close();
  }
  await Promise.all([browser.close(), panel.close()]);
  return fetched;
}

function sum(sizes: Sizes): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}

/** The largest first. */
function describe(sizes: Sizes): string {
  const files = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 3);
  const names = files.map(([file, size]) => `${posix.basename(file)} ${(size / 1000).toFixed(1)} kB`);
  return `${sizes.size} files: ${names.join(', ')}`;
}
