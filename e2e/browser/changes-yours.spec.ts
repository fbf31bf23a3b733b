// Changes that may be the user's, because another program wrote while a command ran: with real pi and real files.
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { button, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const TEXT = 'one\ntwo\nthree\n';

test.use({ panelOptions: { files: { 'a.txt': TEXT, 'list.md': TEXT, 'notes.txt': TEXT } } });

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Undo changes' });

test('K2: a file that may be the user’s is unchecked in the dialog, which says why; one box includes all of them', async ({
  page,
  panel,
}) => {
  const place = (name: string): string => path.join(panel.workspace, name);
  await open(page, panel);
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  const command = 'sleep 0.6; while [ ! -e ready ]; do sleep 0.05; done; rm ready; echo agent >> a.txt';
  panel.model.queue([calls('bash', { command }), says('Done.')]);
  await send(page, 'Append a line');
  await expect(page.getByText('while [ ! -e ready ]').first()).toBeVisible();
  for (const name of ['notes.txt', 'list.md']) await appendFile(place(name), 'mine\n');
  await writeFile(place('ready'), '');
  await expect(page.getByText('Done.')).toBeVisible();
  await expectIdle(page);

  await button(changes(page), 'Undo turn').click();
  const row = (name: string): Locator => dialog(page).getByRole('listitem').filter({ hasText: name });
  await expect(row('a.txt').getByRole('checkbox')).toBeChecked();
  for (const name of ['notes.txt', 'list.md']) {
    await expect(row(name).getByRole('checkbox')).not.toBeChecked();
    await expect(row(name)).toContainText(
      /Found after a command of \d+ s that does not name it; it may be yours\./,
    );
  }
  const all = dialog(page).getByRole('checkbox', { name: 'Include the files that may not be the agent’s' });
  await all.check();
  await expect(button(dialog(page), 'Undo 3 files')).toBeVisible();
  await all.uncheck();
  await button(dialog(page), 'Undo 1 file').click();
  await expect(dialog(page)).toBeHidden();
  const texts = await Promise.all(
    ['a.txt', 'notes.txt', 'list.md'].map((name) => readFile(place(name), 'utf8')),
  );
  expect(texts).toEqual([TEXT, `${TEXT}mine\n`, `${TEXT}mine\n`]);
});
