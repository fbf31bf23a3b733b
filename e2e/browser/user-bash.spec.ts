// User bash with `!` and `!!`: streamed, stopped together with other commands, and shown later as pi stored it.
import type { Locator, Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import {
  composer,
  conversation,
  entries,
  expectIdle,
  expectLive,
  open,
  openTerminal,
  palette,
  send,
  terminal,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const cards = (page: Page): Locator => entries(page, /^Bash/);
const card = (page: Page, command: string): Locator => entries(page, `Bash: sh ${command}`);
const interrupt = (where: Locator): Locator => where.getByRole('button', { name: /^Interrupt/ });

/** Prints at once, and ends when the test writes `go`. */
const SCRIPT = 'echo "begun by $1"; while [ ! -e go ]; do sleep 0.02; done; echo "ended by $1"; exit 3';

test.use({ panelOptions: { files: { 'own.sh': SCRIPT } } });

test('it streams, its stop button names the commands that stop with it, and it looks the same after a restart', async ({
  page,
  panel,
  context,
}) => {
  test.skip(!isPiSince('0.84.1'), 'pi streams since 0.82.0, and stops every command since 0.84.1');
  // Two starts of the panel, and a page in two tabs of the browser.
  test.slow();
  panel.model.queue([says('Hello.'), says('Well.')]);
  await open(page, panel);
  // Up to 0.87.1 pi writes nothing before its first answer.
  await send(page, 'hello');
  await expect(conversation(page)).toContainText('Hello.');
  await expectIdle(page);

  await composer(page).fill('!sh own.sh one');
  await expect(page.getByText('Your shell', { exact: true })).toBeVisible();
  await composer(page).press('Enter');
  await expect(card(page, 'own.sh one')).toContainText('begun by one');
  await openTerminal(page);
  await expect(terminal(page)).toContainText('begun by one');
  await expect(terminal(page).getByRole('tab')).toHaveAccessibleName(/^!\s*sh own\.sh one/);
  await expect(interrupt(card(page, 'own.sh one'))).toHaveText('Interrupt');
  await send(page, '!!sh own.sh two');
  await expect(composer(page)).toHaveValue('');
  await expect(card(page, 'own.sh two')).toContainText('not in context');
  await expect(card(page, 'own.sh two')).toContainText('begun by two');
  for (const [where, also] of [
    [card(page, 'own.sh one'), 'sh own.sh two'],
    [card(page, 'own.sh two'), 'sh own.sh one'],
    [terminal(page), 'sh own.sh one'],
  ] as const) {
    await expect(interrupt(where)).toHaveText('Interrupt all 2');
    await expect(interrupt(where)).toHaveAccessibleDescription(`This also stops: ${also}`);
  }
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('abort_bash');
  await expect(palette(page).getByRole('option').first()).toContainText('Stop your shell command');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('option')).toHaveText(/Stop all 2.*sh own\.sh one, sh own\.sh two/s);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await interrupt(card(page, 'own.sh one')).click();
  for (const name of ['one', 'two']) await expect(card(page, `own.sh ${name}`)).toContainText('stopped');
  await expect(interrupt(cards(page))).toHaveCount(0);

  await send(page, '!sh own.sh three');
  await expect(terminal(page)).toContainText('begun by three');
  const [popped] = await Promise.all([
    context.waitForEvent('page'),
    terminal(page).getByRole('link', { name: 'Open in new tab' }).click(),
  ]);
  await expect(popped.getByRole('region', { name: 'Output' })).toContainText('begun by three');
  await panel.write('go', '');
  await expect(card(page, 'own.sh three')).toContainText('exit 3');
  await send(page, 'what came of it?');
  await expect(conversation(page)).toContainText('Well.');
  await expectIdle(page);
  const heard = JSON.stringify(panel.model.requests.at(-1));
  expect(heard).toContain('begun by one');
  expect(heard).toContain('ended by three');
  expect(heard).not.toContain('begun by two');

  const messages = (await panel.storedMessages()).filter((message) => message.role === 'bashExecution');
  const stored = (name: string) => messages.find(({ command }) => command === `sh own.sh ${name}`);
  expect(messages).toHaveLength(3);
  expect(stored('one')).toMatchObject({ output: 'begun by one\n', cancelled: true });
  expect(stored('two')).toMatchObject({
    output: 'begun by two\n',
    cancelled: true,
    excludeFromContext: true,
  });
  expect(stored('three')).toMatchObject({ exitCode: 3, cancelled: false });

  // As typed before, newest first.
  await composer(page).press('ArrowUp');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('!sh own.sh three');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('!!sh own.sh two');
  await composer(page).fill('');

  const shown = await cardTexts(page);
  await panel.crashAndRestart();
  await expectLive(page);
  await page.reload();
  await expect(cards(page)).toHaveCount(3);
  await expect(card(page, 'own.sh two')).toContainText('not in context');
  await expect(card(page, 'own.sh one')).toContainText('stopped');
  await expect(card(page, 'own.sh three')).toContainText('exit 3');
  expect(await cardTexts(page)).toEqual(shown);
  await popped.reload();
  await expect(popped.getByRole('region', { name: 'Output' })).toContainText('ended by three');
  await expect(popped.getByRole('main')).toContainText('exit 3');
});

test('if pi sends the output at the end and stops only the last command, the page says so', async ({
  page,
  panel,
}) => {
  test.skip(isPiSince('0.82.0'), 'this pi streams');
  const note = 'This pi sends the output only at the end: streaming it takes 0.82.0 or newer.';
  await open(page, panel);
  await send(page, '!sh own.sh one');
  await expect(card(page, 'own.sh one')).toContainText(note);
  await openTerminal(page);
  await expect(terminal(page)).toContainText(note);
  await send(page, '!sh own.sh two');
  await expect(card(page, 'own.sh two')).toContainText(note);
  await expect(interrupt(card(page, 'own.sh one'))).toBeDisabled();
  await expect(interrupt(card(page, 'own.sh one'))).toHaveAccessibleDescription(
    /^pi [\d.]+ can only stop the command that you started last/,
  );
  await interrupt(card(page, 'own.sh two')).click();
  await expect(card(page, 'own.sh two')).toContainText('stopped');
  await panel.write('go', '');
  await expect(card(page, 'own.sh one')).toContainText('exit 3');
  await expect(card(page, 'own.sh one')).toContainText('ended by one');
  await expect(page.getByText(note)).toHaveCount(0);
});

/** Sorted, without durations, which are not stored. */
async function cardTexts(page: Page): Promise<string[]> {
  const texts = await cards(page).allInnerTexts();
  return texts
    .map((text) =>
      text
        .replace(/\b[\d.]+ (ms|s)\b/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .sort();
}
