// Features of the panel's own extension: the session tree with labels, the active tools, a reload.
import type { Locator, Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { answers, composer, conversation, converse, entries, open, palette, prompts, send } from './page.ts';
import { expect, test } from './panel.ts';

const rows = (page: Page): Locator => palette(page).getByRole('option');
const points = (page: Page): Locator => palette(page).getByRole('treeitem');

test('the conversation can continue from any point of the tree, and a label shows in the tree and on its row', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('First answer.'), says('Second answer.')]);
  await open(page, panel);
  for (const [nth, text] of ['first question', 'second question'].entries()) {
    await send(page, text);
    await expect(answers(page)).toHaveCount(nth + 1);
    await expect(answers(page).last()).toContainText('answer.');
  }
  await send(page, '/tree');
  await expect(points(page)).toHaveCount(4);
  await expect(points(page).last()).toContainText('Assistant: Second answer.');
  await expect(points(page).last()).toHaveAttribute('aria-selected', 'true');
  await points(page).filter({ hasText: 'First answer.' }).click();
  await rows(page).filter({ hasText: 'Give it a label' }).click();
  await page.keyboard.type('good start');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('good start')).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await send(page, '/tree');
  await expect(points(page).filter({ hasText: 'First answer.' })).toContainText('good start');
  await points(page).filter({ hasText: 'You: second question' }).click();
  await rows(page).filter({ hasText: 'Continue from here' }).first().click();
  await expect(composer(page)).toHaveValue('second question');
  await expect(prompts(page)).toHaveText([/first question/]);
  await page.reload();
  await expect(answers(page)).toHaveText([/First answer/]);
  await expect(conversation(page).getByText('good start')).toBeVisible();

  // Back again, with a summary of the abandoned branch by the user's instructions.
  panel.model.queue([says('Third answer.'), says('The second was about colors.')]);
  await send(page, 'third question');
  await expect(answers(page).last()).toContainText('Third answer.');
  await send(page, '/tree');
  // The branch that is left can be folded, and the filters of pi show the labeled point alone, or everything.
  const filter = palette(page).getByRole('combobox', { name: 'Go to another point' });
  const left = points(page).filter({ hasText: 'You: second question' });
  await expect(points(page)).toHaveCount(6);
  await left.getByRole('button', { name: 'Fold 1 below' }).click();
  await expect(points(page)).toHaveCount(5);
  await expect(left).toHaveAttribute('aria-expanded', 'false');
  await expect(filter).toBeFocused();
  await filter.press('ArrowRight');
  await expect(points(page)).toHaveCount(6);
  await filter.press('ArrowDown');
  await filter.press('ArrowLeft');
  await expect(left).toHaveAttribute('aria-expanded', 'false');
  await filter.press('ArrowRight');
  await palette(page).getByRole('radio', { name: 'All' }).check();
  await expect(points(page).filter({ hasText: 'Label: good start' })).toHaveCount(1);
  await palette(page).getByRole('radio', { name: 'Labeled' }).check();
  await expect(points(page)).toHaveText([/First answer.*good start/]);
  await points(page).filter({ hasText: 'First answer.' }).click();
  await rows(page).filter({ hasText: 'with instructions for the summary' }).click();
  await page.keyboard.type('only the colors');
  await page.keyboard.press('Enter');
  const summary = entries(page, 'Summary');
  await expect(summary).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await summary.getByRole('button').first().click();
  await expect(summary).toContainText('The second was about colors.');
  await expect(answers(page)).toHaveText([/First answer/]);
  expect(JSON.stringify(panel.model.requests.at(-1))).toContain('only the colors');
});

test('tools are switched on and off in the settings of pi', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  const bash = rows(page).filter({ hasText: /^bash/ });
  await expect(bash).toHaveText(/on$/);
  await bash.click();
  await expect(bash).toHaveText(/off$/);
  await expect(bash).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await converse(page, panel, ['go', 'Understood.']);
  const names = panel.model.requests.at(-1)?.tools?.map(({ function: { name } }) => name) ?? [];
  expect(names).toContain('read');
  expect(names).not.toContain('bash');
});

test.describe('without it', () => {
  test.use({ panelOptions: { args: ['--no-companion'] } });

  test('its actions are shown with the reason why they are unavailable', async ({ page, panel }) => {
    await open(page, panel);
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('another point in the session');
    await expect(rows(page).first()).toHaveAttribute('aria-disabled', 'true');
    await expect(rows(page).first()).toContainText('--no-companion');
  });
});
