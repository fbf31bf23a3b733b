// Resources of a project: its packages, its settings, and the trust that pi asks for before it loads them.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { PACKAGE, startNpmRegistry, type NpmRegistry } from '../panel/npm-registry.ts';
import { button, composer, expectIdle, open, settings } from './page.ts';
import { expect, test as base } from './panel.ts';

const SKILL = '---\nname: ours\ndescription: Of the project\n---\n\nBe brief.\n';

const test = base.extend<{ registry: NpmRegistry }>({
  registry: async ({ panel }, use) => {
    const registry = await startNpmRegistry();
    await registry.publish('1.0.0');
    await writeFile(path.join(panel.folders.home, '.npmrc'), `registry=${registry.url}\naudit=false\n`);
    await use(registry);
    await registry.close();
  },
});
// pi asks for trust only in a project that has such resources.
test.use({ panelOptions: { files: { '.pi/skills/ours/SKILL.md': SKILL } } });

const showPage = (page: Page, name: string): Promise<void> =>
  settings(page).getByRole('tab', { name, exact: true }).click();
const trustNote = (page: Page): Locator =>
  settings(page).getByRole('group', { name: 'Project trust', exact: true });
const expectDone = (page: Page): Promise<void> =>
  expect(settings(page).getByRole('region', { name: 'Command output' }).getByRole('status')).toHaveText(
    'Done.',
    { timeout: 30_000 },
  );

test('a list of packages that could not be read again does not claim to be empty', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await showPage(page, 'Packages');
  const none = settings(page).getByText('No packages yet.');
  await expect(none).toBeVisible({ timeout: 30_000 });
  await page.route('**/setup/resources', (route) =>
    route.fulfill({ status: 502, json: { error: { code: 'x', message: 'pi did not answer.' } } }),
  );
  await settings(page).getByRole('textbox', { name: 'Package' }).fill('./no-such-folder');
  await button(settings(page), 'Install').click();
  await expect(settings(page).getByText('pi did not answer.')).toBeVisible({ timeout: 30_000 });
  await expect(none).toHaveCount(0);
  await page.unroute('**/setup/resources');
  await button(settings(page), 'Try again').click();
  await expect(none).toBeVisible({ timeout: 30_000 });
});

test('S-33: a package for all projects is updated, one of this project needs trust, and withdrawn trust leaves it aside', async ({
  page,
  panel,
  registry,
}) => {
  test.setTimeout(300_000);
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await showPage(page, 'Packages');
  const install = async (scope: string): Promise<void> => {
    await settings(page).getByRole('combobox', { name: 'For' }).selectOption(scope);
    await settings(page).getByRole('textbox', { name: 'Package' }).fill(`npm:${PACKAGE}`);
    await button(settings(page), 'Install').click();
  };
  await install('All projects');
  await expectDone(page);
  const forAll = settings(page).getByRole('list', { name: 'All projects' });
  await expect(forAll).toContainText(`${PACKAGE} 1.0.0`);
  await registry.publish('1.1.0');
  await button(forAll, `Update ${PACKAGE}`).click();
  await expect(forAll).toContainText(`${PACKAGE} 1.1.0`, { timeout: 30_000 });
  await expectDone(page);
  // Only the news since the version before.
  const notes = button(settings(page), `What’s new in ${PACKAGE} 1.1.0`);
  await expect(notes).toHaveAttribute('aria-expanded', 'true');
  await expect(settings(page).getByText('Shouts louder')).toBeVisible();
  await expect(settings(page).getByRole('heading', { name: '0.0.1' })).toHaveCount(0);
  await registry.publish('1.2.0');
  await button(settings(page), 'Update all').click();
  await expect(forAll).toContainText(`${PACKAGE} 1.2.0`, { timeout: 30_000 });
  await button(forAll, `Remove ${PACKAGE}`).click();
  await expect(settings(page).getByText('No packages yet.')).toBeVisible({ timeout: 30_000 });

  // The project is not trusted, so a package for it needs that first.
  await expect(trustNote(page)).toContainText("This project isn't trusted yet.");
  await install('This project');
  const ask = settings(page).getByRole('group', { name: 'Trust for this command' });
  await button(ask, 'Trust for this command and install').click();
  await expect(ask).toBeHidden();
  const forProject = settings(page).getByRole('list', { name: 'This project' });
  await expect(forProject).toContainText(PACKAGE, { timeout: 30_000 });
  await expectDone(page);
  const ownSettings = path.join(panel.workspace, '.pi/settings.json');
  expect(await readFile(ownSettings, 'utf8')).toContain(`npm:${PACKAGE}`);

  await button(trustNote(page), 'Always trust').click();
  await expect(trustNote(page)).toContainText('This project is trusted, so pi loads', { timeout: 30_000 });
  await showPage(page, 'Skills and prompts');
  const switchOf = (name: string): Locator => settings(page).getByRole('switch', { name: `Use ${name}` });
  await expect(switchOf('ours')).toBeChecked();
  await expect(switchOf('shout')).toBeChecked();
  await showPage(page, 'Packages');
  await registry.publish('1.3.0');
  await button(forProject, `Update ${PACKAGE}`).click();
  await expect(forProject).toContainText(`${PACKAGE} 1.3.0`, { timeout: 30_000 });

  // A setting of the project, over the global one.
  await showPage(page, 'pi');
  const global = settings(page).getByLabel('Retry › Max retries', { exact: true }).and(page.locator('input'));
  await global.fill('5');
  await global.press('Enter');
  const reset = button(settings(page), 'Reset Retry › Max retries');
  await expect(reset).toBeVisible();
  await settings(page).getByRole('group', { name: 'Scope' }).getByRole('button', { name: 'Project' }).click();
  await expect(reset).toBeHidden();
  await expect(settings(page).getByText('Global: 5')).toBeVisible();
  await global.fill('7');
  await global.press('Enter');
  await expect(reset).toBeVisible();
  expect(JSON.parse(await readFile(ownSettings, 'utf8'))).toMatchObject({
    packages: [`npm:${PACKAGE}`],
    retry: { maxRetries: 7 },
  });
  await expect
    .poll(
      async () =>
        JSON.parse(await readFile(path.join(panel.folders.agentDir, 'settings.json'), 'utf8')) as object,
    )
    .toMatchObject({ retry: { maxRetries: 5 } });

  // When trust is withdrawn, pi no longer loads the project's resources, but none of them is lost.
  await showPage(page, 'Packages');
  await button(trustNote(page), 'Revoke trust').click();
  await expect(trustNote(page)).toContainText("This project isn't trusted yet.", { timeout: 30_000 });
  await expect(trustNote(page)).toContainText('.pi');
  await showPage(page, 'Skills and prompts');
  await expect(settings(page).getByRole('heading', { name: 'Prompt templates' })).toBeVisible();
  await expect(switchOf('ours')).toHaveCount(0);
  await expect(switchOf('shout')).toHaveCount(0);
  expect(await readFile(ownSettings, 'utf8')).toContain(PACKAGE);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await expectIdle(page);
});
