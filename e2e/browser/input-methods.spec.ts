// Input methods: the Enter that ends a composition belongs to the input method, everywhere on the page.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { composer, conversation, converse, open, palette, sessionName } from './page.ts';
import { expect, test } from './panel.ts';

const ASKER = `export default function (pi) {
  pi.registerCommand('name', {
    description: 'asks for a name',
    handler: async (args, ctx) => ctx.ui.notify('answer: ' + (await ctx.ui.input('Branch name'))),
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

/** Composes かな in the field and ends that with Enter, as Chrome and as Safari report it. */
async function compose(field: Locator, browser: CDPSession): Promise<void> {
  await field.focus();
  await browser.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 });
  await pressEnter(field, { isComposing: true, keyCode: 229 });
  await browser.send('Input.insertText', { text: 'かな' });
  await pressEnter(field, { isComposing: false, keyCode: 229 });
}

function pressEnter(field: Locator, how: { isComposing: boolean; keyCode: number }): Promise<void> {
  return field.evaluate((element, init) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
    element.dispatchEvent(event);
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
