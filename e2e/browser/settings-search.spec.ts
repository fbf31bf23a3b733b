// One field in the settings finds every setting, provider, model, package and key, and leads there by keyboard.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { open, settings } from './page.ts';
import { expect, test } from './panel.ts';

const field = (page: Page): Locator => settings(page).getByRole('searchbox', { name: 'Search settings' });
const results = (page: Page): Locator =>
  settings(page).getByRole('listbox', { name: 'Matching settings' }).getByRole('option');
const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.contains(document.activeElement));

test('typing in the settings finds what is on any page, and Enter leads to its control', async ({
  page,
  panel,
}) => {
  test.slow();
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await expect(settings(page).getByRole('tab', { name: 'pi', exact: true })).toBeFocused();
  await page.keyboard.type('quiet');
  await expect(field(page)).toHaveValue('quiet');
  await expect(results(page).first()).toContainText('Quiet startup');
  await page.keyboard.press('Enter');
  await expect(settings(page).getByRole('combobox', { name: 'Quiet startup' })).toBeFocused();
  await expect(settings(page).getByRole('combobox', { name: 'Quiet startup' })).toBeInViewport();

  for (const [query, title, tab, row] of [
    ['groq', 'Groq', 'Providers', /^Groq/],
    ['demo plain', 'Demo plain', 'Models', 'demo/demo-plain'],
    ['next region', 'Next region', 'Keys', 'Next region'],
    ['density', 'Density', 'Panel', 'Density'],
    ['branch reserve', 'Branch summary › Reserve tokens', 'pi', 'Branch summary › Reserve tokens'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+F');
    await page.keyboard.type(query);
    await expect(results(page).first()).toContainText(title, { timeout: 30_000 });
    await page.keyboard.press('Enter');
    const shown = settings(page).getByRole('tab', { name: tab, exact: true });
    await expect(shown).toHaveAttribute('aria-selected', 'true');
    const role = tab === 'Panel' || tab === 'pi' ? 'group' : 'listitem';
    const target = settings(page).getByRole(role, { name: row });
    await expect(target).toBeInViewport();
    await expect.poll(() => isFocused(target), { message: title }).toBe(true);
  }
  // Arrow keys choose another result; Escape forgets the search before it closes the settings.
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('retry');
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(settings(page).getByRole('tabpanel')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
});

test('every entry for the page "Panel" leads to a row that is there', async ({ page, panel }) => {
  // Nineteen searches.
  test.slow();
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await expect(settings(page).getByRole('tab', { name: 'pi', exact: true })).toBeFocused();
  const table = new URL('../../web/settings/search/page-entries.ts', import.meta.url);
  const targets = [...(await readFile(table, 'utf8')).matchAll(/target: '(.+?)',/g)].map(
    ([, target]) => target!,
  );
  expect(targets.length).toBeGreaterThan(15);
  for (const target of targets) {
    await page.keyboard.press('ControlOrMeta+F');
    await page.keyboard.type(target);
    await results(page)
      .filter({ hasText: target })
      .filter({ hasText: 'Panel' })
      .first()
      .click({ timeout: 10_000 });
    await expect(settings(page).locator('.found'), target).toBeInViewport();
  }
});
