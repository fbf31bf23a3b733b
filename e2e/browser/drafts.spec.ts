// The draft of each session: its own undo, and pasted text, which runs only when the user has made it a command.
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { gate, says } from '../panel/scripted.ts';
import {
  addAgent,
  answers,
  button,
  composer,
  conversation,
  converse,
  entries,
  open,
  prompts,
  queue,
  queued,
  send,
  sessions,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

/** Pastes as a user does, through the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+v');
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

test('Ctrl+Z after a recalled message or a completion brings back what was there, and nothing else', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['the first question', 'Noted.']);
  await composer(page).pressSequentially('half');
  await composer(page).fill('');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('the first question');
  await composer(page).pressSequentially(' again');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('the first question ');
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('ControlOrMeta+z');
    expect(['the first question ', 'the first question', 'half', '']).toContain(
      await composer(page).inputValue(),
    );
  }
  await expect(composer(page)).toHaveValue('');

  await composer(page).pressSequentially('/comp');
  await expect(page.getByRole('option', { name: /^\/compact/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(composer(page)).toHaveValue('/compact ');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('/comp');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(composer(page)).toHaveValue('/compact ');
});

test('Ctrl+Z never inserts the text of another session', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['begin A', 'This is A.']);
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(entries(page, /./)).toHaveCount(0);
  await converse(page, panel, ['begin B', 'This is B.']);
  await composer(page).pressSequentially('a secret of B');
  await button(page, 'Sessions').click();
  await sessions(page).getByRole('listitem').filter({ hasText: 'begin A' }).locator('[data-session]').click();
  await expect(conversation(page)).toContainText('This is A.');
  await expect(composer(page)).toHaveValue('');
  await composer(page).pressSequentially('of A');
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('ControlOrMeta+z');
    expect(await composer(page).inputValue()).not.toContain('secret');
  }
  await expect(composer(page)).toHaveValue('');
  await sessions(page).getByRole('listitem').filter({ hasText: 'begin B' }).locator('[data-session]').click();
  await expect(conversation(page)).toContainText('This is B.');
  await expect(composer(page)).toHaveValue('a secret of B');
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('a secret of ');
});

test('Ctrl+Z does not bring back what was sent', async ({ page, panel }) => {
  panel.model.queue([says('Heard.')]);
  await open(page, panel);
  await composer(page).pressSequentially('send me once');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Heard.');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('');
});

for (const first of ['!', '!!', '/'])
  test(`pasted text that begins with ${first} is text until the user makes it a command`, async ({
    page,
    panel,
  }) => {
    const ran = path.join(panel.folders.workspace, 'BANG-RAN');
    const pasted = first === '/' ? '/new is what I typed' : `${first}important is ignored; touch BANG-RAN`;
    panel.model.queue([says('Only text.')]);
    await open(page, panel);
    await paste(page, pasted);
    await expect(composer(page)).toHaveValue(pasted);
    await expect(page.getByText('Pasted: goes to the model as text')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('Only text.');
    await expect(prompts(page)).toContainText(pasted);
    expect(await exists(ran)).toBe(false);
    // A recalled message goes where it went before.
    await expect(composer(page)).toHaveValue('');
    await page.keyboard.press('ArrowUp');
    await expect(composer(page)).toHaveValue(pasted);
    await expect(page.getByText('Pasted: goes to the model as text')).toBeVisible();
  });

test('a pasted command runs once the user says so, or has written its start', async ({ page, panel }) => {
  await open(page, panel);
  await paste(page, '!touch ONE');
  await button(page, 'Run it instead').click();
  await expect(page.getByText('Your shell', { exact: true })).toBeVisible();
  await composer(page).press('Enter');
  await expect.poll(() => exists(path.join(panel.folders.workspace, 'ONE'))).toBe(true);
  await expect(composer(page)).toHaveValue('');
  await composer(page).pressSequentially('!');
  await paste(page, 'touch TWO');
  await expect(page.getByText('Your shell', { exact: true })).toBeVisible();
  await composer(page).press('Enter');
  await expect.poll(() => exists(path.join(panel.folders.workspace, 'TWO'))).toBe(true);
});

test('a pasted command is still text after a reload and in another session', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['begin', 'Begun.']);
  await paste(page, '!touch BANG-RAN');
  await page.reload();
  await expect(composer(page)).toHaveValue('!touch BANG-RAN');
  await expect(page.getByText('Pasted: goes to the model as text')).toBeVisible();
});

test('queued messages that a stop returns go to the draft of their session, wherever the page is by then', async ({
  page,
  panel,
}) => {
  const begun = gate();
  panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: begun.until }] }]);
  await open(page, panel);
  await mkdir(path.join(panel.folders.root, 'other'));
  await addAgent(page, panel, path.join(panel.folders.root, 'other'));
  await send(page, 'begin');
  await expect(answers(page)).toContainText('Working.');
  await composer(page).fill('for later');
  await composer(page).press('Alt+Enter');
  await expect(queued(page)).toHaveCount(1);
  const late = gate();
  let isHeld = false;
  await page.route(/\/queue\/take$/, async (route) => {
    isHeld = true;
    await late.until;
    await route.continue();
  });
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => isHeld).toBe(true);
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('other');
  await expect(entries(page, /./)).toHaveCount(0);
  await composer(page).pressSequentially('written here');
  const taken = page.waitForResponse(/\/queue\/take$/);
  late.open();
  await taken;
  await page.keyboard.press('Control+1');
  await expect(answers(page)).toContainText('Working.');
  await expect(composer(page)).toHaveValue('for later');
  await page.keyboard.press('Control+2');
  await expect(composer(page)).toHaveValue('written here');
});

test('an edit that is given up while another agent is shown leaves both drafts as they were', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await mkdir(path.join(panel.folders.root, 'other'));
  await addAgent(page, panel, path.join(panel.folders.root, 'other'));
  await converse(page, panel, ['first of A', 'Noted.']);
  await converse(page, panel, ['second of A', 'Noted again.']);
  await composer(page).fill('written before');
  const question = prompts(page).filter({ hasText: 'second of A' });
  await question.hover();
  await button(question, 'Edit and resend').click();
  await expect(composer(page)).toHaveValue('second of A\n\nwritten before');
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('other');
  await expect(entries(page, /./)).toHaveCount(0);
  await composer(page).pressSequentially('of B');
  await page.keyboard.press('Control+1');
  await expect(prompts(page)).toHaveCount(2);
  await expect(composer(page)).toHaveValue('written before');
  await page.keyboard.press('Control+2');
  await expect(composer(page)).toHaveValue('of B');
});

test('the large editor writes into the draft for which it was opened, whatever the page shows', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['begin A', 'This is A.']);
  await mkdir(path.join(panel.folders.root, 'other'));
  await addAgent(page, panel, path.join(panel.folders.root, 'other'));
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('other');
  await page.keyboard.press('Control+1');
  await expect(conversation(page)).toContainText('This is A.');
  await composer(page).fill('of A');
  await composer(page).press('ControlOrMeta+g');
  const editor = page.getByRole('dialog', { name: 'Edit the message' });
  await expect(editor.getByRole('textbox', { name: 'The message' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('banner')).toContainText('other');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', written on');
  await editor.getByRole('button', { name: /^Done/ }).click();
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.press('Control+1');
  await expect(composer(page)).toHaveValue('of A, written on');
});

test('text that is typed into a queued message stays when the message is delivered meanwhile', async ({
  page,
  panel,
}) => {
  test.skip(!isPiSince('0.84.4'), 'pi returns queued messages since 0.84.4');
  const begun = gate();
  panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: begun.until }] }, says('Done.')]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(answers(page)).toContainText('Working.');
  await composer(page).fill('tidy up');
  await composer(page).press('Alt+Enter');
  await queued(page).getByRole('button', { name: 'tidy up', exact: true }).click();
  await queue(page).getByRole('textbox', { name: 'Message text' }).pressSequentially(', but keep the notes');
  begun.open();
  await expect(answers(page).last()).toContainText('Done.');
  await expect(prompts(page).last()).toContainText('tidy up');
  await expect(composer(page)).toHaveValue('tidy up, but keep the notes');
  await expect(page.getByText('The message was delivered before you saved it.')).toBeVisible();
});
