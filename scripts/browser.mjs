// Finds the Chromium for the tests and the bench. The first candidate that opens a page wins: CHROMIUM_PATH,
// Playwright's own, the system's, a download by Playwright, and last (linux-x64 only) the build in the npm registry,
// for machines that cannot reach anything else. The result is remembered in .cache/browser.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchChromium } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const memory = join(root, '.cache', 'browser.json');

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {Record<string, string>} env the whole environment of the browser process
 * @property {string[]} args to add to Playwright's arguments (which include --no-sandbox, as root needs)
 */
/**
 * @typedef {object} Candidate
 * @property {string} [executablePath] absent: Playwright chooses
 * @property {Record<string, string>} [env] in addition to our environment
 */

// These are added to what Playwright switches off. A browser without a network retries forever, which distorts every
// measurement.
const QUIET = ['--disable-quic', '--disable-sync', '--disable-domain-reliability', '--no-pings'];

// Features of Chrome's own window. A whole Chrome (not a headless shell) prepares two web pages for the address bar
// with each page that it opens, which takes more CPU time than opening the panel does (Chromium 156).
const WINDOW_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
const DISABLE_FEATURES = '--disable-features=';

/**
 * The browser for `chromium.launch(browser)` or Playwright's `launchOptions`. Instant when remembered; otherwise it may
 * download one and reports that on stderr. Throws with advice when there is none.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  return launchOptions(readMemory() ?? (await search()));
}

/**
 * The browser that `findBrowser` has found before, or undefined.
 * @returns {Browser | undefined}
 */
export function rememberedBrowser() {
  const found = readMemory();
  return found && launchOptions(found);
}

/**
 * @param {{ executablePath: string, env: Record<string, string>, withoutFeatures: string }} found
 * @returns {Browser}
 */
function launchOptions({ executablePath, env, withoutFeatures }) {
  return {
    executablePath,
    env: { .../** @type {Record<string, string>} */ (process.env), ...env },
    args: [...QUIET, withoutFeatures],
  };
}

function readMemory() {
  if (!existsSync(memory)) return undefined;
  const kept = JSON.parse(readFileSync(memory, 'utf8'));
  if (kept.asked !== process.env.CHROMIUM_PATH || !existsSync(kept.executablePath)) return undefined;
  // Written by an older version of this file.
  if (!kept.withoutFeatures) return undefined;
  return kept;
}

async function search() {
  /** @type {string[]} */
  const failures = [];
  for (const { name, candidate } of sources()) {
    try {
      const found = await tryToOpen(candidate());
      mkdirSync(dirname(memory), { recursive: true });
      writeFileSync(memory, JSON.stringify({ asked: process.env.CHROMIUM_PATH, ...found }));
      console.error(`pi-panel: browser for tests: ${found.executablePath} (${name})`);
      return found;
    } catch (error) {
      failures.push(`${name}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    `no Chromium for the tests. Install Chrome or Chromium, or name one in CHROMIUM_PATH. Tried:\n  ${failures.join('\n  ')}`,
  );
}

/** @returns {{ name: string, candidate: () => Candidate }[]} cheapest first; `candidate` may throw */
function sources() {
  const asked = process.env.CHROMIUM_PATH;
  // A named browser has no silent fallback.
  if (asked) return [{ name: 'CHROMIUM_PATH', candidate: () => ({ executablePath: asked }) }];
  return [
    { name: "Playwright's own", candidate: () => ({}) },
    ...systemBrowsers().map((path) => ({ name: 'system', candidate: () => ({ executablePath: path }) })),
    { name: 'downloaded by Playwright', candidate: download },
    { name: 'npm registry', candidate: fetchChromium },
  ];
}

/**
 * Opens a page in the candidate and closes it again. Throws when that fails, for example for a missing library.
 * @param {Candidate} candidate
 */
async function tryToOpen({ executablePath, env = {} }) {
  // Imported here, because setup reads this file before the packages are installed.
  const { chromium } = await import('playwright');
  const server = await chromium.launchServer({
    ...(executablePath ? { executablePath } : {}),
    env: { ...process.env, ...env },
    args: QUIET,
    timeout: 30_000,
  });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    await page.setContent('<h1>works</h1>');
    const { spawnfile, spawnargs } = server.process();
    return { executablePath: spawnfile, env, withoutFeatures: withoutFeatures(spawnargs) };
  } finally {
    await server.close();
  }
}

/**
 * Chromium obeys only the last switch of a kind, so ours repeats what Playwright disables.
 * @param {string[]} args that Playwright chose
 */
function withoutFeatures(args) {
  const given = args.findLast((arg) => arg.startsWith(DISABLE_FEATURES)) ?? DISABLE_FEATURES;
  const features = given.slice(DISABLE_FEATURES.length).split(',').filter(Boolean);
  return `${DISABLE_FEATURES}${[...features, ...WINDOW_FEATURES].join(',')}`;
}

function systemBrowsers() {
  return systemPlaces().filter((path) => existsSync(path));
}

function systemPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const folder = process.env[name];
      return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
    });
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  // A headless shell needs the least CPU time.
  const shells = ['chrome-headless-shell', 'chromium-headless-shell'];
  const names = [...shells, 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @returns {Candidate} */
function download() {
  console.error('pi-panel: no Chromium found, downloading one with Playwright (once) ...');
  const cli = join(root, 'node_modules', 'playwright', 'cli.js');
  const result = spawnSync(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
    encoding: 'utf8',
    // Gives up in seconds when the network does not respond; a slow network still has minutes.
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    timeout: 5 * 60_000,
  });
  if (result.status !== 0) throw new Error(lastError(result.stderr) ?? 'the download failed');
  return {};
}

/** @param {string} output */
function lastError(output) {
  return output.split('\n').findLast((line) => line.startsWith('Error: '));
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await findBrowser();
  } catch (error) {
    console.error(`pi-panel: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
