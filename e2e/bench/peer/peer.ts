// `--peer`: the panel and @agegr/pi-web on the same work, in turn: start, bytes of an answer, tasks of the page while it
// streams in, opening of sessions, and size on disk. In the table, the peer is in the column of the floor.
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { longText } from '../../../server/demo/long-text.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import { EventClient } from '../lab/event-client.ts';
import type { Lab } from '../lab/lab.ts';
import { traceTasks } from '../lab/main-thread.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome, type PiHome } from '../lab/pi-home.ts';
import { nowMicros } from '../lab/timing.ts';
import { LARGE, lastPrompt, SMALL, storeSizes } from '../metrics/open-session.ts';
import { install, installPeer, PeerPanel, type Installed } from './peer-panel.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** 10,000 tokens, at 500 a second. */
const END = 'Thus ends the answer.';
const TEXT = `${longText(70_000).slice(0, 70_000)}\n\n${END}`;
const ANSWER = { steps: [{ text: TEXT, chunk: 7, every: 2 }] };

type Sides = Record<'panel' | 'peer', number[]>;

const sides = (): Sides => ({ panel: [], peer: [] });

interface Measured {
  ready: Sides;
  bytes: Sides;
  longest: Sides;
  total: Sides;
  large: Sides;
  small: Sides;
}

export const peer: Metric = {
  id: 'peer',
  title: 'the panel beside @agegr/pi-web',
  async measure(lab) {
    const installed = await installPeer(lab);
    const browser = await launchBrowser(lab);
    const measured: Measured = {
      ready: sides(),
      bytes: sides(),
      longest: sides(),
      total: sides(),
      large: sides(),
      small: sides(),
    };
    await lab.takeTurns(
      'peer',
      () => measurePeer(lab, { installed, browser, measured }),
      () => measurePanel(lab, { browser, measured }),
    );
    await browser.close();
    const sizes = {
      panel: [await ownSize(lab)],
      peer: [await sizeOf(join(installed.folder, 'node_modules'))],
    };
    return figures(measured, sizes, `pi-web ${installed.version}`);
  },
};

async function measurePanel(
  lab: Lab,
  { browser, measured }: { browser: Browser; measured: Measured },
): Promise<void> {
  const home = await makeScriptedPiHome(lab);
  const panel = await BenchPanel.open(lab, home.folders, { withDemo: false });
  const page = await openPage(browser);
  const { usableAt } = await openComposer(page, panel.url.href);
  measured.ready.panel.push((usableAt - panel.startedAt) / 1000);
  const client = await EventClient.connect(panel);
  await client.whenIdle();
  const before = client.bytes;
  home.model.queue([ANSWER]);
  await traced({ browser, page, measured, side: 'panel' }, async () => {
    const settled = client.whenSettled();
    await panel.send({ type: 'prompt', message: 'Write.' });
    await waitForText(page, END);
    await settled;
  });
  measured.bytes.panel.push(client.bytes - before);
  client.close();
  await storeSizes(home.folders.agentDir, home.folders.workspace);
  for (const size of [LARGE, SMALL]) {
    await page.goto('about:blank');
    const startedAt = performance.now();
    // A click in Sessions sends this request, together with the requests that load the page.
    const switched = panel.send({ type: 'switch_session', session: size.id });
    await page.goto(panel.url.href, { waitUntil: 'commit' });
    await waitForText(page, lastPrompt(size));
    measured[size === LARGE ? 'large' : 'small'].panel.push(performance.now() - startedAt);
    await switched;
  }
  await page.context().close();
  await Promise.all([panel.close(), home.model.close()]);
}

async function measurePeer(
  lab: Lab,
  { installed, browser, measured }: { installed: Installed; browser: Browser; measured: Measured },
): Promise<void> {
  const home = await makeScriptedPiHome(lab);
  const server = await PeerPanel.open(lab, installed, home);
  const page = await openPage(browser);
  await openPeerComposer(page, server, home);
  measured.ready.peer.push((nowMicros() - server.startedAt) / 1000);
  home.model.queue([ANSWER]);
  await traced({ browser, page, measured, side: 'peer' }, async () => {
    await page.locator('textarea').first().fill('Write.');
    await page.locator('textarea').first().press('Enter');
    await waitForText(page, END);
  });
  // The peer's page shows a new session only if that page started it, so the bytes are measured on a different session.
  const session = await server.newSession(home.folders.workspace);
  const follower = await server.follow(session);
  home.model.queue([ANSWER]);
  await server.prompt(session, 'Write.');
  measured.bytes.peer.push(await follower.ended);
  follower.close();
  await storeSizes(home.folders.agentDir, home.folders.workspace);
  for (const size of [LARGE, SMALL]) {
    await page.goto('about:blank');
    const startedAt = performance.now();
    await page.goto(sessionAddress(server, size.id), { waitUntil: 'commit' });
    await waitForText(page, lastPrompt(size));
    measured[size === LARGE ? 'large' : 'small'].peer.push(performance.now() - startedAt);
  }
  await page.context().close();
  await Promise.all([server.close(), home.model.close()]);
}

const openPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();

async function openPeerComposer(page: Page, server: PeerPanel, { folders }: PiHome): Promise<void> {
  const url = new URL(server.url);
  url.searchParams.set('cwd', folders.workspace);
  await page.goto(url.href, { waitUntil: 'commit' });
  await page.evaluate(async () => {
    while (!document.querySelector('textarea:enabled'))
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

function sessionAddress({ url }: PeerPanel, session: string): string {
  return new URL(`?session=${session}`, url).href;
}

/** Avoids `page.waitForFunction`, whose `eval` the policy of the panel's page forbids. */
function waitForText(page: Page, text: string): Promise<void> {
  return page.evaluate(async (text) => {
    // The page may not have a body yet.
    while (!document.querySelector('body')?.textContent.includes(text))
      await new Promise((resolve) => requestAnimationFrame(resolve));
  }, text);
}

async function traced(
  { browser, page, measured, side }: { browser: Browser; page: Page; measured: Measured; side: keyof Sides },
  act: () => Promise<void>,
): Promise<void> {
  const { cpuMs } = await traceTasks(browser, page, act);
  measured.longest[side].push(Math.max(...cpuMs));
  measured.total[side].push(cpuMs.reduce((sum, ms) => sum + ms, 0));
}

/** The package as npm installs it for a user, with what it depends on. */
async function ownSize(lab: Lab): Promise<number> {
  const folder = join(lab.root, 'own');
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', lab.root], { cwd: ROOT });
  const packed = (await readdir(lab.root)).find((name) => name.endsWith('.tgz'));
  await install(folder, join(lab.root, packed ?? ''));
  return sizeOf(join(folder, 'node_modules'));
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function figures(measured: Measured, sizes: Sides, name: string): Figure[] {
  const { ready, bytes, longest, total, large, small } = measured;
  const beside = ({ panel, peer }: Sides): Pick<Figure, 'product' | 'floor'> => ({
    product: panel,
    floor: { name, values: peer },
  });
  return [
    { name: 'start until the composer takes text (M11)', unit: 'ms', ...beside(ready) },
    {
      name: 'bytes of 10,000 tokens to one page (M2)',
      unit: 'bytes',
      ...beside(bytes),
      note: `for ${TEXT.length / 1000} kB of text`,
    },
    { name: 'longest task while they stream in (M5)', unit: 'ms', ...beside(longest), note: 'CPU time' },
    { name: 'all tasks while they stream in (M5)', unit: 'ms', ...beside(total), note: 'CPU time' },
    { name: 'load of the page with a session of 106 MB (M6)', unit: 'ms', ...beside(large) },
    { name: 'load of the page with a session of 1 MB (M6)', unit: 'ms', ...beside(small) },
    { name: 'installed, with all dependencies', unit: 'bytes', ...beside(sizes) },
  ];
}
