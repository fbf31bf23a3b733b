// The editor with a real typescript-language-server: places, hints, renames and problems, and a folder without trust.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { answers, composer, editor, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';
import { openFile, pickInMenu, tab, text } from './editor-page.ts';
import { BROKEN, install, OWN, SHAPES, TRUSTED } from './script-project.ts';

const problems = (page: Page): Locator => page.getByRole('region', { name: 'Problems' });
const problemList = (page: Page): Locator => problems(page).getByRole('list', { name: 'Problems' });

async function showProblems(page: Page): Promise<void> {
  await page.keyboard.press('Alt+p');
  await expect(problems(page)).toBeVisible();
}

async function clickWord(page: Page, word: string): Promise<void> {
  await expect(text(page)).toContainText(word);
  await text(page).getByText(word, { exact: true }).first().click();
}

/** Resolves once the server runs. It reads the project, which takes seconds. */
async function waitForServer(page: Page): Promise<void> {
  await showProblems(page);
  const server = problems(page).getByRole('list', { name: 'Language servers' });
  await expect(server).toContainText(/typescript-language-server\s*\d+(\.\d)? MB/, { timeout: 60_000 });
}

/** Resolves once the server has read the project with `BROKEN` in it. */
async function waitForProject(page: Page): Promise<void> {
  await waitForServer(page);
  const row = problemList(page).getByRole('listitem');
  await expect(row).toContainText("Type 'number' is not assignable to type 'string'.", { timeout: 60_000 });
}

// A real server may take most of a minute to read its libraries.
test.describe.configure({ timeout: 120_000 });

test.describe('in a folder that is trusted', () => {
  test.use({ panelOptions: TRUSTED });

  test('a hint explains a name, F12 and the menu lead to a definition in another file, and a rename in all files is one undo', async ({
    page,
    panel,
  }) => {
    await install(panel);
    await panel.write('src/app.ts', BROKEN);
    await open(page, panel);
    await openFile(page, 'src', 'app.ts');
    await waitForProject(page);
    await text(page).getByText('area', { exact: true }).last().hover();
    await expect(
      page.locator('.monaco-hover', { hasText: 'area(width: number, height: number): number' }),
    ).toBeVisible();
    await clickWord(page, 'area');
    await page.keyboard.press('F12');
    await expect(tab(page, 'shapes.ts')).toHaveAttribute('aria-selected', 'true');
    await expect(editor(page).getByText('export function')).toBeVisible();

    await tab(page, 'app.ts').click();
    await clickWord(page, 'area');
    const word = text(page).getByText('area', { exact: true }).first();
    await pickInMenu(word, 'Go to Definition');
    await expect(tab(page, 'shapes.ts')).toHaveAttribute('aria-selected', 'true');

    await clickWord(page, 'area');
    await page.keyboard.press('F2');
    await page.locator('.rename-input').fill('surface');
    await page.keyboard.press('Enter');
    const notice = page.getByText('Changed 2 files.').first();
    await expect(notice).toBeVisible();
    await expect.poll(() => panel.read('src/app.ts')).toBe(BROKEN.replaceAll('area', 'surface'));
    await expect.poll(() => panel.read('src/shapes.ts')).toBe(SHAPES.replace('area', 'surface'));
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(() => panel.read('src/app.ts')).toBe(BROKEN);
    await expect.poll(() => panel.read('src/shapes.ts')).toBe(SHAPES);
  });

  test('a rename at an import renames the function itself', async ({ page, panel }) => {
    await install(panel);
    await panel.write('src/app.ts', BROKEN);
    await open(page, panel);
    await openFile(page, 'src', 'app.ts');
    await waitForProject(page);
    await clickWord(page, 'area');
    await page.keyboard.press('F2');
    await page.locator('.rename-input').fill('surface');
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.read('src/app.ts')).toBe(BROKEN.replaceAll('area', 'surface'));
    await expect.poll(() => panel.read('src/shapes.ts')).toBe(SHAPES.replace('area', 'surface'));
  });

  test('an edit of the agent that breaks a type is a problem at once, pi is asked to fix it, and then it is gone', async ({
    page,
    panel,
  }) => {
    await install(panel);
    panel.model.queue([
      calls('edit', { path: 'src/app.ts', edits: [{ oldText: 'area(3, 4)', newText: "area(3, 'four')" }] }),
      says('Done.'),
      calls('edit', { path: 'src/app.ts', edits: [{ oldText: "'four'", newText: '4' }] }),
      says('Fixed.'),
    ]);
    await open(page, panel);
    await openFile(page, 'src', 'app.ts');
    await waitForServer(page);
    await expect(problems(page).getByText('No problems in the open files.')).toBeVisible();
    await send(page, 'Break it');
    await expect(answers(page)).toHaveText(['Done.']);
    const row = problemList(page).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText("Argument of type 'string' is not assignable");
    await expect(row).toContainText('src/app.ts:3');
    await expect(editor(page).locator('.squiggly-error')).toBeVisible();
    await expect(editor(page).getByRole('button', { name: '1 problem' })).toBeVisible();
    await expectIdle(page);
    await row.getByRole('button', { name: 'Fix with pi' }).click();
    await expect(composer(page)).toHaveValue(/^Fix this problem in @src\/app\.ts:3: Argument of type/);
    await composer(page).press('Enter');
    await expect(answers(page)).toHaveText(['Done.', 'Fixed.']);
    await expect(row).toHaveCount(0);
  });

  test('what is typed is completed and checked before it is saved', async ({ page, panel }) => {
    await install(panel);
    await panel.write('src/app.ts', BROKEN);
    await open(page, panel);
    await openFile(page, 'src', 'app.ts');
    await waitForProject(page);
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('const again: string = gard');
    await expect(page.locator('.suggest-widget').getByText('garden').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(text(page)).toContainText('const again: string = garden');
    await expect(problemList(page).getByRole('listitem')).toHaveCount(2);
    expect(await panel.read('src/app.ts')).toBe(BROKEN);
  });
});

test.describe('in a folder that is not trusted', () => {
  test.use({ panelOptions: OWN });

  test('no server starts, and the page says why and offers to trust the folder', async ({ page, panel }) => {
    await install(panel);
    await open(page, panel);
    await openFile(page, 'src', 'app.ts');
    await showProblems(page);
    const server = problems(page).getByRole('list', { name: 'Language servers' });
    await expect(server).toContainText('waits until you trust this folder');
    await expect(server.getByRole('button', { name: 'Trust this folder' })).toBeVisible();
  });
});
