// Opens the page in a running browser, until the composer is usable and pi is idle.
import { chromium, type Browser, type Page } from 'playwright';
import { findBrowser } from '../../../scripts/browser.mjs';
import type { Lab } from './lab.ts';
import { nowMicros, withDeadline } from './timing.ts';

const USABLE_MS = 30_000;

export async function launchBrowser(lab: Lab): Promise<Browser> {
  // Playwright's own signal handlers would exit without stopping anything else.
  const own = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ ...(await findBrowser()), ...own });
  lab.onClose(() => browser.close());
  // The first page of a browser takes longer than later ones.
  const page = await browser.newPage();
  await page.setContent('<h1>warm</h1>');
  await page.close();
  return browser;
}

export interface Opened {
  /** When the composer accepted text, by `nowMicros`. */
  usableAt: number;
  /** When the agent was idle as well. */
  idleAt: number;
}

/**
 * Opens the panel. Resolves when the composer is editable and the agent is idle. The page itself notices both, because
 * Playwright, which asks again and again, would see them up to half a second later. Each leaves a mark in the page's
 * performance timeline, `benchUsable` and `benchIdle`.
 */
export async function openComposer(page: Page, url: string): Promise<Opened> {
  const [usable, idle] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  await page.exposeFunction('benchUsable', () => usable.resolve(nowMicros()));
  await page.exposeFunction('benchIdle', () => idle.resolve(nowMicros()));
  await page.addInitScript(watchComposer);
  await page.goto(url, { waitUntil: 'commit' });
  const both = Promise.all([usable.promise, idle.promise]);
  const [usableAt, idleAt] = await withDeadline(USABLE_MS, 'a usable composer and an idle agent', both);
  const composer = page.getByRole('textbox', { name: 'Message', exact: true, disabled: false });
  if (!(await composer.isEditable())) throw new Error('The composer is visible but not editable.');
  return { usableAt, idleAt: Math.max(usableAt, idleAt) };
}

/** This function runs in the page. */
function watchComposer(): void {
  const bench = globalThis as unknown as { benchUsable: () => void; benchIdle: () => void };
  const told = new Set<string>();
  const tell = (what: 'benchUsable' | 'benchIdle', isTrue: boolean): void => {
    if (!isTrue || told.has(what)) return;
    told.add(what);
    performance.mark(what);
    bench[what]();
  };
  const look = (): void => {
    const composer = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]');
    tell('benchUsable', composer !== null && !composer.disabled && !composer.readOnly);
    const status = document.querySelector('[role="status"][aria-label="Agent status"]');
    tell('benchIdle', status?.textContent.trim() === 'idle');
    if (told.size === 2) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}
