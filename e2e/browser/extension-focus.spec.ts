// Who has the keyboard, and how much room there is, while extensions draw.
import type { Locator, Page } from '@playwright/test';
import { composer, notifications, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const FOCUS = `
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  let handle;
  command('hud', async (_args, ctx) => void ctx.ui.custom(
    (_tui, _theme, _keys, done) => ({ render: () => ['HUD here'], invalidate() {}, handleInput: (data) => data === 'q' && done() }),
    { overlay: true, overlayOptions: { anchor: 'top-right', width: 14, nonCapturing: true }, onHandle: (given) => (handle = given) },
  ));
  command('focus-hud', async () => handle.focus());
  command('wizard', async (_args, ctx) => {
    await ctx.ui.custom((_tui, _theme, _keys, done) => ({
      render: () => ['Which?'], invalidate() {}, handleInput: (data) => data === '\\r' && done(),
    }));
    const second = await ctx.ui.select('Then?', ['x', 'y']);
    const third = await ctx.ui.input('Name?', 'a name');
    ctx.ui.notify('chose ' + second + ' ' + third, 'info');
  });
  command('high', async (_args, ctx) => ctx.ui.custom(
    (tui, _theme, _keys, done) => ({
      render: () => ['top', ...Array.from({ length: tui.terminal.rows - 2 }, () => 'row'), 'bottom'], invalidate() {}, handleInput: () => done(),
    }),
    { overlay: true, overlayOptions: { width: '100%', maxHeight: '100%', anchor: 'center' } },
  ));
  pi.on('session_start', (_event, ctx) => {
    const first = [process.stdout.columns, process.stdout.rows];
    ctx.ui.setWidget('size', (tui) => ({ render: (width) => ['at first ' + first + ' of ' + width], invalidate() {} }));
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './focus.ts'], files: { 'focus.ts': FOCUS } } });

const screen = (page: Page): Locator => page.getByRole('region', { name: /^Extension screen/ });

test('an overlay that leaves the keyboard alone gets no keys until its extension gives it the focus', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/hud');
  await expect(screen(page)).toContainText('HUD here');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('typed on');
  await expect(composer(page)).toHaveValue('typed on');
  const { width } = (await screen(page).boundingBox())!;
  expect(width).toBeLessThan(240);
  await composer(page).fill('');
  await send(page, '/focus-hud');
  await expect(page.getByRole('textbox', { name: 'Keys for focus.ts' })).toBeFocused();
  await page.keyboard.press('q');
  await expect(screen(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test('the dialog that follows a screen has the focus', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/wizard');
  await expect(page.getByRole('textbox', { name: 'Keys for focus.ts' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Then?' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Then?' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Name?' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(notifications(page)).toContainText('chose x Ada');
});

test('an overlay may be as high as the conversation, and all of it is in sight', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/high');
  await expect(screen(page).getByText('top', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(screen(page).getByText('bottom', { exact: true })).toBeInViewport({ ratio: 1 });
  const { height } = (await screen(page).boundingBox())!;
  expect(height).toBeGreaterThan(page.viewportSize()!.height * 0.6);
});

test('an extension that draws at the start of a session knows the size of the page', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expect(page.getByText(/at first /)).toBeVisible();
  await send(page, '/new');
  await expect(page.getByText(/at first (\d+),\d+ of \1/)).toBeVisible();
});
