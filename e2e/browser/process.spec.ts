// pi is missing, exits at its start or later, hangs, or has no model: the page says so and what to do.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import {
  agents,
  agentStatus,
  button,
  composer,
  conversation,
  converse,
  expectIdle,
  notifications,
  open,
  palette,
  prompts,
  queue,
  queued,
  send,
  sessions,
  statusBar,
} from './page.ts';
import { expect, test } from './panel.ts';

test.describe('without a model', () => {
  test.use({ panelOptions: { withDemo: false } });

  test('R-21: the page says what is missing, and a button starts the demo model', async ({ page, panel }) => {
    await open(page, panel);
    await expect(page.getByText('it has no key for any provider yet')).toBeVisible();
    await page.getByRole('group', { name: 'Providers' }).getByRole('button', { name: 'Anthropic' }).click();
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
    panel.model.queue([says('Here I am.')]);
    await page.getByRole('button', { name: /demo/i }).click();
    await expect(page.getByRole('button', { name: /^Model: .*demo/i })).toBeVisible();
    await send(page, 'hello');
    await expect(conversation(page)).toContainText('Here I am.');
  });
});

test.describe('with an agent that cannot be started', () => {
  test.use({ panelOptions: { args: ['--agent', '/no/such/pi'] } });

  test('R-21: the page names the program and offers a restart', async ({ page, panel }) => {
    await page.goto(panel.url.href);
    await expect(page.getByRole('alert')).toContainText('/no/such/pi');
    await expect(button(page, 'Restart')).toBeVisible();
    await expect(agentStatus(page)).toHaveText(/exited/);
  });
});

test.describe('with an extension that does not load', () => {
  test.use({ panelOptions: { piArgs: ['-e', '/no/such/extension.ts'] } });

  test('R-20: the page shows the end of stderr', async ({ page, panel }) => {
    await page.goto(panel.url.href);
    await expect(page.getByRole('alert')).toContainText('no/such/extension.ts');
    await expect(agentStatus(page)).toHaveText(/exited/);
  });
});

const KILLER = `export default function (pi) {
  pi.registerCommand('die', { description: 'dies', handler: async () => { process.stderr.write('I am dying\\n'); process.exit(3); } });
}
`;

test.describe('with an agent that dies', () => {
  test.use({ panelOptions: { piArgs: ['-e', './killer.ts'], files: { 'killer.ts': KILLER } } });

  test('R-19: the page keeps the conversation and shows the reason, and Restart continues it', async ({
    page,
    panel,
  }) => {
    await writeFile(path.join(panel.workspace, 'killer.ts'), KILLER);
    await open(page, panel);
    await converse(page, panel, ['hello', 'An answer from before.']);
    await send(page, '/die');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('exit code 3');
    await expect(alert).toContainText('I am dying');
    await expect(conversation(page)).toContainText('An answer from before.');
    await button(page, 'Restart').click();
    await expect(composer(page)).toBeFocused();
    await expectIdle(page);
    await expect(alert).toHaveCount(0);
    await expect(conversation(page)).toContainText('An answer from before.');
    panel.model.queue([says('An answer from after.')]);
    await composer(page).fill('go on');
    await composer(page).press('Enter');
    await expect(conversation(page)).toContainText('An answer from after.');
    await expectIdle(page);

    // The user restarts a healthy pi.
    const [before] = await panel.children();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('Restart the agent');
    const answered = page.waitForResponse(/\/restart$/);
    await page.keyboard.press('Enter');
    expect((await answered).ok()).toBe(true);
    await expect.poll(async () => (await panel.children())[0]).not.toBe(before);
    await expectIdle(page);
    expect(await notifications(page).innerText()).not.toContain("wasn't started");
    await expect(conversation(page)).toContainText('An answer from after.');
  });
});

test('an answer that a killed pi did not finish stays readable, is tried again, and leaves other sessions alone', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['Old work', 'Finished long ago.']);
  await button(page, 'New session').click();
  await expect(conversation(page)).not.toContainText('Old work');
  await converse(page, panel, ['Fix the tests', 'Which ones?']);
  panel.model.queue([{ steps: [{ text: 'Half of an answer' }, { hang: true }] }]);
  await send(page, 'All of them');
  await expect(conversation(page)).toContainText('Half of an answer');
  await composer(page).fill('and then the docs');
  await button(page, 'Follow up').click();
  await expect(queued(page)).toHaveText(/and then the docs/);
  const [pi] = await panel.children();
  process.kill(pi!, 'SIGKILL');
  await button(page, 'Restart').click();
  await expectIdle(page);

  const error = conversation(page).getByRole('group', { name: 'Error' });
  await expect(error).toContainText('The answer was interrupted');
  await expect(conversation(page)).toContainText('Half of an answer');
  const known = await panel.command<{ messages: object[] }>({ type: 'get_messages' });
  expect(JSON.stringify(known)).toContain('All of them');
  expect(JSON.stringify(known)).not.toContain('Half of an answer');
  await expect(queued(page)).toHaveText(/Returned.*and then the docs.*not delivered(?!, from)/s);
  await page.getByRole('button', { name: /^Agents/ }).click();
  const row = agents(page).getByRole('list', { name: 'All agents' }).getByRole('listitem');
  await expect(row).toHaveAccessibleName(/idle, interrupted$/);

  await button(page, 'Sessions').click();
  const session = (text: string): Locator =>
    sessions(page).getByRole('listitem').filter({ hasText: text }).locator('[data-session]');
  await session('Old work').click();
  await expect(conversation(page)).toContainText('Finished long ago.');
  await expect(error).toHaveCount(0);
  await expect(queued(page)).toHaveText(/Returned.*and then the docs.*not delivered, from “Fix the tests”/s);
  await expect(button(queue(page), 'Edit queue')).toHaveCount(0);
  await page.getByRole('button', { name: /^Agents/ }).click();
  await expect(row).toHaveAccessibleName(/idle$/);

  await button(page, 'Sessions').click();
  await session('Fix the tests').click();
  await expect(error).toContainText('The answer was interrupted');
  await expect(queued(page)).toHaveText(/not delivered(?!, from)/);
  panel.model.queue([says('All of them are fixed.')]);
  await button(error, 'Retry').click();
  await expect(conversation(page)).toContainText('All of them are fixed.');
  await expect(conversation(page)).toContainText('Half of an answer');
  await expect(prompts(page)).toHaveText([/Fix the tests/, /All of them/, /Continue/]);
});

test.describe('a panel with little patience', () => {
  // pi counts as silent after 1.2 s instead of 40 s.
  test.use({ panelOptions: { env: { PI_PANEL_PATIENCE: '0.03' } } });
  test.skip(process.platform !== 'linux', 'pi is found in /proc');

  test('R-22: the page shows that pi hangs until it responds again, and Restart continues the conversation', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await converse(page, panel, ['hello', 'An answer from before.']);
    const alert = page.getByRole('alert');
    const [pi] = await panel.children();
    process.kill(pi!, 'SIGSTOP');
    await expect(alert).toContainText(/hasn't answered since \d\d:\d\d:\d\d/);
    await expect(statusBar(page)).toContainText('not responding');
    process.kill(pi!, 'SIGCONT');
    await expect(alert).toHaveCount(0);
    process.kill(pi!, 'SIGSTOP');
    await alert.getByRole('button', { name: 'Restart' }).click();
    await expect(alert).toHaveCount(0);
    await expectIdle(page);
    await expect(conversation(page)).toContainText('An answer from before.');
    await expect.poll(() => panel.children()).not.toContain(pi);
    await converse(page, panel, ['go on', 'An answer from after.']);
  });
});

test.describe('a project with its own files for pi', () => {
  test.use({ panelOptions: { files: { '.pi/prompts/fix-here.md': 'Fix it here.' } } });

  test('they are named once, and loaded when the user trusts the project for this run or for good', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const notice = page.getByRole('region', { name: 'Untrusted project' });
    await expect(notice).toContainText('.pi/prompts/fix-here.md');
    await notice.getByRole('button', { name: 'Not now' }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await expectIdle(page);
    await expect(notice).toBeHidden();
    await page.evaluate(() => localStorage.removeItem('pi-panel.untrusted-seen'));
    await page.reload();
    await notice.getByRole('button', { name: 'Trust for this run' }).click();
    await expect(notice).toBeHidden();
    await expectIdle(page);
    await composer(page).fill('/fix');
    await expect(page.getByRole('option', { name: /fix-here/ })).toBeVisible();
    // For good, in the settings: pi's own list of trusted folders has it then.
    await composer(page).fill('');
    await page.goto(`${page.url().split('?')[0]}?settings=packages`);
    const trust = page.getByRole('group', { name: 'Project trust' });
    await trust.getByRole('button', { name: 'Always trust' }).click();
    await expect(trust.getByRole('button', { name: 'Revoke trust' })).toBeVisible();
    const stored = await readFile(path.join(panel.folders.agentDir, 'trust.json'), 'utf8');
    expect(JSON.parse(stored)).toEqual({ [panel.workspace]: true });
  });
});
