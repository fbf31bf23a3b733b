// A budget with the real pi: the user gets a warning, the agent stops between two turns and continues on request.
import type { Page } from '@playwright/test';
import type { BudgetState } from '../../shared/budget.ts';
import { gate } from '../panel/scripted.ts';
import { answers, button, conversation, expectIdle, notifications, open, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const usage = { prompt_tokens: 400, completion_tokens: 100 };
const works = (command: string) => ({ steps: [{ tool: 'bash', args: { command } }], usage });

async function setBudget(page: Page, panel: RunningPanel, stops: boolean): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/?settings=panel`);
  const session = page.getByRole('group', { name: 'Session budget' });
  await session.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await session.getByRole('textbox', { name: 'Amount' }).blur();
  await expect(session.getByRole('combobox', { name: 'Unit' })).toBeEnabled();
  await session.getByRole('combobox', { name: 'Unit' }).selectOption('tokens');
  const choice = page.getByRole('group', { name: 'When it is used up' });
  await choice.getByRole('button', { name: stops ? 'Stop' : 'Only notify me' }).click();
  const stored = async () => (await panel.getJson<BudgetState>('budget')).budget;
  await expect.poll(stored).toEqual({ session: { amount: 1000, unit: 'tokens' }, day: null, stops });
  await page.goto(new URL(page.url()).origin);
  await expectIdle(page);
}

for (const [name, args] of [
  ['with the extension of the panel', []],
  ['without it', ['--no-companion']],
] as const) {
  test.describe(name, () => {
    test.use({ panelOptions: { args } });

    test('a session that has used up its budget stops between two turns, and continues after one click', async ({
      page,
      panel,
    }) => {
      await open(page, panel);
      await setBudget(page, panel, true);
      const held = gate();
      panel.model.queue([
        works('sleep 0.5; echo one'),
        works('sleep 0.5; echo two'),
        // Without the extension this answer is cut off; it would otherwise be faster than any model.
        { ...works('echo three'), steps: [{ until: held.until }, ...works('echo three').steps] },
        { steps: [{ text: 'All done.' }], usage },
      ]);
      await send(page, 'work');
      await expect(notifications(page)).toContainText('This session has reached its budget of 1,000 tokens.');
      await expectIdle(page);
      await expect(conversation(page).getByRole('article', { name: /^Tool bash/ })).toHaveCount(2);
      // One notice says both.
      await expect(notifications(page).getByText('The agent stops at the end of this turn.')).toHaveCount(1);
      const asked = panel.model.requests.length;
      // With the extension, pi makes no further request; without it, one that is ended at once.
      expect(asked).toBeLessThanOrEqual(args.length > 0 ? 3 : 2);

      held.open();
      await button(page, 'Context and cost').click();
      const details = page.getByRole('dialog', { name: 'Context and cost' });
      await expect(details).toContainText('Session budget');
      await button(details, 'Let this session continue').click();
      await expect(details).toContainText('This session continues without a budget.');
      await page.keyboard.press('Escape');
      await send(page, 'go on');
      await expect(answers(page).last()).toContainText('All done.');
    });
  });
}

test('a budget that only warns does not stop the agent', async ({ page, panel }) => {
  await open(page, panel);
  await setBudget(page, panel, false);
  panel.model.queue([works('echo one'), works('echo two'), { steps: [{ text: 'All done.' }], usage }]);
  await send(page, 'work');
  await expect(answers(page).last()).toContainText('All done.');
  await expect(notifications(page)).toContainText('This session has reached its budget of 1,000 tokens.');
});
