// Frames in what a preview shows: those of the app's own address are picked from and heard like the app, others are not.
import { closeApps, startApp, type App } from './apps.ts';
import { button, open } from './page.ts';
import { chips, consoleStatus, frame, preview, sendPicked, showApp } from './preview-page.ts';
import { expect, test } from './panel.ts';

const INNER = `<!doctype html><title>Inner</title><button class="buy" onclick="this.textContent = 'Bought'">Buy</button>
  <button onclick="console.error('from inside')">Fail</button>`;

/** An app with a frame in a frame, and one with a frame of the other. */
async function startBoth(): Promise<{ outer: App; other: App }> {
  const other = await startApp((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(INNER),
  );
  const outer = await startApp(({ url }, response) => {
    const pages: Record<string, string> = {
      '/': '<title>Outer</title><h1>Outer</h1><iframe id="mine" src="/middle" width="400" height="200"></iframe>',
      '/middle': '<title>Middle</title><iframe src="/inner?a" width="300" height="100"></iframe>',
      '/other': `<title>Other</title><h1>Other</h1><iframe id="foreign" src="http://127.0.0.1:${other.port}/" width="400" height="200"></iframe>`,
    };
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html>${pages[url ?? ''] ?? INNER}`);
  });
  return { outer, other };
}

test.afterEach(closeApps);

test('an element in a frame of the app is picked, and the console of that frame is heard', async ({
  page,
  panel,
}) => {
  const { outer } = await startBoth();
  await open(page, panel);
  await showApp(page, String(outer.port));
  const inner = frame(page).frameLocator('#mine').frameLocator('iframe');
  const buy = inner.getByRole('button', { name: 'Buy' });
  const pick = button(preview(page), 'Pick an element');
  await expect(buy).toBeVisible();
  await pick.click();
  await buy.click({ modifiers: ['Shift'] });
  await expect(chips(page)).toHaveText([/^Element #mine >>> iframe >>> .*buy/]);
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  // The picking ends everywhere at once.
  await frame(page).getByRole('heading').click();
  await expect(chips(page)).toHaveCount(2);
  await expect(pick).toHaveAttribute('aria-pressed', 'false');
  await expect(buy).toHaveText('Buy');
  await buy.click();
  await expect(inner.getByRole('button', { name: 'Bought' })).toBeVisible();
  await inner.getByRole('button', { name: 'Fail' }).click();
  await expect(consoleStatus(page)).toHaveText('1 error');
  await button(preview(page), 'Show messages').click();
  await expect(preview(page).getByText('from inside')).toBeVisible();
  await expect(preview(page).getByText('Frames of other addresses')).toBeHidden();
  await expect(page.getByRole('img', { name: /^Element #mine.*\.jpg$/ })).toBeVisible();
  const sent = await sendPicked(page, panel, 'Make it larger');
  expect(sent).toContain('frame in the page: /inner?a');
});

test('a frame of another address is picked as a whole, and no click reaches what is in it', async ({
  page,
  panel,
}) => {
  const { outer, other } = await startBoth();
  await open(page, panel);
  await showApp(page, `localhost:${outer.port}/other`);
  const foreign = frame(page).locator('#foreign');
  const buy = frame(page).frameLocator('#foreign').locator('.buy');
  await expect(buy).toBeVisible();
  const pick = button(preview(page), 'Pick an element');
  await pick.click();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() =>
      frame(page)
        .locator('html > div')
        .evaluateAll((shields) => shields.length),
    )
    .toBeGreaterThan(1);
  const place = (await buy.boundingBox())!;
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expect(chips(page)).toHaveText([/^Element #foreign/]);
  await expect(page.getByText('The whole frame was picked')).toBeVisible();
  await expect(buy).toHaveText('Buy');
  await expect(foreign).toHaveAttribute('src', `http://127.0.0.1:${other.port}/`);
  await button(preview(page), 'Show messages').click();
  await expect(preview(page).getByText('Frames of other addresses')).toBeVisible();
  await buy.click();
  await expect(buy).toHaveText('Bought');
});
