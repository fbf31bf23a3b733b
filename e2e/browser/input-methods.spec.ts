// Input methods: the Enter that ends a composition belongs to the input method, everywhere on the page.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { gate, says } from '../panel/scripted.ts';
import {
  button,
  composer,
  conversation,
  converse,
  open,
  palette,
  queued,
  send,
  sessionName,
} from './page.ts';
import { expect, test } from './panel.ts';

const ASKER = `export default function (pi) {
  pi.registerCommand('name', {
    description: 'asks for a name',
    handler: async (args, ctx) => ctx.ui.notify('answer: ' + (await ctx.ui.input('Branch name'))),
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

/** Composes かな in the field, where Escape only takes back a choice, and ends that with Enter, as Chrome and as Safari report it. */
async function compose(field: Locator, browser: CDPSession): Promise<void> {
  await field.focus();
  await browser.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 });
  await press(field, { key: 'Escape', isComposing: true, keyCode: 229 });
  await press(field, { key: 'Enter', isComposing: true, keyCode: 229 });
  await browser.send('Input.insertText', { text: 'かな' });
  await press(field, { key: 'Enter', isComposing: false, keyCode: 229 });
}

function press(field: Locator, how: { key: string; isComposing: boolean; keyCode: number }): Promise<void> {
  return field.evaluate((element, init) => {
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  }, how);
}

const connect = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

test('Enter ends a composition in the composer, the palette, the session name and a dialog, and nothing else', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const browser = await connect(page);
  await converse(page, panel, ['a question', 'An answer.']);

  await compose(composer(page), browser);
  await expect(composer(page)).toHaveValue('かな');
  await expect(conversation(page)).not.toContainText('かな');
  await composer(page).fill('');

  const name = sessionName(page);
  await name.fill('');
  await compose(name, browser);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('かな');
  await name.press('Escape');

  await page.keyboard.press('ControlOrMeta+K');
  const filter = palette(page).getByRole('combobox', { name: 'Commands' });
  await expect(filter).toBeFocused();
  await palette(page).getByRole('option').first().waitFor();
  await compose(filter, browser);
  await expect(filter).toHaveValue('かな');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();

  const asked = panel.command({ type: 'prompt', message: '/name' });
  const answer = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await compose(answer, browser);
  await expect(answer).toHaveValue('かな');
  await answer.press('Enter');
  await expect(page.getByText('answer: かな')).toBeVisible();
  await asked;
});

test('the keys of a composition neither save a queued message nor choose a model, and the focus returns', async ({
  page,
  panel,
}) => {
  const hold = gate();
  panel.model.queue([{ steps: [{ text: 'Working.' }, { until: hold.until }] }, says('Done.')]);
  await open(page, panel);
  const browser = await connect(page);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await send(page, 'later');
  const row = queued(page).filter({ hasText: 'later' });
  await row.getByRole('button', { name: 'later', exact: true }).click();
  const edited = queued(page).getByRole('textbox', { name: 'Message text' });
  await compose(edited, browser);
  await expect(edited).toHaveValue('laterかな');
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'later', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await edited.fill('soon');
  await page.keyboard.press('Enter');
  await expect(queued(page).getByRole('button', { name: 'soon', exact: true })).toBeFocused();
  hold.open();

  const picker = page.getByRole('button', { name: /^Model: / });
  await picker.click();
  const filter = page.getByRole('combobox', { name: 'Filter model' });
  await expect(page.getByRole('option').first()).toBeVisible();
  await compose(filter, browser);
  await expect(filter).toHaveValue('かな');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filter).toHaveCount(0);
  await expect(picker).toBeFocused();
  await button(page, 'Context and cost').click();
  await page.getByRole('textbox', { name: /^Compact/ }).focus();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Context and cost')).toBeFocused();
});

test('Enter that ends a composition does not choose in a palette whose code is still loading', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.route(/\/Palette-[^/]*\.js$/, () => new Promise<void>(() => undefined));
  await page.keyboard.press('ControlOrMeta+K');
  const door = palette(page).getByRole('combobox', { name: 'Commands' });
  await compose(door, await connect(page));
  await expect(door).toHaveValue('かな');
  await expect(door).toBeEditable();
});
