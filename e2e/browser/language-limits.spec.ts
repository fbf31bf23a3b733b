// The editor beside a real server that does not answer, and with more problems than anybody reads.
import { rm, writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { installScripted } from '../../server/languages/fixtures/scripted-server.ts';
import type { Locator, Page } from '@playwright/test';
import { openFile, text, type } from './editor-page.ts';
import { button, editor, open } from './page.ts';
import { expect, test } from './panel.ts';
import { APP, install, SERVER, TRUSTED } from './script-project.ts';

const toast = (page: Page, hasText: string): Locator => page.locator('.toast').filter({ hasText });

test.use({ panelOptions: TRUSTED });
// A real server may take most of a minute to read its libraries.
test.describe.configure({ timeout: 120_000 });

test('a word is completed although the user typed it while the server was busy with the one before', async ({
  page,
  panel,
}) => {
  const { received } = await installScripted(panel.workspace);
  const asked = async () => (await received()).filter((one) => one === 'textDocument/completion').length;
  await panel.write('src/app.ts', '// problems 1, until =gard\nconst garden = 1;\n');
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await expect(button(editor(page), '1 problem')).toBeVisible();
  await type(page, 'Control+End', 'c');
  await expect.poll(asked).toBe(1);
  await page.keyboard.type('onst more =gard');
  await expect(page.locator('.suggest-widget').getByText('garden')).toBeVisible();
});

test('a jump to a definition that waits for the server says so, and that the project is still being loaded', async ({
  page,
  panel,
}) => {
  await installScripted(panel.workspace);
  await panel.write('src/app.ts', 'const area = 1;\n// loading, problems 1, until =now\n');
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await button(editor(page), '1 problem').click();
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('list', { name: 'Language servers' })).toContainText(
    'loading the project…',
  );
  await text(page).getByText('area').click();
  await page.keyboard.press('F12');
  for (const said of [
    'is still loading the project and may not find everything yet.',
    "hasn't answered yet.",
  ])
    await expect(toast(page, `typescript-language-server ${said}`)).toBeVisible();
});

test('F12 in a file that no server knows says that none runs for it', async ({ page, panel }) => {
  await panel.write('src/notes.txt', 'area\n');
  await open(page, panel);
  await openFile(page, 'src', 'notes.txt');
  await text(page).getByText('area').click();
  await page.keyboard.press('F12');
  await expect(toast(page, 'No language server runs for this file.')).toBeVisible();
});

test('what is typed into 5,000 lines appears and is saved while the server hangs', async ({
  page,
  panel,
}) => {
  await install(panel);
  const program = path.join(panel.workspace, 'node_modules', '.bin', 'typescript-language-server');
  const noted = path.join(panel.workspace, 'pid');
  await rm(program);
  const script = `#!/bin/sh\necho $$ > '${noted}'\nexec '${process.execPath}' '${SERVER}' "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  const lines = Array.from({ length: 5000 }, (_, n) => `export const value${n}: number = ${n};\n`).join('');
  await panel.write('src/app.ts', `${lines}export const wrong: string = value1;\n`);
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await expect(button(editor(page), '1 problem')).toBeVisible({ timeout: 60_000 });
  process.kill(Number(await readFile(noted, 'utf8')), 'SIGSTOP');
  // Each word asks for completions, which do not come.
  await type(page, 'Control+Home', 'const more = value1 + value2;');
  await expect(text(page)).toContainText('const more = value1 + value2;', { timeout: 2000 });
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => panel.read('src/app.ts'))
    .toContain('const more = value1 + value2;export const value0');
});

test('of 2,500 errors in a file the list shows the first ones and counts all, and each mend is seen', async ({
  page,
  panel,
}) => {
  await install(panel);
  await panel.write('src/app.ts', `${APP}${"area('3', 4);\n".repeat(2500)}`);
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  const count = button(editor(page), '2,500 problems');
  await expect(count).toBeVisible({ timeout: 60_000 });
  await count.click();
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('status')).toHaveText('2,500 problems');
  await expect(problems.getByRole('list', { name: 'Problems' }).getByRole('listitem')).toHaveCount(500);
  await expect(problems).toContainText("2,000 more aren't shown.");
  await type(page, 'Control+Home', 'const area = (...all: unknown[]): number => all.length;\n// ');
  await expect(problems.getByRole('status')).toBeEmpty();
});
