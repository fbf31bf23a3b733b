// Dialogs that time out, are withdrawn, or are answered elsewhere, and those that outlive a page.
import type { Page, Route } from '@playwright/test';
import { gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  expectDisconnected,
  expectIdle,
  expectLive,
  notifications,
  open,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';
import { ASKER, expectAnswer, ask } from './dialogs-page.ts';

test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

test('R-51: a dialog with a timeout counts down, and afterwards a notice says what pi assumed, also in a later tab', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'soon');
  const dialog = page.getByRole('dialog', { name: 'Quick, yes?' });
  await expect(dialog.getByRole('timer', { name: 'Time left' })).toHaveText(/^[123] s$/);
  await expect(dialog).toHaveCount(0);
  await expectAnswer(page, 'false');
  const assumed = '“Quick, yes?” was not answered in time: pi assumed No.';
  await expect(notifications(page).getByText(assumed)).toBeVisible();
  await asked;
  // It also stays where the question was, for a user who missed the toast.
  const line = page.getByRole('paragraph').filter({ hasText: assumed, has: button(page, 'Dismiss') });
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toBeVisible();
  await button(line, 'Dismiss').click();
  await expect(line).toHaveCount(0);
  const late = await context.newPage();
  await open(late, panel);
  await late.getByRole('button', { name: /notifications/i }).click();
  await expect(notifications(late).getByRole('listitem').filter({ hasText: assumed })).toHaveCount(1);
});

test('a dialog that ends with its panel leaves no warning on the console', async ({ page, panel }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await open(page, panel);
  const asked = ask(panel, 'way').catch(() => 'ended');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await panel.crashAndRestart();
  await asked;
  await expectLive(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectIdle(page);
  expect(warnings).toEqual([]);
});

test('a dialog that waits behind the settings is announced on them, and one click leads to it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.locator('dialog:modal');
  await expect(settings).toBeVisible();
  const asked = ask(panel, 'way');
  await expect(settings.getByRole('alert')).toHaveText('Waiting for you: Which way?');
  await button(settings, 'Answer').click();
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Which way?' }).getByRole('listbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"Left"');
  await asked;
});

test('R-52: a dialog and the text typed into it survive a reload and a lost connection', async ({
  page,
  panel,
}) => {
  const line = await eventLine(page);
  await open(page, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/half');
  await page.reload();
  const input = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await expect(input).toHaveValue('fix/half');
  await line.cut();
  await expectDisconnected(page);
  const meanwhile = ask(panel, 'way');
  await line.mend();
  await page.getByRole('dialog', { name: 'Which way?' }).getByRole('option', { name: 'Left' }).click();
  await meanwhile;
  await expect(input).toHaveValue('fix/half');
  await line.cut();
  await expectDisconnected(page);
  const taken = page.waitForResponse(/\/dialogs\//);
  await input.press('Enter');
  await taken;
  await line.mend();
  await asked;
  await expect(notifications(page).getByText('answer: "fix/half"')).toBeVisible();
  // Checked at once, because a wrong toast would disappear as well.
  expect(await notifications(page).innerText()).not.toContain('another tab');
  await expect(composer(page)).toHaveValue('');
});

test('R-51: a dialog that its extension withdraws closes with a notice and leaves what was typed', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'withdrawn');
  const dialog = page.getByRole('dialog', { name: 'Still there?' });
  await dialog.getByRole('textbox').fill('half an answer');
  await ask(panel, 'hang-up');
  await expect(dialog).toHaveCount(0);
  await expect(notifications(page)).toContainText(
    'asker.ts withdrew “Still there?”: pi continued without an answer.',
  );
  await expect(composer(page)).toHaveValue('half an answer');
  await expectAnswer(page, 'undefined');
  await asked;
});

test('R-50: a dialog that is answered in another tab closes here, and the text typed into it is kept', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  const other = await context.newPage();
  await open(other, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/half');
  await other.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/whole');
  await other.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAnswer(page, '"fix/whole"');
  await expect(notifications(page)).toContainText('“Branch name” was answered in another tab.');
  await expectAnswer(other, '"fix/whole"');
  expect(await notifications(other).innerText()).not.toContain('another tab');
  await expect(composer(page)).toHaveValue('fix/half');
  await expect(composer(other)).toHaveValue('');
  await asked;
});

test('R-50: when two browsers answer at the same time, one is accepted and the other is informed, fifty times', async ({
  page,
  panel,
  browser,
}) => {
  test.slow();
  const context = await browser.newContext();
  const pages = [page, await context.newPage()];
  const statuses = pages.map((): number[] => []);
  const held: Route[] = [];
  for (const [nth, at] of pages.entries()) {
    await open(at, panel);
    // Each waits for the other; then both are sent, in alternating order.
    await at.route('**/dialogs/*', async (route) => {
      held.push(route);
      if (held.length < 2) return;
      const both = statuses[0]!.length % 2 === 0 ? held.splice(0) : held.splice(0).reverse();
      await Promise.all(both.map((one) => one.continue()));
    });
    at.on('response', (response) => {
      if (response.url().includes('/dialogs/')) statuses[nth]!.push(response.status());
    });
    await answerAll(at, ['mine', 'yours'][nth]!);
  }
  await ask(panel, 'fifty');
  const answers = notifications(page).getByText(/^answer: "(mine|yours)(,(mine|yours)){49}"$/);
  await expect(answers).toBeVisible();
  const heard = (await answers.textContent())!;
  for (const [nth, at] of pages.entries()) {
    await expect(notifications(at).getByText(heard)).toBeVisible();
    await expect(at.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => statuses[nth]!.length).toBe(50);
    const lost = statuses[nth]!.filter((status) => status === 409).length;
    expect(heard.match([/mine/g, /yours/g][nth]!) ?? []).toHaveLength(50 - lost);
    const told = at.getByRole('alert').filter({ hasText: 'already answered, here or in another tab' });
    await expect(told).toHaveCount(lost > 0 ? 1 : 0);
  }
  await context.close();
});

test('a dialog causes a desktop notification once the user has turned these on, and only out of sight', async ({
  page,
  panel,
}) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    class Recorded {
      static permission = 'default';
      static requestPermission = async (): Promise<string> => (Recorded.permission = 'granted');
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
      close(): void {
        told.push('closed');
      }
    }
    Object.assign(window, { Notification: Recorded, told });
    document.hasFocus = () => false;
  });
  const told = (): Promise<string[]> => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await open(page, panel);
  const first = ask(panel, 'way');
  await page.getByRole('option', { name: 'Left' }).click();
  await first;
  expect(await told()).toEqual([]);
  await page.getByRole('button', { name: /notifications/i }).click();
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const choice = page.getByRole('group', { name: 'Desktop notifications' });
  await choice.getByRole('button', { name: 'On' }).click();
  await expect(choice.getByRole('button', { name: 'On' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  const second = ask(panel, 'sure');
  await expect.poll(told).toEqual(['Waiting for you · project: Delete it?']);
  await button(page, 'Yes').click();
  await expect.poll(told).toEqual(['Waiting for you · project: Delete it?', 'closed']);
  await second;
});

test('with every tab closed a dialog waits; the next tab shows it, and the run continues', async ({
  page,
  panel,
  context,
}) => {
  const hold = gate();
  panel.model.queue([
    { steps: [{ until: hold.until }, { tool: 'gate', args: {} }] },
    says('Done as you said.'),
  ]);
  await open(page, panel);
  await send(page, 'go on without me');
  await expect(agentStatus(page)).toHaveText(/running/);
  await page.close();
  hold.open();
  await expect.poll(() => panel.read('asked.txt').catch(() => '')).toBe('asked');
  // It is in the snapshot, the first thing that a page receives.
  expect((await panel.snapshot()).dialogs.map(({ title }) => title)).toEqual(['Through?']);
  const next = await context.newPage();
  await next.goto(panel.url.href);
  const dialog = next.getByRole('dialog', { name: 'Through?' });
  await expect(dialog).toContainText('the tool gate of asker.ts');
  await expect(next).toHaveTitle(/waiting for you/);
  await button(dialog, 'Yes').click();
  await expect(answers(next).last()).toContainText('Done as you said.');
});

/** Can cut the event stream of the page, and nothing else. Called before the page is opened. */
async function eventLine(page: Page): Promise<{ cut: () => Promise<void>; mend: () => Promise<void> }> {
  interface Cuttable {
    line: AbortController;
  }
  await page.addInitScript(() => {
    const cuttable = Object.assign(window, { line: new AbortController() });
    const fetch = window.fetch.bind(window);
    window.fetch = (input, init = {}) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes('api/events')) return fetch(input, init);
      const signals = [cuttable.line.signal, ...(init.signal ? [init.signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
  });
  return {
    cut: () => page.evaluate(() => (window as unknown as Cuttable).line.abort()),
    mend: () => page.evaluate(() => void ((window as unknown as Cuttable).line = new AbortController())),
  };
}

/** Clicks this option in every dialog from now on. */
function answerAll(page: Page, value: string): Promise<void> {
  return page.evaluate((wanted) => {
    const clicked = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const option of document.querySelectorAll<HTMLElement>('[role="dialog"] [role="option"]')) {
        if (option.textContent.trim() !== wanted || clicked.has(option)) continue;
        clicked.add(option);
        option.click();
      }
    }).observe(document.body, { subtree: true, childList: true });
  }, value);
}
