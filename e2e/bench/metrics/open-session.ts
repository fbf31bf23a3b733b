// M6: a click on a session of 106 MB in Sessions, until the end of its conversation is painted, beside one of 1 MB.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { sessionFolderName } from '../../../server/sessions/agent-dir.ts';
import type { Metric } from '../figures/figure.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import { writeLongSession } from '../lab/long-session.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';

interface Size {
  id: string;
  messages: number;
  bytes: number;
}

export const LARGE: Size = { id: 'f0f0f0f0-0000-4000-8000-000000000106', messages: 12_000, bytes: 106e6 };
export const SMALL: Size = { id: 'f0f0f0f0-0000-4000-8000-000000000001', messages: 120, bytes: 1e6 };

/** Returns the text of the last prompt, which none of the other sessions has. */
export const lastPrompt = ({ messages }: Size): string => `Prompt ${messages / 3 - 1}:`;

export async function storeSizes(agentDir: string, cwd: string): Promise<void> {
  const folder = join(agentDir, 'sessions', sessionFolderName(cwd));
  await mkdir(folder, { recursive: true });
  for (const { id, messages, bytes } of [LARGE, SMALL])
    await writeLongSession(join(folder, `2026-03-02T08-00-00-000Z_${id}.jsonl`), {
      id,
      cwd,
      messages,
      bytes,
    });
}

export const openSession: Metric = {
  id: 'M6',
  title: 'opening a session of 106 MB',
  async measure(lab) {
    const { folders, model } = await makeScriptedPiHome(lab);
    await storeSizes(folders.agentDir, folders.workspace);
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const browser = await launchBrowser(lab);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await openComposer(page, panel.url.href);
    await page.getByRole('button', { name: 'Sessions', exact: true }).first().click();
    const painted: Record<string, number[]> = { [LARGE.id]: [], [SMALL.id]: [] };
    const loaded: number[] = [];
    let open: Size | null = null;
    const measure = async (size: Size): Promise<void> => {
      if (open === size) await openFromSessions(page, size === LARGE ? SMALL : LARGE);
      open = size;
      const times = await openFromSessions(page, size);
      painted[size.id]!.push(times.paintedMs);
      if (size === LARGE) loaded.push(times.idleMs);
    };
    // The first time, the rows of the list and the colors of the code are still being loaded.
    await measure(LARGE);
    await measure(SMALL);
    for (const times of [...Object.values(painted), loaded]) times.length = 0;
    await lab.takeTurns(
      'M6',
      () => measure(SMALL),
      () => measure(LARGE),
    );
    await Promise.all([browser.close(), panel.close(), model.close()]);
    const floor = { name: '1 MB', values: painted[SMALL.id]! };
    return [
      {
        name: 'end of the conversation painted',
        unit: 'ms',
        product: painted[LARGE.id]!,
        floor,
        target: { ratio: 1.1 },
        note: 'from the click in Sessions; 12,000 rows beside 120',
      },
      { name: 'pi has loaded it', unit: 'ms', product: loaded, floor, note: 'the page says so until then' },
    ];
  },
};

/** The page itself notices both, because Playwright would see them up to half a second later. */
function openFromSessions(page: Page, size: Size): Promise<{ paintedMs: number; idleMs: number }> {
  return page
    .locator(`[data-session="${size.id}"]`)
    .first()
    .evaluate(async (row, text) => {
      const until = async (isTrue: () => boolean): Promise<void> => {
        while (!isTrue()) await new Promise((resolve) => requestAnimationFrame(resolve));
      };
      const status = (): string | undefined =>
        document.querySelector('[role="status"][aria-label="Agent status"]')?.textContent.trim();
      const startedAt = performance.now();
      (row as HTMLElement).click();
      await until(() => document.querySelector('[role="log"]')?.textContent.includes(text) ?? false);
      const paintedMs = performance.now() - startedAt;
      await until(() => status() === 'idle');
      return { paintedMs, idleMs: performance.now() - startedAt };
    }, lastPrompt(size));
}
