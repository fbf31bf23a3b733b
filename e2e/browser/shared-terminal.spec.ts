// A terminal that the user shares with pi: with a real pi and real shells.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { button, expectIdle, open, region, send } from './page.ts';
import { expect, test } from './panel.ts';

test.skip(process.platform === 'win32', 'the programs are those of a Unix');

const shell = region('Shell');
const reading = (page: Page): Locator =>
  shell(page).getByRole('switch', { name: 'pi can read this terminal' });
const typing = (page: Page): Locator =>
  shell(page).getByRole('switch', { name: 'pi can type in this terminal' });

test('pi reads a terminal once the user allows it, types only what is confirmed, and no longer when it is off', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await expect(shell(page).getByRole('tab')).toHaveCount(1);
  await shell(page).getByRole('tabpanel').click();
  await page.keyboard.type('PS1=\'> \'; clear; read -s -p "Pass""word: " secret; echo re""ady\n');
  // bash echoes keys while it still reads a line, as in every terminal.
  await expect(shell(page)).toContainText('Password: ');
  await page.keyboard.type('hunter2\n');
  await expect(shell(page)).toContainText('ready');
  await expect(reading(page)).not.toBeChecked();
  await expect(typing(page)).toHaveCount(0);

  const ask = async (text: string, ...before: Parameters<typeof panel.model.queue>[0]): Promise<string> => {
    panel.model.queue([...before, says(text)]);
    await send(page, 'Look at my terminal');
    await expect(page.getByText(text)).toBeVisible();
    await expectIdle(page);
    return JSON.stringify(panel.model.requests.at(-1));
  };
  expect(await ask('I cannot.')).not.toContain('read_terminal');

  await reading(page).check();
  await expect(
    shell(page).getByRole('tab').getByRole('img', { name: 'pi can read this terminal' }),
  ).toBeVisible();
  const read = await ask('I see.', calls('read_terminal', { lines: 20 }));
  expect(read).toContain('ready');
  expect(read).not.toContain('hunter2');
  expect(read).not.toContain('type_in_terminal');

  await typing(page).check();
  panel.model.queue([calls('type_in_terminal', { input: 'echo ty""ped\r' }), says('Typed.')]);
  await send(page, 'Type');
  const question = page.getByRole('dialog', { name: /^Type/ });
  await expect(question).toContainText(String.raw`echo ty\"\"ped\r`);
  await expect(shell(page)).not.toContainText('typed');
  await button(question, 'Yes').click();
  await expect(shell(page)).toContainText('typed');
  await expect(page.getByText('Typed.')).toBeVisible();

  panel.model.queue([calls('type_in_terminal', { input: 'echo re""fused\r' }), says('Pity.')]);
  await send(page, 'Type again');
  await button(question, 'No').click();
  await expect(page.getByText('Pity.')).toBeVisible();
  expect(JSON.stringify(panel.model.requests.at(-1))).toContain('did not allow this input');
  await expect(shell(page)).not.toContainText('refused');

  await reading(page).uncheck();
  await expect(typing(page)).toHaveCount(0);
  const off = panel.model.requests.length;
  await ask('No more.');
  const tools = JSON.stringify(
    panel.model.requests.slice(off).map((request) => (request as { tools?: unknown }).tools),
  );
  expect(tools).not.toContain('terminal');
});
