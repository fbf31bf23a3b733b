// The errors that a turn has brought, in its foot, with a real typescript-language-server.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { openFile } from './editor-page.ts';
import { answers, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';
import { APP, install, TRUSTED } from './script-project.ts';

const foot = (page: Page): Locator => page.locator('[data-turn-foot]');
const edit = (oldText: string, newText: string) =>
  calls('edit', { path: 'src/app.ts', edits: [{ oldText, newText }] });

/** Starts the server, with another file than the one that pi changes. */
async function startServer(page: Page): Promise<void> {
  await openFile(page, 'src', 'shapes.ts');
  await page.keyboard.press('Alt+p');
  const server = page.getByRole('list', { name: 'Language servers' });
  await expect(server).toContainText(/typescript-language-server\s*\d+(\.\d)? MB/, { timeout: 60_000 });
}

// A real server may take most of a minute to read its libraries.
test.describe.configure({ timeout: 120_000 });

test.use({ panelOptions: TRUSTED });

test('a turn that breaks a type says so in its foot, one click sends it to pi, and once pi has mended it the foot says that', async ({
  page,
  panel,
}) => {
  await install(panel);
  // Errors that were there before are not blamed on the turn.
  await panel.write('src/app.ts', `${APP}export const old: string = garden;\n`);
  panel.model.queue([
    edit('area(3, 4)', "area(3, 'four')"),
    says('Done.'),
    edit("'four'", '4'),
    says('Mended.'),
  ]);
  await open(page, panel);
  await startServer(page);
  await send(page, 'Break it');
  await expect(answers(page)).toHaveText(['Done.']);
  await expect(foot(page)).toContainText('1 new error in app.ts', { timeout: 60_000 });
  await foot(page).getByRole('button', { name: '1 new error in app.ts' }).click();
  await expect(foot(page)).toContainText("Argument of type 'string' is not assignable");
  await expect(foot(page)).toContainText('src/app.ts:3');
  await expectIdle(page);
  await foot(page).getByRole('button', { name: 'Send to pi' }).click();
  await expect(answers(page)).toHaveText(['Done.', 'Mended.']);
  await expect(page.getByText(/^Fix this problem in @src\/app\.ts:3: Argument of type/)).toBeVisible();
  await expect(foot(page).first()).toContainText('1 new error, mended since', { timeout: 60_000 });
  await expect(foot(page).last()).not.toContainText('error');
});

test('errors are looked for while no page is open, and stay after a reload', async ({ page, panel }) => {
  await install(panel);
  panel.model.queue([edit('area(3, 4)', "area(3, 'four')"), says('Done.')]);
  await open(page, panel);
  await startServer(page);
  const address = page.url();
  await send(page, 'Break it');
  await page.goto('about:blank');
  await expect.poll(() => panel.read('src/app.ts')).toContain("'four'");
  await page.goto(address);
  await expect(foot(page)).toContainText('1 new error in app.ts', { timeout: 60_000 });
  await page.reload();
  await expect(foot(page)).toContainText('1 new error in app.ts');
});

test('what the user mends is mended', async ({ page, panel }) => {
  await install(panel);
  panel.model.queue([edit('area(3, 4)', "area(3, 'four')"), says('Done.')]);
  await open(page, panel);
  await startServer(page);
  await send(page, 'Break it');
  await expect(foot(page)).toContainText('1 new error in app.ts', { timeout: 60_000 });
  await panel.write('src/app.ts', APP);
  await expect(foot(page)).toContainText('1 new error, mended since', { timeout: 60_000 });
});
