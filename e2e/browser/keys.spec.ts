// The page's keys: what each of them does, wherever the focus is.
import type { Locator, Page } from '@playwright/test';
import { calls, gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  composer,
  conversation,
  editor,
  expectIdle,
  files,
  open,
  palette,
  send,
  sessions,
  statusBar,
  terminal,
} from './page.ts';
import { expect, test } from './panel.ts';

test.use({ panelOptions: { files: { 'notes.txt': 'one\ntwo\n', 'src/deep.ts': 'export {};\n' } } });

/** Whether the focus is inside the region. */
const isIn = (region: Locator): Promise<boolean> =>
  region.evaluate((element) => element.contains(document.activeElement));

async function openNotes(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+P');
  await palette(page).getByRole('combobox', { name: 'Files' }).fill('notes');
  await expect(palette(page).getByRole('option').first()).toHaveText(/notes\.txt/);
  await page.keyboard.press('Enter');
  await expect(editor(page).locator('.view-line').first()).toHaveText('one');
  await expect(editor(page).locator('.monaco-editor.focused')).toBeVisible();
}

test('Escape stops the run from the composer and the conversation, and closes what is open first', async ({
  page,
  panel,
}) => {
  const hold = gate();
  const waits = { steps: [{ text: 'Working.' }, { until: hold.until }] };
  panel.model.queue([waits, waits, says('Never asked for.')]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');

  await page.keyboard.press('ControlOrMeta+K');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await composer(page).fill('/comp');
  await expect(page.getByRole('option', { name: /\/compact/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { name: /\/compact/ })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(page.getByRole('listbox', { name: 'Model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Model' })).toBeHidden();
  await expect(agentStatus(page)).toHaveText('running');

  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expectIdle(page);
  await expect(composer(page)).toHaveValue('/comp');

  await composer(page).fill('');
  await send(page, 'again');
  await expect(agentStatus(page)).toHaveText('running');
  await conversation(page).click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Escape');
  await expectIdle(page);
});

test('Escape twice opens nothing, whether or not something is typed', async ({ page, panel }) => {
  panel.model.queue([says('An answer.')]);
  await open(page, panel);
  await send(page, 'the first question');
  await expect(conversation(page)).toContainText('An answer.');
  await expectIdle(page);
  for (const text of ['half a thought', '']) {
    await composer(page).fill(text);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    // The palette would be open by the time that the next key is handled.
    await page.keyboard.type('!');
    await expect(composer(page)).toHaveValue(`${text}!`);
    await expect(palette(page)).toBeHidden();
  }
});

test('Ctrl+P lists files and does not print, Ctrl+Shift+P lists commands only', async ({ page, panel }) => {
  // A headless browser does not print, but it would be asked to.
  await page.addInitScript(() => {
    const onKey = (event: KeyboardEvent): void => {
      const mark = (): void => {
        document.documentElement.toggleAttribute('data-prints', !event.defaultPrevented);
      };
      if (event.key.toLowerCase() === 'p') setTimeout(mark);
    };
    addEventListener('keydown', onKey, { capture: true });
  });
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+P');
  const options = palette(page).getByRole('option');
  await expect(options.filter({ hasText: 'notes.txt' })).toBeVisible();
  await expect(page.locator('[data-prints]')).toHaveCount(0);
  await expect(options.filter({ hasText: 'New session' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await expect(options.filter({ hasText: 'New session' }).first()).toBeVisible();
  await page.keyboard.type('notes.txt');
  await expect(options.filter({ hasText: 'notes.txt' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('a key that shows a region moves the focus into it, and hiding it moves the focus back', async ({
  page,
  panel,
}) => {
  panel.model.queue([calls('bash', { command: 'echo from the run' }), says('Done.')]);
  await open(page, panel);
  await send(page, 'run it');
  await expect(conversation(page)).toContainText('Done.');
  if (await terminal(page).isVisible()) await page.keyboard.press('ControlOrMeta+J');
  await expect(terminal(page)).toBeHidden();
  await composer(page).fill('half a thought');
  await page.keyboard.press('ControlOrMeta+J');
  await expect(terminal(page)).toBeVisible();
  await expect.poll(() => isIn(terminal(page))).toBe(true);
  await page.keyboard.press('ControlOrMeta+J');
  await expect(terminal(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press('Alt+S');
  await expect.poll(() => isIn(sessions(page))).toBe(true);
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect.poll(() => isIn(files(page))).toBe(true);
  await page.keyboard.press('ControlOrMeta+B');
  await expect(files(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+B');
  await expect.poll(() => isIn(files(page))).toBe(true);
  await expect(composer(page)).toHaveValue('half a thought');
});

test('text typed while a region loads arrives in its field', async ({ page, panel }) => {
  await open(page, panel);
  const held = gate();
  await page.route(/\/Sessions-[^/]*\.js$/, async (route) => {
    await held.until;
    await route.continue();
  });
  await composer(page).fill('half a thought');
  await page.keyboard.press('Alt+S');
  await page.keyboard.type('Two words');
  await expect(sessions(page)).toBeHidden();
  held.open();
  const field = sessions(page).getByRole('searchbox', { name: 'Search sessions' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Two words');
  await expect(composer(page)).toHaveValue('half a thought');
});

test('F6 moves through every region on the page, and Shift+F6 back', async ({ page, panel }) => {
  await open(page, panel);
  await openNotes(page);
  await composer(page).focus();
  await page.keyboard.press('F6');
  expect(await isIn(statusBar(page))).toBe(true);
  await page.keyboard.press('F6');
  expect(await isIn(page.getByRole('banner'))).toBe(true);
  await page.keyboard.press('F6');
  expect(await isIn(files(page))).toBe(true);
  await page.keyboard.press('F6');
  expect(await isIn(editor(page))).toBe(true);
  await page.keyboard.press('F6');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Shift+F6');
  expect(await isIn(editor(page))).toBe(true);
});

test('Tab indents in the editor, Escape and Tab leave it, as a hint says, and the page does not use its keys', async ({
  page,
  panel,
}) => {
  const hold = gate();
  panel.model.queue([{ steps: [{ text: 'Working.' }, { until: hold.until }] }]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await openNotes(page);
  const hint = editor(page).getByRole('status').filter({ hasText: 'leaves the editor' });
  await expect(hint).toHaveText('Tab indents; Esc, then Tab leaves the editor');
  await page.keyboard.press('Tab');
  await expect(editor(page).locator('.view-line').first()).toHaveText(/^\s+one$/);
  await expect(hint).toHaveCount(0);
  // Two keys belong together only if the second one follows soon.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('ControlOrMeta+X');
    const isOpen = await palette(page).isVisible();
    if (isOpen) await page.keyboard.press('Escape');
    expect(isOpen).toBe(false);
  }).toPass();

  await page.keyboard.press('ControlOrMeta+F');
  const find = editor(page).locator('.find-widget.visible');
  await expect(find).toBeVisible();
  await editor(page).locator('.view-line').first().click();
  await page.keyboard.press('Escape');
  await expect(find).toHaveCount(0);
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(hint).toHaveText('Tab leaves the editor now');
  await page.keyboard.press('ArrowDown');
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('Tab');
  expect(await isIn(editor(page))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(hint).toHaveText('Tab leaves the editor now');
  await page.keyboard.press('Tab');
  expect(await isIn(editor(page))).toBe(false);
  await expect(agentStatus(page)).toHaveText('running');
  hold.open();
});

test('in an editor, Ctrl+G goes to a line', async ({ page, panel }) => {
  await open(page, panel);
  await openNotes(page);
  await page.keyboard.press('ControlOrMeta+G');
  const field = editor(page).locator('.quick-input-widget input');
  await expect(field).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.type(':2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('the ');
  await expect(editor(page).locator('.view-line').nth(1)).toHaveText('the two');
});

test('in an editor, Ctrl+Shift+O goes to a symbol and begins no session', async ({ page, panel }) => {
  await open(page, panel);
  await openNotes(page);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor(page).getByRole('tab', { name: /notes/ })).toHaveAttribute('aria-selected', 'true');
});

test('no key of the page acts behind a dialog', async ({ page, panel }) => {
  panel.model.queue([says('Here.')]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Here.');
  await composer(page).fill('a draft');
  await page.keyboard.press('ControlOrMeta+G');
  const dialog = page.getByRole('dialog', { name: 'Edit the message' });
  await expect(dialog.locator('.monaco-editor.focused')).toBeVisible();
  await dialog.getByRole('button', { name: /^Done/ }).focus();
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await page.keyboard.press('ControlOrMeta+J');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(conversation(page)).toContainText('Here.');
  await expect(palette(page)).toBeHidden();
  await expect(terminal(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('a draft');
});

test('Tab leaves the terminal', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '!echo shown');
  if (!(await terminal(page).isVisible())) await page.keyboard.press('ControlOrMeta+J');
  await expect(terminal(page).getByRole('tabpanel')).toContainText('shown');
  const output = terminal(page).locator('.xterm-helper-textarea');
  await output.focus();
  await page.keyboard.press('Tab');
  await expect(output).not.toBeFocused();
  await output.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(output).not.toBeFocused();
});
