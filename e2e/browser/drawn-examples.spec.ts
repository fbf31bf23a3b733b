// More of pi's own examples that draw or take keys, each used as its author meant it: games, overlays, editors,
// completions, themes.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import {
  button,
  composer,
  expectIdle,
  notifications,
  open,
  prompts,
  send,
  settings,
  statusBar,
} from './page.ts';
import { git, HAS_GIT, NO_GIT } from './git.ts';
import { expect, test } from './panel.ts';
import { loadExamples, played } from './pi-examples.ts';
import { workerFolder } from './worker-folder.ts';

const screen = (page: Page): Locator => page.getByRole('region', { name: /^Extension screen/ });
const keysFor = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `Keys for ${name}` });

test.describe('games and overlays', () => {
  test.use({
    panelOptions: { piArgs: loadExamples('space-invaders', 'tic-tac-toe', 'overlay-qa-tests') },
  });

  test('the ship of space-invaders moves while a key is held, stops when it is released, and hits', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/invaders');
    await expect(screen(page)).toContainText('Score: 0');
    await expect(keysFor(page, 'space-invaders.ts')).toBeFocused();
    const column = async (): Promise<number> =>
      (await screen(page).innerText())
        .split('\n')
        .find((line) => line.includes('▲'))
        ?.indexOf('▲') ?? Number.NaN;
    const start = await column();
    await page.keyboard.down('ArrowLeft');
    await expect.poll(column).toBeLessThan(start - 2);
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.down('Space');
    await expect(screen(page)).not.toContainText('Score: 0', { timeout: 20_000 });
    await page.keyboard.up('Space');
    // It would be at the left edge by now.
    expect(await column()).toBeGreaterThan(8);
    await page.keyboard.press('q');
    await expect(screen(page)).toHaveCount(0);
    played('space-invaders');
  });

  test('tic-tac-toe is played against the model', async ({ page, panel }) => {
    await open(page, panel);
    await send(page, '/tic-tac-toe');
    await expect(screen(page)).toContainText('Turn: X (You)');
    await expect(keysFor(page, 'tic-tac-toe.ts')).toBeFocused();
    panel.model.queue([calls('tic_tac_toe', { action: 'play' }), says('Your turn.')]);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    await expect
      .poll(() => JSON.stringify(panel.model.requests))
      .toContain('Player X played at (row=2, col=2)');
    await expectIdle(page);
    await expect(screen(page)).toContainText('Turn: X (You)');
    expect(JSON.stringify(panel.model.requests.at(-1))).toMatch(/"role":"tool"[^}]*O/);
    await page.keyboard.press('Escape');
    await expect(screen(page)).toHaveCount(0);
    played('tic-tac-toe');
  });

  test('overlays appear where they ask to be', async ({ page, panel }) => {
    await open(page, panel);
    await send(page, '/overlay-anchors');
    const places = new Map<string, { x: number; y: number }>();
    for (const anchor of [
      'top-left',
      'top-center',
      'top-right',
      'left-center',
      'center',
      'right-center',
      'bottom-left',
    ]) {
      await expect(screen(page)).toContainText(`Current: ${anchor} `);
      await expect(keysFor(page, 'overlay-qa-tests.ts')).toBeFocused();
      places.set(anchor, (await screen(page).boundingBox())!);
      await page.keyboard.press('Space');
    }
    await expect(screen(page)).toContainText('Current: bottom-center');
    await expect(keysFor(page, 'overlay-qa-tests.ts')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(notifications(page)).toContainText('Selected: bottom-center');
    const at = (anchor: string) => places.get(anchor)!;
    expect(at('top-left').x).toBeLessThan(at('top-center').x);
    expect(at('top-center').x).toBeLessThan(at('top-right').x);
    expect(at('top-left').y).toBeLessThan(at('left-center').y);
    expect(at('left-center').y).toBeLessThan(at('bottom-left').y);
    played('overlay-qa-tests');
  });
});

for (const name of ['border-status-editor', 'rainbow-editor'])
  test.describe(name, () => {
    test.use({ panelOptions: { piArgs: loadExamples(name, 'custom-header') } });

    test('its editor takes a message and sends it, below the header of another extension', async ({
      page,
      panel,
    }) => {
      await open(page, panel);
      await expect(page.getByRole('region', { name: 'Extension header' })).toContainText('██');
      await expect(keysFor(page, `${name}.ts`)).toBeFocused();
      panel.model.queue([says('Hi.')]);
      await page.keyboard.type('Hello ultrathink');
      await expect(screen(page)).toContainText('Hello ultrathink');
      await page.keyboard.press('Enter');
      await expect(prompts(page)).toContainText('Hello ultrathink');
      await expectIdle(page);
      await expect(screen(page)).not.toContainText('Hello');
      await send(page, '/builtin-header');
      await expect(page.getByRole('region', { name: 'Extension header' })).toHaveCount(0);
      played(name, 'custom-header');
    });
  });

test.describe('completions, shortcuts and themes', () => {
  const bin = workerFolder('pi-panel-bin-');
  // Replaces GitHub's `gh` and a program of macOS.
  program('gh', `echo '[{"number":12,"title":"The door squeaks","state":"OPEN"}]'`);
  program('osascript', 'test -e dark && echo true || echo false');
  test.use({
    panelOptions: {
      env: { PATH: bin + path.delimiter + process.env.PATH },
      piArgs: loadExamples('github-issue-autocomplete', 'mac-system-theme', 'dynamic-resources', 'plan-mode'),
    },
  });

  function program(name: string, script: string): void {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }

  test('issues are completed, a shortcut starts plan mode, and the page follows the theme that an extension sets', async ({
    page,
    panel,
  }) => {
    test.skip(!HAS_GIT, NO_GIT);
    git(panel, 'init', '--quiet');
    git(panel, 'remote', 'add', 'origin', 'https://github.com/example/example.git');
    await open(page, panel);
    const scheme = (): Promise<string> => page.evaluate(() => document.documentElement.dataset.theme ?? '');
    await expect.poll(scheme).toBe('light');
    await panel.write('dark', '');
    await expect.poll(scheme).toBe('dark');

    await send(page, '/new');
    const offered = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    // The example offers nothing until the new session has begun.
    await expect(async () => {
      await composer(page).fill('');
      await composer(page).pressSequentially('See #squ');
      await expect(offered).toContainText(['The door squeaks'], { timeout: 2000 });
    }).toPass();
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('See #12');

    await composer(page).press('Control+Alt+p');
    await expect(statusBar(page)).toContainText('⏸ plan');
    await expect(composer(page)).toHaveValue('See #12');

    await composer(page).fill('/dynamic');
    const commands = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await expect(commands).toHaveText([/^\/dynamic\b/, /^\/skill:dynamic-resources/]);
    await composer(page).press('Alt+K');
    await settings(page).getByRole('tab', { name: 'Panel' }).click();
    await settings(page).getByRole('combobox', { name: 'pi theme' }).selectOption('dynamic-resources');
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bg'));
    await expect.poll(ground).toBe('#18181e');
    played('github-issue-autocomplete', 'mac-system-theme', 'dynamic-resources');
  });
});

test.describe('keys and the mouse', () => {
  const EXTENSION = `export default function (pi) {
    pi.registerCommand('point', {
      description: 'Takes the mouse',
      handler: async (_args, ctx) => {
        const seen = [];
        await ctx.ui.custom((tui, _theme, _keys, done) => ({
          invalidate() {},
          render: () => ['Point here', ...seen.slice(-4)],
          handleInput: (data) => data === 'q' && done(),
          handleMouse: ({ type, button, x, y, wheelDelta }) => {
            seen.push([type, button, x, y, wheelDelta ?? ''].join(' ').trim());
            tui.requestRender();
            return { handled: true };
          },
        }));
      },
    });
  }`;
  test.use({ panelOptions: { files: { 'pointing.ts': EXTENSION }, piArgs: ['-e', './pointing.ts'] } });

  test('a screen that takes the mouse gets presses, clicks and the wheel at their cells', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/point');
    const first = screen(page).getByText('Point here');
    await expect(first).toBeVisible();
    // The words are below the layer that takes the mouse, which may come after them, and xterm replaces their element
    // when it draws again.
    await expect(async () => {
      if (await first.isVisible()) await first.click({ position: { x: 2, y: 4 }, force: true });
      await expect(screen(page)).toContainText('press left 0 0', { timeout: 3000 });
    }).toPass();
    for (const event of ['release left 0 0', 'click left 0 0'])
      await expect(screen(page)).toContainText(event);
    await page.mouse.wheel(0, 100);
    await expect(screen(page)).toContainText(/wheel none 0 \d 1/);
    await page.keyboard.press('q');
    await expect(screen(page)).toHaveCount(0);
  });

  test('an agent whose screen waits for keys is marked in the title and in the list of agents', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/point');
    await expect(page).toHaveTitle(/waiting for you/);
    await composer(page).press('Alt+A');
    await expect(page.getByRole('listitem', { name: /needs you/ })).toContainText('pointing.ts: Point here');
    await button(screen(page), 'Close pointing.ts').click();
    await expect(page).not.toHaveTitle(/waiting for you/);
  });
});
