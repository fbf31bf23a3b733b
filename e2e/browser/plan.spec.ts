// The plan as a document: commented on, edited, revised, approved, ticked by the work, and found again.
import type { Locator, Page } from '@playwright/test';
import { packageFile } from '../../scripts/pi-packages.ts';
import { textOf } from '../../server/demo/chat.ts';
import { says } from '../panel/scripted.ts';
import { storeSession } from '../panel/session-files.ts';
import { InputMethod } from './compositions.ts';
import { conversation, expectIdle, open, palette, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const plan = (page: Page): Locator => page.getByRole('region', { name: 'Plan' });
const steps = (page: Page): Locator => plan(page).getByRole('document').getByRole('checkbox');
const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
const PLAN = `# Plan\n\n${numbers.map((n) => `${n}. Step number ${n}`).join('\n')}`;

async function showPlan(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await palette(page).getByRole('combobox').fill('Plan');
  await palette(page).getByRole('option', { name: /^Plan/ }).first().click();
}

async function comment(page: Page, n: number, text: string): Promise<void> {
  await plan(page)
    .getByRole('button', { name: `Comment on Step number ${n}`, exact: true })
    .click();
  await plan(page).getByRole('textbox').fill(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(plan(page).getByText(text)).toBeVisible();
}

/** Continues in a fork that begins before the first message of the user with these words. */
async function forkBefore(panel: RunningPanel, words: string): Promise<void> {
  const { messages } = await panel.command<{ messages: { entryId: string; text: string }[] }>({
    type: 'get_fork_messages',
  });
  const { entryId } = messages.find(({ text }) => text.startsWith(words))!;
  await panel.command({ type: 'fork', entryId });
}

const lastPrompt = (panel: RunningPanel): string => textOf(panel.model.requests.at(-1)!.messages.at(-1)!);

test('a plan of 30 steps is commented on, revised, approved, ticked by the work, and there after a restart', async ({
  page,
  panel,
  browser,
}) => {
  test.slow();
  await open(page, panel);
  panel.model.queue([says(PLAN)]);
  await send(page, 'Make a plan');
  await expect(conversation(page)).toContainText('Step number 30');
  await expectIdle(page);
  await page.getByRole('button', { name: 'Open as a plan' }).click();
  await expect(steps(page)).toHaveCount(30);
  await expect(plan(page).getByRole('button', { name: 'Revise' })).toBeDisabled();

  await comment(page, 2, 'Twice, please.');
  // Unsent comments survive a reload.
  await page.reload();
  await expectIdle(page);
  await showPlan(page);
  await expect(plan(page).getByText('Twice, please.')).toBeVisible();

  // The session keeps them, so another browser shows them and adds one.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await open(other, panel);
  await showPlan(other);
  await expect(plan(other).getByText('Twice, please.')).toBeVisible();
  await comment(other, 3, 'With care.');
  await expect(plan(page).getByText('With care.')).toBeVisible();

  panel.model.queue([says('- [x] Step number 1\n- [ ] Step number 2')]);
  await plan(page).getByRole('button', { name: 'Revise' }).click();
  await expect(conversation(page)).toContainText('Revise the plan.');
  await expectIdle(page);
  expect(lastPrompt(panel)).toContain('> 2. Step number 2\nTwice, please.\n\n> 3. Step number 3\nWith care.');
  for (const each of [page, other]) await expect(plan(each).getByText(/Twice|With care/)).toHaveCount(0);
  await expect(plan(page).getByRole('status')).toHaveText('1 of 30 steps done');

  panel.model.queue([says('Going on. [DONE:2] [DONE:30]')]);
  await plan(page).getByRole('button', { name: 'Approve' }).click();
  await expect(conversation(page)).toContainText('The plan is approved. Go ahead.');
  await expect(plan(page).getByRole('status')).toHaveText('3 of 30 steps done');
  await expect(steps(page).nth(29)).toBeChecked();
  await expect(steps(page).nth(28)).not.toBeChecked();

  await comment(page, 4, 'Later.');
  await expect(plan(other).getByText('Later.')).toBeVisible();
  await elsewhere.close();
  await panel.kill('SIGKILL');
  await panel.start();
  const third = await browser.newContext();
  const again = await third.newPage();
  await open(again, panel);
  await showPlan(again);
  await expect(plan(again).getByRole('status')).toHaveText('3 of 30 steps done');
  await expect(plan(again).getByText('Later.')).toBeVisible();

  // In a fork, the plan has the steps that were done until its beginning, and the comments that were not sent then.
  await forkBefore(panel, 'The plan is approved');
  await expect(conversation(again)).not.toContainText('The plan is approved');
  await expectIdle(again);
  if (!(await plan(again).isVisible())) await showPlan(again);
  await expect(plan(again).getByRole('status')).toHaveText('1 of 30 steps done');
  await expect(steps(again)).toHaveCount(30);
  await expect(plan(again).getByText(/Twice|With care|Later/)).toHaveCount(0);
  await forkBefore(panel, 'Revise the plan.');
  await expect(conversation(again)).not.toContainText('Revise the plan.');
  await expectIdle(again);
  if (!(await plan(again).isVisible())) await showPlan(again);
  await expect(plan(again).getByText('Twice, please.')).toBeVisible();
  await expect(plan(again).getByText('With care.')).toBeVisible();
  await expect(plan(again).getByRole('status')).toHaveText('0 of 30 steps done');
  await third.close();
});

test('a plan is found again behind more work than the page loads', async ({ page, panel }) => {
  await open(page, panel);
  const work = Array.from({ length: 600 }, (_, n) => [
    `Go on ${n}`,
    n === 300 ? 'Done. [DONE:7]' : `Work ${n}`,
  ]);
  const texts = ['Make a plan', PLAN, ...work.flat()];
  const id = '018f0000-0000-7000-8000-000000000030';
  await storeSession(panel.folders.agentDir, { id, cwd: panel.workspace, texts });
  await panel.command({ type: 'switch_session', session: id });
  await expect(conversation(page)).toContainText('Work 599');
  await showPlan(page);
  await expect(steps(page)).toHaveCount(30);
  await expect(plan(page).getByRole('status')).toHaveText('1 of 30 steps done');
  await comment(page, 8, 'Not yet.');
  await page.reload();
  await expectIdle(page);
  await showPlan(page);
  await expect(plan(page).getByText('Not yet.')).toBeVisible();
});

const todo = packageFile('@juicesharp/rpiv-todo', 'index.ts');
test.describe('with @juicesharp/rpiv-todo, unmodified from npm', () => {
  test.skip(!todo, '`node scripts/pi-packages.ts` fetches it');
  test.use({ panelOptions: { piArgs: ['-e', todo ?? ''] } });

  test('a plan of 30 steps is ticked by the tasks of its tool', async ({ page, panel }) => {
    await open(page, panel);
    panel.model.queue([says(PLAN)]);
    await send(page, 'Make a plan');
    await expect(conversation(page)).toContainText('Step number 30');
    await expectIdle(page);
    await showPlan(page);
    await expect(steps(page)).toHaveCount(30);
    const create = numbers.map((n) => ({
      tool: 'todo',
      args: { action: 'create', subject: `Step number ${n}` },
    }));
    const finish = numbers.slice(0, 12).flatMap((id) =>
      ['in_progress', 'completed'].map((status) => ({
        tool: 'todo',
        args: { action: 'update', id, status },
      })),
    );
    panel.model.queue([{ steps: create }, { steps: finish }, says('Twelve are done.')]);
    await plan(page).getByRole('button', { name: 'Approve' }).click();
    await expect(conversation(page)).toContainText('Twelve are done.');
    await expect(plan(page).getByRole('status')).toHaveText('12 of 30 steps done');
    await expect(steps(page).nth(11)).toBeChecked();
    await expect(steps(page).nth(12)).not.toBeChecked();
    await page.reload();
    await expectIdle(page);
    await showPlan(page);
    await expect(plan(page).getByRole('status')).toHaveText('12 of 30 steps done');
  });

  test('without a plan in an answer, the list of its tool is the plan', async ({ page, panel }) => {
    await open(page, panel);
    const create = ['Read it', 'Write it'].map((subject) => ({
      tool: 'todo',
      args: { action: 'create', subject },
    }));
    panel.model.queue([{ steps: create }, says('Listed.')]);
    await send(page, 'List it');
    await expect(conversation(page)).toContainText('Listed.');
    await expectIdle(page);
    await showPlan(page);
    await expect(steps(page)).toHaveCount(2);
    await expect(plan(page).getByRole('document')).toContainText('Write it');
  });
});

test('an edited plan is sent with the approval', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([says('# Plan\n- one\n- two')]);
  await send(page, 'Make a plan');
  await expect(conversation(page)).toContainText('two');
  await expectIdle(page);
  await showPlan(page);
  await plan(page).getByRole('button', { name: 'Edit the plan' }).click();
  const text = plan(page).getByRole('textbox', { name: 'Text of the plan' });
  await (await InputMethod.of(page)).composeIn('web/plan/Plan.svelte', text);
  await text.fill('# Plan\n- one\n- three');
  panel.model.queue([says('Understood.')]);
  await plan(page).getByRole('button', { name: 'Approve' }).click();
  await expect(conversation(page)).toContainText('Understood.');
  expect(lastPrompt(panel)).toBe(
    'The plan is approved. Go ahead. I have edited it:\n\n# Plan\n- one\n- three',
  );
});

test('without a plan, the region says where one comes from', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, 'Hello');
  await expectIdle(page);
  await showPlan(page);
  await expect(plan(page)).toContainText('The last answer with a heading “Plan”');
});
