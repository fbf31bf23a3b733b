// The first screen: the composer in the upper third, and suggestions for a start.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { says } from '../panel/scripted.ts';
import {
  button,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  open,
  palette,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';

test('an empty conversation suggests prompts of the demo, and its first message moves the composer to the bottom', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const { y } = (await composer(page).boundingBox())!;
  expect(y).toBeLessThan(page.viewportSize()!.height / 3);
  panel.model.queue([says('Here we go. Now say `fail`.'), says('It failed.')]);
  await page.getByRole('region', { name: 'Suggestions' }).getByRole('button', { name: /^tour/ }).click();
  await expect(conversation(page)).toContainText('Here we go.');
  await expect(entries(page, /^You/)).toContainText('tour');
  await expect(page.getByRole('region', { name: 'Suggestions' })).toBeHidden();
  expect((await composer(page).boundingBox())!.y).toBeGreaterThan(page.viewportSize()!.height / 2);
  await expectIdle(page);
  await button(conversation(page), 'fail').click();
  await expect(conversation(page)).toContainText('It failed.');
  // A click on a suggestion does not send the user's unfinished draft.
  await expectIdle(page);
  await composer(page).fill('half a sen');
  await button(conversation(page), 'fail').click();
  await expect(composer(page)).toHaveValue(/half a sen\s+fail/);
});

test('a recent session is resumed from the first screen of the next one', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['Why is the bell late?', 'It waits.']);
  await page.getByRole('button', { name: 'New session' }).click();
  const recent = page
    .getByRole('region', { name: 'Recent sessions' })
    .getByRole('button', { name: /^Why is the bell late\?/ });
  await expect(recent).toHaveText(/Why is the bell late\?.*messages/);
  await recent.click();
  await expect(conversation(page)).toContainText('It waits.');
  await expect(recent).toBeHidden();
});

test('another folder gets its own agent, and an invalid path changes nothing', async ({ page, panel }) => {
  const other = path.join(panel.folders.root, 'elsewhere');
  await mkdir(other);
  await open(page, panel);
  await page.getByRole('button', { name: 'Open another folder' }).click();
  await palette(page)
    .getByRole('option', { name: /Enter a path/ })
    .click();
  const field = palette(page).getByRole('textbox');
  await field.fill(path.join(panel.folders.root, 'nowhere'));
  await field.press('Enter');
  await expect(palette(page).getByRole('alert')).toContainText('nowhere');
  await field.fill(other);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'What should pi do in elsewhere?' })).toBeVisible();
  await expectIdle(page);
  panel.model.queue([says('From elsewhere.')]);
  await send(page, 'hello');
  await expect(conversation(page)).toContainText('From elsewhere.');
});

test.describe('without a model', () => {
  test.use({ panelOptions: { withDemo: false, files: { 'package.json': '{}' } } });

  test('a suggestion goes into the composer, where it can be changed before it is sent', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await page.getByRole('button', { name: 'Run the tests and fix what fails' }).click();
    await expect(composer(page)).toHaveValue('Run the tests and fix what fails');
    await expect(composer(page)).toBeFocused();
    await expect(page.getByRole('region', { name: 'No model' })).toBeVisible();
  });
});
