// The keyboard of extensions: every key arrives as in pi's terminal, from the keyboard or from a button.
import type { Locator, Page } from '@playwright/test';
import { button, composer, open, send, widgetsAbove } from './page.ts';
import { expect, test } from './panel.ts';

const NAMES = [
  ...[
    'enter',
    'shift+enter',
    'ctrl+enter',
    'alt+enter',
    'escape',
    'tab',
    'shift+tab',
    'space',
    'shift+space',
  ],
  ...[
    'ctrl+space',
    'ctrl+shift+p',
    'ctrl+p',
    'ctrl+/',
    'ctrl+1',
    'ctrl+shift+1',
    'alt+1',
    'ctrl+w',
    'ctrl+]',
  ],
  ...['alt+left', 'ctrl+backspace', 'pageUp', 'pageDown', 'home', 'f5', 'ctrl+alt+x', 'ctrl+v', 'down'],
];

const KEYS = `
import { isKeyRelease, matchesKey } from '@earendil-works/pi-tui';
const NAMES = ${JSON.stringify(NAMES)};
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  const screen = (wantsKeyRelease) => (_args, ctx) => ctx.ui.custom((tui, _theme, _keys, done) => {
    const seen = [];
    return {
      wantsKeyRelease,
      render: () => ['Keys:', ...seen.slice(-12)],
      handleInput(data) {
        if (data === 'q') return done();
        seen.push(isKeyRelease(data) ? 'released' : NAMES.find((name) => matchesKey(data, name)) ?? JSON.stringify(data));
        tui.requestRender();
      },
      invalidate() {},
    };
  });
  command('keys', screen(false));
  command('game', screen(true));
  command('listen', async (_args, ctx) => {
    const heard = [];
    ctx.ui.onTerminalInput((data) => {
      const name = NAMES.find((one) => matchesKey(data, one)) ?? JSON.stringify(data);
      heard.push(name);
      ctx.ui.setWidget('heard', ['heard ' + heard.join(' ')]);
      return name === 'down' ? { consume: true } : undefined;
    });
    ctx.ui.setWidget('heard', ['heard nothing yet']);
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './keys.ts'], files: { 'keys.ts': KEYS } } });

const screen = (page: Page): Locator => page.getByRole('region', { name: /^Extension screen/ });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Keys for keys.ts' });

async function openScreen(page: Page, command: string): Promise<void> {
  await send(page, command);
  await expect(screen(page)).toContainText('Keys:');
  await expect(field(page)).toBeFocused();
}

test('all keys arrive in a screen by the names of pi, and held modifiers are not lost', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openScreen(page, '/keys');
  for (const [keys, name] of [
    ['Shift+Enter', 'shift+enter'],
    ['Control+Enter', 'ctrl+enter'],
    ['Alt+Enter', 'alt+enter'],
    ['Enter', 'enter'],
    ['Escape', 'escape'],
    ['Shift+Tab', 'shift+tab'],
    ['Shift+Space', 'shift+space'],
    ['Control+Space', 'ctrl+space'],
    ['Control+Shift+P', 'ctrl+shift+p'],
    ['Control+Slash', 'ctrl+/'],
    ['Control+Digit1', 'ctrl+1'],
    ['Control+Shift+Digit1', 'ctrl+shift+1'],
    ['Control+Backspace', 'ctrl+backspace'],
    ['Control+]', 'ctrl+]'],
    ['F5', 'f5'],
    ['PageUp', 'pageUp'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(screen(page).locator('.xterm-rows > div').filter({ hasText: /\S/ }).last()).toHaveText(
      new RegExp(`^\\s*${name.replace(/[+\]]/g, '\\$&')}\\s*$`),
    );
  }
  await page.keyboard.type('é');
  await expect(screen(page)).toContainText('"é"');
  await page.keyboard.press('q');
  await expect(screen(page)).toHaveCount(0);
});

test('keys that a browser keeps have buttons, also where there is a keyboard', async ({ page, panel }) => {
  await open(page, panel);
  await openScreen(page, '/keys');
  const keys = screen(page).getByRole('group', { name: 'Keys of keys.ts' });
  await button(keys, 'Ctrl').click();
  await expect(button(keys, 'Ctrl')).toHaveAttribute('aria-pressed', 'true');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('w');
  await expect(screen(page)).toContainText('ctrl+w');
  await expect(button(keys, 'Ctrl')).toHaveAttribute('aria-pressed', 'false');
  await button(keys, 'Shift+Tab').click();
  await expect(screen(page)).toContainText('shift+tab');
  await button(keys, 'Page Down').click();
  await expect(screen(page)).toContainText('pageDown');
  await button(keys, 'Alt').click();
  await page.keyboard.press('1');
  await expect(screen(page)).toContainText('alt+1');
});

test('a screen that asks for releases gets them', async ({ page, panel }) => {
  await open(page, panel);
  await openScreen(page, '/game');
  await page.keyboard.down('Home');
  await expect(screen(page)).toContainText('home');
  await expect(screen(page)).not.toContainText('released');
  await page.keyboard.up('Home');
  await expect(screen(page)).toContainText('released');
});

test('a listener gets the arrows of an empty composer, and what it leaves goes to the composer', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/listen');
  await expect(widgetsAbove(page)).toContainText('heard nothing yet');
  await composer(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(widgetsAbove(page)).toContainText('heard down');
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('/listen');
});
