// The settings of pi and of the panel, in one region.
import type { Locator, Page } from '@playwright/test';
import { composer, open, openTerminal, send, settings, terminal } from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const choose = (page: Page, name: string, value: string): Promise<void> =>
  settings(page).getByRole('group', { name }).getByRole('button', { name: value, exact: true }).click();
const TABS = [
  'Providers',
  'Models',
  'pi',
  'Packages',
  'Skills and prompts',
  'MCP',
  'Panel',
  'Language',
  'Keys',
  'Code servers',
];
const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted), name);
const fontSize = (of: Locator): Promise<string> =>
  of.evaluate((element) => getComputedStyle(element).fontSize);

test('the settings open by their key, their pages by arrow keys, and Escape returns to the place before', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await composer(page).fill('half a thought');
  await page.keyboard.press('ControlOrMeta+,');
  const tabs = settings(page).getByRole('tab');
  await expect(tabs).toHaveText(TABS);
  await expect(tabs.nth(2)).toBeFocused();
  await tabs.nth(2).press('ArrowDown');
  await expect(tabs.nth(3)).toHaveAttribute('aria-selected', 'true');
  await expect(settings(page).getByRole('textbox', { name: 'Package' })).toBeVisible();
  // The address is a link to the page.
  await page.reload();
  await expect(settings(page).getByRole('textbox', { name: 'Package' })).toBeVisible();
  await expect(tabs.nth(3)).toBeFocused();
  await page.keyboard.press('End');
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(settings(page).getByRole('searchbox', { name: 'Search shortcuts' })).toBeVisible();
  // It is not printed and opens nothing else while the settings lie over the page.
  await page.keyboard.press('ControlOrMeta+K');
  await expect(settings(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => new URLSearchParams(location.search).get('settings')))
    .toBe(null);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('half a thought');
});

test('a setting that this pi does not know cannot be set, and says since when pi has it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  const search = settings(page).getByRole('searchbox', { name: 'Search pi’s settings' });
  for (const { label, since } of [
    { label: 'TUI mode', since: '0.84.0' },
    { label: 'Cache warming', since: '0.86.0' },
    { label: 'Session share destination', since: '1.3.0' },
  ]) {
    await search.fill(label);
    const field = settings(page).getByRole('combobox', { name: label });
    if (isPiSince(since)) {
      await expect(field).toBeEnabled();
      await expect(field).not.toHaveAccessibleDescription(/ignores it/);
    } else {
      await expect(field).toBeDisabled();
      await expect(field).toHaveAccessibleDescription(
        new RegExp(`This version of pi ignores it. It needs ${since} or newer\\.$`),
      );
    }
  }
});

test('theme, text size, code size and density are applied at once and remembered', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '!echo shown');
  await openTerminal(page);
  await expect(terminal(page).getByRole('tabpanel')).toContainText('shown');
  const rows = terminal(page).locator('.xterm-rows');
  expect(await fontSize(rows)).toBe('12.5px');
  const before = await fontSize(composer(page));
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: 'Panel' }).click();
  await choose(page, 'Theme', 'Dark');
  await choose(page, 'Text size', 'Large');
  await choose(page, 'Code size', 'Large');
  await choose(page, 'Density', 'Compact');
  await expect.poll(() => fontSize(rows)).toBe('14.375px');
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  await page.reload();
  await expect(composer(page)).toBeVisible();
  expect(parseFloat(await fontSize(composer(page)))).toBeGreaterThan(parseFloat(before));
  expect(await token(page, '--s4')).toBe('12px');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => fontSize(terminal(page).locator('.xterm-rows'))).toBe('14.375px');
});
