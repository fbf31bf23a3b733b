// The table of language servers in the settings, and the tool with which pi asks them, with a real server.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { InputMethod } from './compositions.ts';
import { openFile } from './editor-page.ts';
import { answers, chat, open, send, settings } from './page.ts';
import { expect, test } from './panel.ts';
import { APP, BROKEN, install, OWN, TRUSTED } from './script-project.ts';

const rows = (page: Page): Locator => settings(page).getByRole('list', { name: 'Language servers' });
const row = (page: Page, name: string | RegExp): Locator => rows(page).getByRole('listitem', { name });

async function showTable(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await settings(page).getByRole('tab', { name: 'Code servers' }).click();
  await expect(rows(page)).toBeVisible();
}

// A real server may take most of a minute to read its libraries.
test.describe.configure({ timeout: 120_000 });

test.describe('in a folder that is trusted', () => {
  test.use({ panelOptions: TRUSTED });

  test('a row says where a server is and what it takes, switches it off and on, and gives it another command', async ({
    page,
    panel,
  }) => {
    await install(panel);
    await open(page, panel);
    await openFile(page, 'src', 'app.ts');
    await showTable(page);
    const own = row(page, /^typescript-language-server/);
    await expect(own).toContainText(/\d+(\.\d)? MB/, { timeout: 60_000 });
    await expect(own).toContainText('node_modules/.bin/typescript-language-server');
    await own.getByRole('switch').uncheck();
    await expect(row(page, 'typescript-language-server, Off')).toBeVisible();
    await expect(own).not.toContainText('MB');
    await own.getByRole('switch').check();
    await expect(own).toContainText(/\d+(\.\d)? MB/, { timeout: 60_000 });

    await own.getByRole('button', { name: 'Command' }).click();
    const command = own.getByRole('textbox', { name: 'Command of typescript-language-server' });
    await command.fill('no-such-server --stdio');
    await command.press('Enter');
    await expect(row(page, 'no-such-server, not found')).toBeVisible();
    await page.reload();
    await showTable(page);
    await row(page, 'no-such-server, not found').getByRole('button', { name: 'Command' }).click();
    await row(page, 'no-such-server, not found').getByRole('textbox').fill('');
    await row(page, 'no-such-server, not found').getByRole('textbox').press('Enter');
    // Found, or already running again for the file that the page has reopened.
    await expect(row(page, /^typescript-language-server, /)).toBeVisible();
    await expect(row(page, /^no-such-server/)).toHaveCount(0);
  });

  test('pi has the tool “diagnostics” only while it is switched on', async ({ page, panel }) => {
    await install(panel);
    await panel.write('src/app.ts', BROKEN);
    panel.model.queue([calls('diagnostics', { paths: ['src/app.ts'] }), says('One error.')]);
    await open(page, panel);
    await showTable(page);
    const tool = settings(page).getByRole('group', { name: 'Tool for pi' });
    await tool.getByRole('button', { name: 'On' }).click();
    await page.keyboard.press('Escape');
    await send(page, 'Are there errors?');
    await expect(answers(page)).toHaveText(['One error.'], { timeout: 90_000 });
    await chat(page)
      .getByRole('button', { name: /diagnostics/i })
      .first()
      .click();
    await expect(chat(page)).toContainText(
      `src/app.ts:${APP.split('\n').length}:14: error: Type 'number' is not assignable to type 'string'.`,
    );
    await showTable(page);
    await tool.getByRole('button', { name: 'Off' }).click();
    await page.keyboard.press('Escape');
    panel.model.queue([calls('diagnostics', {}), says('No tool.')]);
    await send(page, 'And now?');
    await expect(answers(page)).toHaveText(['One error.', 'No tool.']);
    await expect(chat(page)).toContainText('Tool diagnostics not found');
  });
});

test.describe('in another folder', () => {
  test.use({ panelOptions: OWN });

  test('a server is added for a language, is found or not, and is removed', async ({
    page,
    panel,
    browserName,
  }) => {
    await open(page, panel);
    await showTable(page);
    const form = settings(page).getByRole('form', { name: 'Add a language server' });
    if (browserName === 'chromium') {
      const ime = await InputMethod.of(page);
      await ime.composeInEach('web/settings/servers/NewServer.svelte', (name) => form.getByLabel(name));
      const bash = row(page, /^bash-language-server/);
      await bash.getByRole('button', { name: 'Command' }).click();
      await ime.composeIn('web/settings/servers/ServerRow.svelte', bash.getByRole('textbox'));
    }
    await form.getByRole('textbox', { name: 'Command' }).fill('my-server "with words"');
    await form.getByRole('textbox', { name: 'Languages' }).fill('lua, go');
    await form.getByRole('button', { name: 'Add' }).click();
    const added = row(page, 'my-server, not found');
    await expect(added).toContainText('lua, go');
    await page.reload();
    await showTable(page);
    await added.getByRole('button', { name: 'Remove my-server' }).click();
    await expect(added).toBeHidden();
  });
});
