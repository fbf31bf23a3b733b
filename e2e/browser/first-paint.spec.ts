// The first script is enough for the first paint. Everything else is fetched afterwards, and nothing that the user does
// in the meantime is lost.
import { gate } from '../panel/scripted.ts';
import { button, composer, files, open, palette, sessions } from './page.ts';
import { expect, test } from './panel.ts';

const SCRIPT = '**/assets/*.js';

test('before the first paint the browser fetches one script', async ({ page, panel }) => {
  // The frame that paints the composer begins here; what is fetched once it is drawn starts later.
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('textarea')) performance.mark('composer');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, panel);
  await expect(files(page)).toBeVisible();
  const [before, after] = await page.evaluate(() => {
    const paintedAt = performance.getEntriesByName('composer')[0]!.startTime;
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const early = scripts.filter(({ startTime }) => startTime < paintedAt);
    return [early.map(({ name }) => name), scripts.length - early.length];
  });
  expect(before).toEqual([expect.stringMatching(/\/assets\/index-[^/]+\.js$/)]);
  expect(after).toBeGreaterThan(0);
});

test('a message can be written with only the first script loaded, and a key waits for the code that it needs', async ({
  page,
  panel,
}) => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(SCRIPT, async (route) => {
    if (!/\/index-[^/]+\.js$/.test(route.request().url())) await allowed;
    await route.continue();
  });
  await page.goto(panel.url.href);
  await composer(page).fill('half a sen');
  await page.keyboard.press('Alt+S');
  await expect(sessions(page)).toBeHidden();
  await composer(page).press('End');
  await page.keyboard.type('tence');
  allow();
  await expect(sessions(page)).toBeVisible();
  await expect(composer(page)).toHaveValue('half a sentence');
  await page.keyboard.press('Control+K');
  await expect(palette(page)).toBeVisible();
});

const FILES = '**/assets/Files-*.js';

test('a part that fails to load while the page opens appears once the panel answers, and text typed meanwhile stays', async ({
  page,
  panel,
}) => {
  const panelIsBack = gate();
  let isLost = true;
  // The page may request the file twice: to preload it, and to import it.
  await page.route(FILES, (route) => (isLost ? route.abort() : route.continue()));
  // The page requests its own address until the panel answers.
  await page.route(`${panel.origin}/`, async (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    await panelIsBack.until;
    await route.continue();
  });
  await page.goto(panel.url.href);
  await composer(page).fill('typed in between');
  await expect(page.getByRole('alert').getByText("Files couldn't be loaded")).toBeVisible();
  isLost = false;
  panelIsBack.open();
  await expect(files(page)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(composer(page)).toHaveValue('typed in between');
});

test('a part that fails to load again after a reload says so in its place, and the rest of the page works', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expect(files(page)).toBeVisible();
  await page.route(FILES, (route) => route.abort());
  await page.reload();
  const sideBar = page.getByRole('complementary', { name: 'Side bar' });
  await expect(sideBar.getByRole('alert')).toContainText("Files couldn't be loaded");
  await composer(page).fill('this still works');
  await page.unroute(FILES);
  await button(sideBar, 'Reload the page').click();
  await expect(files(page)).toBeVisible();
  await expect(sideBar.getByRole('alert')).toBeHidden();
  await expect(composer(page)).toHaveValue('this still works');
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the first paint waits only for its own texts, and the rest of the page for the other texts', async ({
    page,
    panel,
  }) => {
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/assets/zh-*.js', async (route) => {
      if (!route.request().url().includes('zh-first')) await allowed;
      await route.continue();
    });
    await page.goto(panel.url.href);
    await expect(page.getByRole('button', { name: '新建会话' })).toBeEnabled();
    const filter = page.getByPlaceholder('筛选文件');
    await expect(filter).toBeHidden();
    allow();
    await expect(filter).toBeVisible();
    await expect(page.getByText('Filter files')).toBeHidden();
  });
});
