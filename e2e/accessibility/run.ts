// Visits every state of the page in three languages, and runs axe on each in light, dark and forced colors.
//   npm run accessibility
// It writes docs/accessibility.md, and ends with 1 when axe finds a violation.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { findBrowser } from '../../scripts/browser.mjs';
import { startModel } from '../../server/demo/model.ts';
import { makeFolders } from '../panel/folders.ts';
import { Panel } from '../panel/panel.ts';
import { RULES_OF_COLORS, runAxe } from './axe.ts';
import { accessibilityDocument, type StateResult } from './document.ts';
import { git } from './agent-states.ts';
import { visitSetup, withNewPanel } from './setup-states.ts';
import { FILES, PI_ARGS, visitStates } from './states.ts';
import { wordsOf } from './words.ts';

const LOCALES = ['en-GB', 'zh-CN', 'ja-JP'];
const COLORS = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colors', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const;
const TARGET = new URL('../../docs/accessibility.md', import.meta.url);

const { values } = parseArgs({ options: { locale: { type: 'string', multiple: true } } });
const results: StateResult[] = [];
const browser = await chromium.launch(await findBrowser());
try {
  for (const locale of values.locale ?? LOCALES) await visit(browser, locale);
} finally {
  await browser.close();
}
const violations = results.flatMap(({ state, locale, colors, violations }) =>
  violations.map((violation) => `${state}, ${locale}, ${colors}: ${violation}`),
);
for (const violation of violations) console.log(violation);
if (!values.locale) await writeFile(TARGET, accessibilityDocument(results, browser.version()));
console.log(`${results.length} checks, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;

async function visit(browser: Browser, locale: string): Promise<void> {
  const say = await wordsOf(locale);
  const folders = await makeFolders({ files: FILES });
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ])
    git(folders.workspace, ...words);
  const model = await startModel({ pace: 1 });
  const env = { PI_PANEL_DEMO_URL: model.url };
  const panel = new Panel(folders, { withDemo: true, keepsToken: true, piArgs: PI_ARGS, env });
  try {
    await panel.start();
    const page = await openPage(browser, panel, locale);
    await visitStates({ page, panel, model, say, onState: (state) => check(page, state, locale) });
    await page.close();
  } finally {
    await panel.close();
    await model.close();
  }
  await withNewPanel(async (panel) => {
    const page = await openPage(browser, panel, locale);
    await visitSetup({ page, panel, say, onState: (state) => check(page, state, locale) });
    await page.close();
  });
}

async function openPage(browser: Browser, panel: Panel, locale: string): Promise<Page> {
  const page = await browser.newPage({ locale, viewport: { width: 1280, height: 800 } });
  await page.goto(panel.url.href);
  await page.locator('[data-region="status"] [role="status"]').nth(1).waitFor();
  return page;
}

async function check(page: Page, state: string, locale: string): Promise<void> {
  for (const { name, media } of COLORS) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    const report = await runAxe(page, name === 'light' ? undefined : RULES_OF_COLORS);
    results.push({ state, locale, colors: name, ...report });
    if (report.violations.length > 0) console.log(`${state}, ${locale}, ${name}:`, report.violations);
  }
  console.log(`${locale}: ${state}`);
}
