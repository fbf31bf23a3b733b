// The terminal of the page, and runs of commands that the scripted model asks for.
import type { Locator, Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { open as openPage, openTerminal, send, tabPanel, terminal } from './page.ts';
import type { RunningPanel } from './panel.ts';

export const tabs = (page: Page): Locator =>
  terminal(page).getByRole('tablist', { name: 'Runs' }).getByRole('tab');

export const follow = (page: Page): Locator => terminal(page).getByRole('button', { name: 'Follow output' });

export async function open(page: Page, panel: RunningPanel): Promise<void> {
  await openPage(page, panel);
  await openTerminal(page);
}

/** Makes the model run these scripts with bash, as `sh NAME`, so that their text appears only in their output. */
export async function run(panel: RunningPanel, page: Page, scripts: Record<string, string>): Promise<void> {
  for (const [name, script] of Object.entries(scripts)) await panel.write(name, script);
  const names = Object.keys(scripts);
  panel.model.queue([
    ...names.map((name) => ({ steps: [{ tool: 'bash', args: { command: `sh ${name}` } }] })),
    says('That was it.'),
  ]);
  await send(page, `run ${names.join(' and ')}`);
}

/** Shell code that waits until the test writes this file. */
export const until = (file: string): string => `while [ ! -e ${file} ]; do sleep 0.02; done`;

export async function wheel(page: Page, notches: number): Promise<void> {
  const box = (await tabPanel(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, notches * 100);
}

/** Many lines, a marked end, and one more line once the test writes `go`. */
export const LONG = `for i in $(seq 1 200); do echo "row $i"; done; echo end of rows; ${until('go')}; echo after the end`;
