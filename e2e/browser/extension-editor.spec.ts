// An editor of an extension is used every day, as pi's own: completions, history, actions, pictures, and its place.
import type { Locator, Page } from '@playwright/test';
import { ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import {
  attachedImages,
  button,
  composer,
  conversation,
  expectIdle,
  notifications,
  open,
  prompts,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';

const EDITOR = `
import { CustomEditor } from '@earendil-works/pi-coding-agent';
class Plain extends CustomEditor {}
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  pi.registerShortcut('ctrl+shift+y', { description: 'Tell the hour', handler: (ctx) => ctx.ui.notify('It is noon', 'info') });
  command('plain-editor', async (args, ctx) =>
    ctx.ui.setEditorComponent(args === 'off' ? undefined : (tui, theme, keys) => new Plain(tui, theme, keys)));
  command('ask', (_args, ctx) => ctx.ui.custom((_tui, _theme, _keys, done) => ({
    render: () => ['A question'], invalidate() {}, handleInput: () => done(),
  })));
}
`;

test.use({
  panelOptions: {
    piArgs: ['-e', './editor.ts'],
    files: { 'editor.ts': EDITOR, 'src/lantern.ts': 'export {};\n' },
  },
});

const screen = (page: Page): Locator => page.getByRole('region', { name: 'Extension screen editor.ts' });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Keys for editor.ts' });

test.beforeEach(async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/plain-editor');
  await expect(screen(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
});

test('it begins lines with Shift+Enter, sends with Enter, and Up brings messages back', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('Hi.')]);
  await page.keyboard.type('first');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second');
  await expect(screen(page)).toContainText('second');
  await expect(prompts(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(prompts(page)).toContainText('first\nsecond');
  await expectIdle(page);
  await expect(screen(page)).not.toContainText('second');
  await page.keyboard.press('ArrowUp');
  await expect(screen(page)).toContainText('second');
});

test('it completes commands and files, and runs the keys of pi and of extensions', async ({ page }) => {
  await page.keyboard.type('/plain');
  await expect(screen(page)).toContainText('plain-editor');
  await page.keyboard.press('Control+C');
  await page.keyboard.type('see @lant');
  await expect(screen(page)).toContainText('src/lantern.ts');
  await page.keyboard.press('Tab');
  await expect(screen(page)).toContainText('see @src/lantern.ts');
  await page.keyboard.press('Control+Shift+Y');
  await expect(notifications(page)).toContainText('It is noon');
  await page.keyboard.press('Control+L');
  await expect(page.getByRole('listbox').filter({ hasText: /Demo/ }).first()).toBeVisible();
});

test('a picture that is pasted into it is sent with its message', async ({ page, panel }) => {
  panel.model.queue([says('I see.')]);
  await field(page).evaluate((element, data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'x.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, ONE_PIXEL_PNG);
  await expect(attachedImages(page).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.type('What is it?');
  await page.keyboard.press('Enter');
  await expect(prompts(page)).toContainText('What is it?');
  await expect(prompts(page).getByRole('img')).toHaveCount(1);
  await expectIdle(page);
});

test('it folds while a screen is open, and gets the keyboard back', async ({ page }) => {
  await page.keyboard.type('/ask');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A question')).toBeVisible();
  await expect(screen(page)).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('A question')).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('still here');
  await expect(screen(page)).toContainText('still here');
  await expect(composer(page)).toHaveValue('');
  await expect(conversation(page)).toBeVisible();
  await expect(button(page, 'Close editor.ts')).toHaveCount(1);
});

test('it takes over what was written in the composer, but not the command that set it', async ({
  page,
  panel,
}) => {
  await expect(screen(page)).not.toContainText('plain-editor');
  await page.keyboard.type('/plain-editor off');
  await page.keyboard.press('Enter');
  await expect(screen(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('half a thought');
  await panel.command({ type: 'prompt', message: '/plain-editor' });
  await expect(screen(page)).toContainText('half a thought');
  await expect(composer(page)).toHaveValue('');
});
