// M13: the JavaScript that the composer needs: the chunks without which the entry cannot run, according to the build, and
// the files that a browser had fetched by the time the composer was usable, gzipped like the floor and as they were sent.
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
const MOST = 85_000;
const MOST_SENT = 80_000;

export const firstScript: Metric = {
  id: 'M13',
  title: 'JavaScript before the composer can be used',
  async measure(lab) {
    lab.report('M13 smallest page');
    const smallest = await closureOf(await buildSmallestPage(lab, ROOT));
    const closure = await closureOf(BUILD);
    const floor = { name: 'smallest Svelte page', values: [sum(smallest)] };
    const fetched = await fetchedByBrowser(lab);
    return [
      {
        name: 'static closure of the entry, gzipped',
        unit: 'bytes',
        product: [sum(closure)],
        floor,
        target: { most: MOST },
        note: describe(closure),
      },
      {
        name: 'fetched by Chromium, gzipped',
        unit: 'bytes',
        product: fetched.map(({ gzipped }) => sum(gzipped)),
        floor,
        target: { most: MOST },
        note: describe(fetched[0]?.gzipped ?? new Map<string, number>()),
      },
      {
        name: 'fetched by Chromium, as sent',
        unit: 'bytes',
        product: fetched.map(({ sent }) => sent),
        floor,
        target: { most: MOST_SENT },
        note: 'with brotli, which the server sends to browsers on loopback and over TLS',
      },
    ] satisfies Figure[];
  },
};

/** Gzipped bytes by file. */
type Sizes = Map<string, number>;

interface Fetched {
  gzipped: Sizes;
  /** Bytes of the bodies, compressed as they came. */
  sent: number;
}

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

async function fetchedByBrowser(lab: Lab): Promise<Fetched[]> {
  const browser = await launchBrowser(lab);
  const { folders } = await makePiHome(lab);
  const panel = await BenchPanel.open(lab, folders, { withSampleProject: true });
  const fetched: Fetched[] = [];
  for (let repetition = 0; repetition < lab.repetitions; repetition++) {
    lab.report(`M13 ${repetition + 1} of ${lab.repetitions}`);
    const context = await browser.newContext();
    const page = await context.newPage();
    await openComposer(page, panel.url.href);
    // Files that the page fetches in advance, once it is idle, do not count.
    const scripts = await page.evaluate(() => {
      const usableAt = performance.getEntriesByName('benchUsable')[0]!.startTime;
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return entries
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= usableAt)
        .map(({ name, encodedBodySize }) => ({ name, sent: encodedBodySize }));
    });
    const files = scripts.map(({ name }) => posix.relative('/', new URL(name).pathname));
    fetched.push({
      gzipped: await sizesOf(BUILD, [...new Set(files)]),
      sent: scripts.reduce((total, { sent }) => total + sent, 0),
    });
    await context.close();
  }
  await Promise.all([browser.close(), panel.close()]);
  return fetched;
}

function sum(sizes: Sizes): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}

/** Lists the sizes, the largest first. */
function describe(sizes: Sizes): string {
  const files = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 3);
  const names = files.map(([file, size]) => `${posix.basename(file)} ${(size / 1000).toFixed(1)} kB`);
  return `${sizes.size} files: ${names.join(', ')}`;
}
