// M22: previews, from the click to what the reader sees: the first rows of a CSV file of 100 MB, beside fetching its
// first MB; the first page of a PDF of 500 pages, beside pdf.js alone; and a request of a running app, beside the bare
// app.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';
import type { Browser, Frame, Page } from 'playwright';
import { pdfOf } from '../../panel/pdf.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { percentile } from '../figures/statistics.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makePiHome } from '../lab/pi-home.ts';

const PDF_JS = fileURLToPath(new URL('../../../node_modules/pdfjs-dist/legacy/build/', import.meta.url));
const PAGES = 500;
const MB = 1_000_000;
const CSV_BYTES = 100 * MB;
const REQUESTS = 200;

export const preview: Metric = {
  id: 'M22',
  title: 'previews of a large table, of a PDF and of a running app',
  async measure(lab) {
    const { folders } = await makePiHome(lab);
    const table = csv();
    const pdf = pdfOf(Array.from({ length: PAGES }, (_, at) => `Page ${at + 1}`));
    await writeFile(join(folders.workspace, 'large.csv'), table);
    await writeFile(join(folders.workspace, 'long.pdf'), pdf);
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const bare = await openBareServer(lab, {
      '/': ['text/html', '<!doctype html><title>bare</title><canvas></canvas>'],
      '/first-mb': ['text/csv', table.subarray(0, MB)],
      '/long.pdf': ['application/pdf', pdf],
      '/pdf.mjs': ['text/javascript', await readFile(join(PDF_JS, 'pdf.min.mjs'))],
      '/pdf.worker.mjs': ['text/javascript', await readFile(join(PDF_JS, 'pdf.worker.min.mjs'))],
    });
    const sides: Sides = { browser: await launchBrowser(lab), panel, bare };
    return [await measureTable(lab, sides), await measurePdf(lab, sides), await measureProxy(lab, sides)];
  },
};

interface Sides {
  browser: Browser;
  panel: BenchPanel;
  /** The port of a server that sends files, and nothing else. */
  bare: number;
}

function csv(): Buffer {
  const line = (at: number): string => `${at},town ${at % 977},${'word '.repeat(14)}\n`;
  const block = Buffer.from(Array.from({ length: 10_000 }, (_, at) => line(at)).join(''));
  const blocks = Array.from({ length: Math.ceil(CSV_BYTES / block.length) }, () => block);
  return Buffer.concat([Buffer.from('number,town,words\n'), ...blocks]);
}

async function openBareServer(
  lab: Lab,
  files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>>,
): Promise<number> {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? [];
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.onClose(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function measureTable(lab: Lab, sides: Sides): Promise<Figure> {
  const [product, floor]: [number[], number[]] = [[], []];
  await lab.takeTurns(
    'M22 table',
    () => onBarePage(sides, async (page) => void floor.push(await page.evaluate(readFirstMb))),
    () =>
      onPanel(sides, async (page) => {
        await openFile(page, 'large.csv');
        const button = page.getByRole('button', { name: 'Open preview', exact: true });
        await button.waitFor();
        const shown = page.evaluate(timeFromClick, '[role="gridcell"] span:not(:empty)');
        await button.click();
        product.push(await shown);
      }),
  );
  return {
    name: 'first rows of a CSV file of 100 MB',
    unit: 'ms',
    product,
    floor: { name: 'its first MB as text', values: floor },
    target: { ratio: 1.5 },
    note: 'from the click to the rows in the document, with the code of the view',
  };
}

async function measurePdf(lab: Lab, sides: Sides): Promise<Figure> {
  const [product, floor]: [number[], number[]] = [[], []];
  await lab.takeTurns(
    'M22 PDF',
    () => onBarePage(sides, async (page) => void floor.push(await page.evaluate(drawFirstPage))),
    () =>
      onPanel(sides, async (page) => {
        const file = page.getByRole('treeitem', { name: 'long.pdf' });
        await file.waitFor();
        const shown = page.evaluate(timeFromClick, '[data-page="1"][data-drawn]');
        await file.click();
        product.push(await shown);
      }),
  );
  return {
    name: `first page of a PDF of ${PAGES} pages`,
    unit: 'ms',
    product,
    floor: { name: 'pdf.js alone', values: floor },
    target: { ratio: 1.5 },
    note: 'from the click to the drawn page, with its text, the code of the editor and that of pdf.js',
  };
}

async function measureProxy(lab: Lab, sides: Sides): Promise<Figure> {
  const [added, floor]: [number[], number[]] = [[], []];
  await onBarePage(sides, (app) =>
    onPanel(sides, async (page) => {
      const frame = await openApp(page, sides.bare);
      const through: number[] = [];
      const measure = async (side: Page | Frame, times: number[]): Promise<void> =>
        void times.push(percentile(await side.evaluate(timeRequests, REQUESTS), 50));
      await lab.takeTurns(
        'M22 app',
        () => measure(app, floor),
        () => measure(frame, through),
      );
      added.push(...through.map((time, at) => time - floor[at]!));
    }),
  );
  return {
    name: 'added to a request of a running app, p50',
    unit: 'ms',
    product: added,
    floor: { name: 'the bare app', values: floor },
    note: `${REQUESTS} requests, one after another; the aim is 2 ms`,
  };
}

/** Opens a page with an empty cache. */
async function onPage(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await work(await context.newPage());
  await context.close();
}

const onPanel = ({ browser, panel }: Sides, work: (page: Page) => Promise<void>): Promise<void> =>
  onPage(browser, async (page) => {
    await openComposer(page, panel.url.href);
    await work(page);
  });

const onBarePage = ({ browser, bare }: Sides, work: (page: Page) => Promise<void>): Promise<void> =>
  onPage(browser, async (page) => {
    await page.goto(`http://127.0.0.1:${bare}/`);
    await work(page);
  });

async function openFile(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

async function openApp(page: Page, port: number): Promise<Frame> {
  await page.keyboard.press('Control+Shift+P');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('Preview');
  await palette
    .getByRole('option', { name: /^Preview/ })
    .first()
    .click();
  const region = page.getByRole('region', { name: 'Preview', exact: true });
  const address = region.getByRole('textbox', { name: 'Address' });
  await address.fill(String(port));
  await address.press('Enter');
  const element = region.locator('iframe');
  await element.contentFrame().locator('canvas').waitFor();
  return (await (await element.elementHandle()).contentFrame())!;
}

/** Runs in the page: resolves to the time from the next click until an element matches, in ms. */
function timeFromClick(selector: string): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener(
      'click',
      () => {
        const clickedAt = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          observer.disconnect();
          resolve(performance.now() - clickedAt);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      },
      { capture: true, once: true },
    );
  });
}

/** Runs in the bare page. */
async function readFirstMb(): Promise<number> {
  const startedAt = performance.now();
  await (await fetch('/first-mb')).text();
  return performance.now() - startedAt;
}

/** Runs in the bare page: draws the first page with pdf.js, including the fetch of both. */
async function drawFirstPage(): Promise<number> {
  const startedAt = performance.now();
  const address = '/pdf.mjs';
  const { getDocument, GlobalWorkerOptions } = (await import(address)) as typeof PdfJs;
  GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs';
  const data = new Uint8Array(await (await fetch('/long.pdf')).arrayBuffer());
  const document = await getDocument({ data }).promise;
  const page = await document.getPage(1);
  const canvas = window.document.querySelector('canvas')!;
  const viewport = page.getViewport({ scale: 1 });
  [canvas.width, canvas.height] = [viewport.width, viewport.height];
  await page.render({ canvas, viewport }).promise;
  return performance.now() - startedAt;
}

/** Runs in the app: resolves to the times of this many requests, in ms. */
async function timeRequests(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now();
    await (await fetch('/')).text();
    times.push(performance.now() - startedAt);
  }
  return times;
}
