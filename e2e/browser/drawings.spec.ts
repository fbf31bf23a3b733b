// The drawings of pi's own example extensions on the page: played with the keyboard, seen in a second tab and after a
// reload.
import type { Locator, Page } from '@playwright/test';
import { calls, gate, says } from '../panel/scripted.ts';
import {
  answers,
  button,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  notifications,
  open,
  palette,
  prompts,
  send,
  widgetsAbove,
} from './page.ts';
import { expect, test } from './panel.ts';
import { loadExamples, played } from './pi-examples.ts';

const screen = (page: Page): Locator => page.getByRole('region', { name: /^Extension screen/ });

/** The game as it is, slow enough for a busy machine, with its first food three cells to the right and two below. */
const SLOW_GAME = `export default function () {
  const { setInterval: interval } = globalThis;
  const { random } = Math;
  const places = [23.5 / 40, 9.5 / 15];
  globalThis.setInterval = (run, ms, ...rest) => interval(run, ms === 100 ? 1000 : ms, ...rest);
  Math.random = () => (/snake/.test(new Error().stack) && places.shift()) || random();
}`;

const NAMES = [
  'snake',
  'tools',
  'custom-footer',
  'overlay-test',
  'todo',
  'entry-renderer',
  'message-renderer',
];

test.describe('pi’s examples', () => {
  test.use({
    panelOptions: {
      files: { 'slow-game.ts': SLOW_GAME },
      piArgs: ['-e', './slow-game.ts', ...loadExamples(...NAMES)],
    },
  });

  test('snake is steered with the keyboard until it eats, is seen in a second tab and after a reload, and ends', async ({
    page,
    panel,
    context,
  }) => {
    await open(page, panel);
    await send(page, '/snake');
    await expect(screen(page)).toContainText('Score: 0');
    await expect(page.getByRole('textbox', { name: 'Keys for snake.ts' })).toBeFocused();
    await expect(composer(page)).toHaveValue('');
    await steerToFood(page);
    await expect(screen(page)).not.toContainText('Score: 0');

    const other = await context.newPage();
    await open(other, panel);
    await expect(screen(other)).toContainText('SNAKE');
    await other.close();
    await page.reload();
    await expect(screen(page)).toContainText('SNAKE');
    await screen(page).getByRole('button', { name: 'Close snake.ts' }).click();
    await expect(screen(page)).toHaveCount(0);
    await expect(composer(page)).toBeVisible();
    played('snake');
  });

  test('a tool is switched off, the footer is shown, and an overlay takes text and returns it', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/tools');
    await expect(screen(page)).toContainText('Tool Configuration');
    // It is named by its command, and has the color of a question.
    await expect(screen(page).getByRole('heading')).toHaveText(/^\/tools\s*tools\.ts$/);
    await expect(screen(page)).toHaveClass(/waits/);
    await expect(page.getByRole('textbox', { name: 'Keys for tools.ts' })).toBeFocused();
    await expect(screen(page)).toContainText(/bash\s+enabled/);
    await page.keyboard.press('ArrowDown');
    await expect(screen(page)).toContainText('→ bash');
    await page.keyboard.press('Space');
    await expect(screen(page)).toContainText(/bash\s+disabled/);
    // The keyboard of a phone lacks these keys.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 375, height: 720 });
    const keys = screen(page).getByRole('group', { name: 'Keys of tools.ts' });
    await button(keys, 'Space').click();
    await expect(screen(page)).toContainText(/bash\s+enabled/);
    await button(keys, 'Space').click();
    await expect(screen(page)).toContainText(/bash\s+disabled/);
    await button(keys, 'Esc').click();
    await page.setViewportSize({ width, height });
    await expect(screen(page)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();

    await send(page, '/footer');
    await expect(page.getByRole('region', { name: 'Extension footer' })).toContainText('demo-tour');

    await send(page, '/overlay-test');
    await expect(screen(page)).toContainText('Overlay Test');
    await expect(page.getByRole('textbox', { name: 'Keys for overlay-test.ts' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(screen(page)).toHaveCount(0);
    played('tools', 'custom-footer', 'overlay-test');
  });

  test('messages, entries and tool calls are shown as their extensions draw them, also after a reload', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    panel.model.queue([calls('todo', { action: 'add', text: 'Paint the wall' }), says('It is on the list.')]);
    await send(page, 'Plan the day.');
    const call = entries(page, /^Tool todo/);
    await expect(call).toContainText('✓ Added #1 Paint the wall');
    await expectIdle(page);
    await send(page, '/status-card Deployed');
    await expect(entries(page, 'status-card')).toContainText('[status] Deployed');
    await send(page, '/status warn Disk almost full');
    const message = entries(page, 'status-update');
    await expect(message).toContainText('[WARN] Disk almost full');
    await expect(message).not.toContainText(/at \d/);
    await button(message, 'Expand').click();
    await expect(message).toContainText(/at \d/);

    await page.reload();
    await expect(entries(page, 'status-card')).toContainText('[status] Deployed');
    await expect(message).toContainText('[WARN] Disk almost full');
    await expect(call).toContainText('✓ Added #1 Paint the wall');
    await button(call, 'Generic view').click();
    await expect(call).not.toContainText('✓ Added');
    await expect(button(call, 'Generic view')).toHaveAttribute('aria-pressed', 'true');
    played('todo', 'entry-renderer', 'message-renderer');
  });
});

test.describe('an editor of an extension', () => {
  test.use({
    panelOptions: { piArgs: loadExamples('modal-editor', 'hidden-thinking-label', 'working-message-test') },
  });

  test('modal-editor types, changes its mode, and sends; extensions change the working indicator', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await expect(screen(page)).toContainText('INSERT');
    const keys = page.getByRole('textbox', { name: 'Keys for modal-editor.ts' });
    await expect(keys).toBeFocused();
    await keys.pressSequentially('Helloo');
    await keys.press('Escape');
    await expect(screen(page)).toContainText('NORMAL');
    await keys.pressSequentially('hx');
    await expect(screen(page)).toContainText('Hello ');
    await keys.press('a');
    await expect(screen(page)).toContainText('INSERT');
    const held = gate();
    panel.model.queue([{ steps: [{ until: held.until }, { think: 'Well.' }, { text: 'Hi.' }] }]);
    await keys.press('Enter');
    await expect(prompts(page)).toContainText('Hello');
    await expect(keys).toBeFocused();
    held.open();
    await expect(answers(page)).toContainText('Pondering');
    await expectIdle(page);
    await expect(screen(page)).not.toContainText('Hello');
    played('modal-editor', 'hidden-thinking-label', 'working-message-test');
  });
});

const OPPOSITE = { Up: 'Down', Down: 'Up', Left: 'Right', Right: 'Left' } as const;
type Direction = keyof typeof OPPOSITE;

/** Reads where the head and the food are from the text of the screen, and turns until the score rises. */
async function steerToFood(page: Page): Promise<void> {
  let heading: Direction = 'Right';
  await expect(async () => {
    const text = await screen(page).innerText();
    if (!text.includes('Score: 0')) return;
    const lines = text.split('\n').filter((line) => line.includes('│'));
    const [food, head] = [placeOf(lines, '◆'), placeOf(lines, '█')];
    if (!food || !head) {
      // The game is over: again.
      heading = 'Right';
      await page.keyboard.press('r');
    } else {
      const wanted = directionTo(food, head);
      // A snake cannot turn round in one step.
      const isAside = wanted === 'Up' || wanted === 'Down';
      const detour: Direction = isAside
        ? head.column > 40
          ? 'Left'
          : 'Right'
        : head.row > 8
          ? 'Up'
          : 'Down';
      heading = wanted === OPPOSITE[heading] ? detour : wanted;
      await page.keyboard.press(`Arrow${heading}`);
    }
    throw new Error('It has not eaten yet.');
  }).toPass({ intervals: [20] });
}

interface Place {
  row: number;
  column: number;
}

function directionTo(food: Place, head: Place): Direction {
  if (food.row !== head.row) return food.row > head.row ? 'Down' : 'Up';
  return food.column > head.column ? 'Right' : 'Left';
}

function placeOf(lines: readonly string[], sign: string): Place | undefined {
  const row = lines.findIndex((line) => line.includes(sign));
  return row < 0 ? undefined : { row, column: lines[row]!.indexOf(sign) };
}

// A package from npm revealed each of these cases.
test.describe('screens as packages draw them', () => {
  const EXTENSION = `export default function (pi) {
    const close = (done) => (data) => { if (data === 'q') done(); };
    pi.registerCommand('full', {
      description: 'Fills the terminal',
      handler: async (_args, ctx) => {
        ctx.ui.setWidget('list', ['one', 'two', 'three']);
        await ctx.ui.custom((tui, _theme, _keys, done) => ({
          invalidate() {},
          handleInput: close(done),
          render: () => Array.from({ length: tui.terminal.rows }, (_, row) => (row + 1 === tui.terminal.rows ? 'last of ' + tui.terminal.rows + ' rows' : 'row')),
        }));
      },
    });
    pi.registerCommand('pin', {
      description: 'Pins ten lines',
      handler: async (_args, ctx) => ctx.ui.setWidget('pins', Array.from({ length: 10 }, (_, n) => 'pinned ' + (n + 1))),
    });
    pi.registerCommand('wide', {
      description: 'Fills the width',
      handler: async (_args, ctx) => {
        const filled = (words, width) => [words.padEnd(width - 3, '-') + 'end'];
        ctx.ui.setWidget('drawn', () => ({ invalidate() {}, render: (width) => filled('drawn for ' + width, width) }));
        await ctx.ui.custom((_tui, _theme, _keys, done) => ({
          invalidate() {},
          handleInput: close(done),
          render: (width) => filled('for ' + width + ' columns', width),
        }));
      },
    });
    pi.registerCommand('over', {
      description: 'Warns, and lies over the composer',
      handler: async (_args, ctx) => {
        ctx.ui.notify('A warning of several words, so that it has some width. '.repeat(3), 'warning');
        await ctx.ui.custom((_tui, _theme, _keys, done) => ({
          invalidate() {},
          handleInput: close(done),
          render: (width) => Array.from({ length: 8 }, () => 'row'.padEnd(width - 1, '-')),
        }), { overlay: true, overlayOptions: { width: '100%', anchor: 'bottom-center' } });
      },
    });
    pi.registerCommand('tall', {
      description: 'Is higher than the terminal',
      handler: async (_args, ctx) => ctx.ui.custom((_tui, _theme, _keys, done) => ({
        invalidate() {},
        handleInput: close(done),
        render: () => Array.from({ length: 90 }, (_, row) => 'line ' + (row + 1)),
      })),
    });
    pi.registerCommand('folding', {
      description: 'Folds on Ctrl+]',
      handler: async (_args, ctx) => {
        let overlay;
        const unlisten = ctx.ui.onTerminalInput((data) => {
          if (data !== '\\u001d') return undefined;
          overlay.setHidden(!overlay.isHidden());
          return { consume: true };
        });
        await ctx.ui.custom(
          (tui, _theme, _keys, done) => ({ invalidate() {}, handleInput: close(done), render: () => ['as high as ' + process.stdout.rows + ' of ' + tui.terminal.rows] }),
          { overlay: true, overlayOptions: { width: '100%' }, onHandle: (handle) => (overlay = handle) },
        );
        unlisten();
      },
    });
    pi.registerCommand('endless', {
      description: 'Ends on Esc',
      handler: (_args, ctx) => new Promise((resolve) => {
        const unlisten = ctx.ui.onTerminalInput((data) => {
          if (data !== '\\u001b') return undefined;
          unlisten();
          ctx.ui.notify('It has ended', 'info');
          resolve();
          return { consume: true };
        });
      }),
    });
  }`;
  test.use({ panelOptions: { files: { 'drawing.ts': EXTENSION }, piArgs: ['-e', './drawing.ts'] } });

  test('a screen has at least 24 rows, all in sight beside a widget, and the end of a higher one is in sight', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/full');
    const last = screen(page).getByText(/last of \d+ rows/);
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(Number(/\d+/.exec(await last.innerText()))).toBeGreaterThanOrEqual(24);
    await expect(screen(page).getByText('row', { exact: true }).first()).toBeInViewport({ ratio: 1 });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('q');
    await expect(screen(page)).toHaveCount(0);
    await send(page, '/tall');
    await expect(screen(page).getByText('line 90', { exact: true })).toBeInViewport({ ratio: 1 });
  });

  test('beside a pinned widget of ten lines, the conversation and all rows of a screen are in sight', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/pin');
    const widget = widgetsAbove(page);
    await expect(widget).toContainText('pinned 10');
    await converse(page, panel, ['hello', 'Here.']);
    await send(page, '/full');
    await expect(screen(page).getByText(/last of \d+ rows/)).toBeInViewport({ ratio: 1 });
    await expect(screen(page).getByText('row', { exact: true }).first()).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await conversation(page).boundingBox())!.height).toBeGreaterThan(50);
    await expect(widget).toBeInViewport();
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
  });

  test('on a phone, extensions draw for as many columns as can be read there', async ({ page, panel }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await open(page, panel);
    await send(page, '/wide');
    const line = screen(page)
      .locator('.xterm-rows > div')
      .filter({ hasText: /^for \d+ columns/ });
    await expect(line).toBeVisible();
    const sizeOf = (element: Locator): Promise<number> =>
      element.evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
    await expect.poll(() => sizeOf(line)).toBeGreaterThanOrEqual(11);
    await expect(line).toHaveText(/end$/);
    await expect(screen(page).locator('.xterm-screen')).toBeInViewport({ ratio: 1 });
    await expect.poll(() => sizeOf(widgetsAbove(page).getByText(/^drawn for/))).toBeGreaterThanOrEqual(11);
  });

  test('a notice does not lie on an overlay', async ({ page, panel }) => {
    await open(page, panel);
    await converse(page, panel, ['hello', 'Here.']);
    await send(page, '/over');
    await expect(screen(page)).toContainText('row---');
    const notice = page.locator('.toast').filter({ hasText: 'A warning' });
    await expect(async () => {
      const [toast, overlay] = await Promise.all([notice.boundingBox(), screen(page).boundingBox()]);
      expect(toast!.y + toast!.height).toBeLessThanOrEqual(overlay!.y);
    }).toPass();
  });

  test('an overlay is as wide as the conversation, folds on a key that it listens for, and gets the focus again', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/folding');
    await expect(screen(page)).toContainText(/as high as (\d+) of \1/);
    const keys = page.getByRole('textbox', { name: 'Keys for drawing.ts' });
    await expect(keys).toBeFocused();
    const [overlay, column] = await Promise.all(
      [screen(page), composer(page)].map((one) => one.boundingBox()),
    );
    const middle = (box: typeof overlay): number => box!.x + box!.width / 2;
    expect(Math.abs(middle(overlay) - middle(column))).toBeLessThan(24);
    await page.keyboard.press('Control+]');
    await expect(screen(page)).toBeHidden();
    await page.keyboard.press('Control+]');
    await expect(screen(page)).toBeVisible();
    await expect(keys).toBeFocused();
    await page.keyboard.press('q');
    await expect(screen(page)).toHaveCount(0);
  });

  test('a command that listens for Esc is ended by Esc, and by Cancel', async ({ page, panel }) => {
    await open(page, panel);
    const running = page.getByRole('status', { name: 'Running command' });
    for (const end of [() => composer(page).press('Escape'), () => button(running, 'Cancel').click()]) {
      await send(page, '/endless');
      await expect(running).toContainText('/endless');
      await end();
      await expect(running).toHaveCount(0);
      await expect(notifications(page)).toContainText('It has ended');
    }
  });
});

test.describe('features that an extension registers', () => {
  const EXTENSION = `export default function (pi) {
    const tell = (word) => (ctx) => ctx.ui.notify(word, 'info');
    pi.registerShortcut('alt+x', { description: 'Tell the hour', handler: tell('It is noon') });
    pi.registerShortcut('ctrl+r', { description: 'Tell the day', handler: tell('It is Monday') });
    pi.registerFlag('chimes', { description: 'Chimes at noon', type: 'boolean', default: false });
    pi.on('session_start', (_event, ctx) => ctx.ui.notify('chimes ' + pi.getFlag('chimes'), 'info'));
    pi.registerCommand('zone', {
      description: 'Go to a time zone',
      handler: async (zone, ctx) => ctx.ui.notify('Now in ' + zone, 'info'),
      getArgumentCompletions: (typed) =>
        ['Lisbon', 'London', 'Oslo'].filter((value) => value.startsWith(typed)).map((value) => ({ value, label: value })),
    });
  }`;
  const DUSK = JSON.stringify({
    name: 'dusk',
    colors: { text: '#e0e0e0', accent: '#80c0ff' },
    export: { pageBg: '#102030' },
  });
  test.use({
    panelOptions: {
      files: { 'clock.ts': EXTENSION, '.pi/themes/dusk.json': DUSK },
      piArgs: ['-e', './clock.ts', '--approve'],
    },
  });

  test('its shortcut has its key; a shortcut whose key the browser uses is in the palette, and can get another key', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await composer(page).press('Alt+x');
    await expect(notifications(page)).toContainText('It is noon');
    await composer(page).press('ControlOrMeta+K');
    await palette(page).getByRole('combobox').fill('Tell the day');
    await palette(page)
      .getByRole('option', { name: /Tell the day/ })
      .click();
    await expect(notifications(page)).toContainText('It is Monday');

    await expect(composer(page)).toBeFocused();
    await composer(page).press('Alt+K');
    const table = page.getByRole('region', { name: 'Settings', exact: true });
    await table.getByRole('searchbox', { name: 'Search shortcuts' }).fill('Tell the');
    await expect(table.getByRole('listitem').filter({ hasText: 'Tell the day' })).toContainText(
      /key (Ctrl\+|⌘)R belongs to the browser/,
    );
    const day = table.getByRole('button', { name: 'Tell the day (clock.ts): no key' });
    await day.click();
    await expect(day).toBeFocused();
    await day.press('Alt+x');
    await expect(table.getByRole('alert')).toContainText('“Tell the hour (clock.ts)”');
    await day.press('Alt+y');
    await expect(table.getByRole('button', { name: /^Tell the day .*: Alt\+Y$/ })).toBeVisible();

    await table.getByRole('tab', { name: 'Panel' }).click();
    const theme = table.getByRole('combobox', { name: 'pi theme' });
    await expect(theme.getByRole('option', { name: 'dusk' })).toHaveCount(1);
    await theme.selectOption('dusk');
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bg'));
    await expect.poll(ground).toBe('#102030');
    await page.reload();
    await expect(composer(page)).toBeVisible();
    expect(await ground()).toBe('#102030');
  });

  test('its command completes its arguments in the composer and in the palette', async ({ page, panel }) => {
    await open(page, panel);
    await composer(page).pressSequentially('/zon');
    await expect(page.getByRole('option', { name: '/zone' })).toBeVisible();
    await composer(page).press('Tab');
    const offered = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    await expect(offered).toHaveText(['Lisbon', 'London', 'Oslo']);
    await composer(page).pressSequentially('Lo');
    await expect(offered).toHaveText(['London']);
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('/zone London');
    await expect(offered).toHaveCount(0);
    await composer(page).press('Enter');
    await expect(notifications(page)).toContainText('Now in London');

    await expect(composer(page)).toHaveValue('');
    await composer(page).press('ControlOrMeta+K');
    await palette(page).getByRole('combobox').fill('/zone');
    await palette(page)
      .getByRole('option', { name: /^\/zone/ })
      .click();
    await palette(page).getByRole('option', { name: 'Oslo' }).click();
    await expect(composer(page)).toHaveValue('/zone Oslo');
  });

  test('it is listed with everything it registered, and its flag can be set for the next start', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await composer(page).press('ControlOrMeta+K');
    await palette(page).getByRole('combobox').fill('What is loaded');
    await palette(page)
      .getByRole('option', { name: /^What is loaded/ })
      .click();
    await expect(
      palette(page).getByRole('option', { name: /clock\.ts.*1 command, 2 shortcuts, 1 flag/ }),
    ).toBeVisible();
    await expect(palette(page).getByRole('option', { name: /^bash/ })).toBeVisible();
    await palette(page)
      .getByRole('option', { name: /^--chimes/ })
      .click();
    await palette(page).getByRole('option', { name: 'On' }).click();
    await expect(notifications(page)).toContainText('pi started with --chimes');
    await expect(notifications(page)).toContainText('chimes true');
  });
});
