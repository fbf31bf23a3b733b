// The preview of HTML files of the workspace: shown with what they load, live, and without the network at first.
import type { Page } from '@playwright/test';
import { InputMethod } from './compositions.ts';
import { answers, button, chat, composer, open, send } from './page.ts';
import { address, consoleStatus, frame, openPreview, preview } from './preview-page.ts';
import { calls, says } from '../panel/scripted.ts';
import { expect, test } from './panel.ts';
import { startStranger } from './stranger.ts';

const FILES = {
  'index.html': `<!doctype html><html><head><title>First page</title><link rel="stylesheet" href="style.css">
    <script type="module" src="js/app.js"></script></head>
    <body><h1>Hello</h1><p id="module">no module</p><a href="more/second.html">second</a>
    <div style="height: 3000px"></div><p id="end">the end</p></body></html>`,
  'style.css': 'h1 { color: rgb(1, 2, 3) }',
  'js/app.js': "import { word } from './word.js'; document.getElementById('module').textContent = word;",
  'js/word.js': "export const word = 'from a module';",
  'more/second.html': '<!doctype html><title>Second page</title><p>second</p>',
};

test.use({ panelOptions: { files: FILES } });

const heading = (page: Page) => frame(page).getByRole('heading', { name: 'Hello' });

test('an HTML file is shown with its styles, modules and links, under its own title', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openPreview(page, 'index.html');
  await expect(heading(page)).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(frame(page).locator('#module')).toHaveText('from a module');
  await expect(preview(page).locator('iframe')).toHaveAttribute('title', 'First page');
  await expect(consoleStatus(page)).toHaveText('no errors');
  await frame(page).getByRole('link', { name: 'second' }).click();
  await expect(frame(page).getByText('second')).toBeVisible();
  await expect(address(page)).toHaveValue('more/second.html');
  await expect(preview(page).locator('iframe')).toHaveAttribute('title', 'Second page');
  await button(preview(page), 'Close the preview').click();
  await expect(preview(page)).toBeHidden();
});

test('a file that changes is shown again, and keeps its place; others do not disturb it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openPreview(page, 'index.html');
  await expect(frame(page).locator('#module')).toHaveText('from a module');
  await frame(page).locator('#end').scrollIntoViewIfNeeded();
  const scrolled = (): Promise<number> =>
    frame(page)
      .locator('html')
      .evaluate(() => Math.round(scrollY));
  const before = await scrolled();
  expect(before).toBeGreaterThan(1000);
  await panel.write('style.css', 'h1 { color: rgb(4, 5, 6) }');
  await expect(heading(page)).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect.poll(scrolled).toBe(before);
  await panel.write('js/word.js', "export const word = 'changed';");
  await expect(frame(page).locator('#module')).toHaveText('changed');
  await frame(page)
    .locator('body')
    .evaluate((body) => body.setAttribute('data-mark', ''));
  await panel.write('README.md', '# Other\n');
  await panel.write('index.html', FILES['index.html'].replace('the end', 'another end'));
  await expect(frame(page).locator('#end')).toHaveText('another end');
  await expect(frame(page).locator('body[data-mark]')).toHaveCount(0);
  await button(preview(page), 'Reload').click();
  await expect(heading(page)).toBeVisible();
});

test('a file that another program does not touch is not loaded again', async ({ page, panel }) => {
  await open(page, panel);
  await openPreview(page, 'index.html');
  await expect(frame(page).locator('#module')).toHaveText('from a module');
  await frame(page)
    .locator('body')
    .evaluate((body) => body.setAttribute('data-mark', ''));
  await panel.write('README.md', '# Other\n');
  await panel.write('style.css', 'h1 { color: rgb(7, 8, 9) }');
  await expect(heading(page)).toHaveCSS('color', 'rgb(7, 8, 9)');
  await expect(frame(page).locator('body[data-mark]')).toHaveCount(0);
});

test('errors and warnings are counted, listed, and go to the chat', async ({ page, panel }) => {
  await panel.write(
    'bad.html',
    `<!doctype html><title>Bad</title><script>console.warn('careful', { a: 1 }); console.error('broken');
     setTimeout(() => { throw new Error('thrown') }); Promise.reject(new Error('rejected'));</script><img src="none.png">`,
  );
  await open(page, panel);
  await openPreview(page, 'bad.html');
  await expect(consoleStatus(page)).toHaveText('4 errors, 1 warning');
  await button(preview(page), 'Show messages').click();
  const messages = preview(page).getByRole('list', { name: 'Messages of the console' }).getByRole('listitem');
  await expect(messages).toHaveCount(5);
  await expect(messages.nth(0)).toContainText('careful {"a":1}');
  await button(messages.filter({ hasText: 'broken' }), 'Add to chat').click();
  await expect(page.getByRole('list', { name: 'Attached texts' })).toContainText('Console of bad.html');
  await expect(composer(page)).toBeFocused();
});

test('the network is off until one click allows it for this file', async ({ page, panel }) => {
  const stranger = await startStranger();
  const at = `http://127.0.0.1:${stranger.port}`;
  await panel.write(
    'net.html',
    `<!doctype html><title>Net</title><p id="got">waiting</p><script>
     fetch('net.txt').then((r) => r.text()).then((t) => (got.textContent = t), () => (got.textContent = 'refused'));
     fetch('${at}/');</script>`,
  );
  await panel.write('net.txt', 'own file');
  await open(page, panel);
  await openPreview(page, 'net.html');
  await expect(frame(page).locator('#got')).toHaveText('refused');
  await expect(preview(page).getByText('Network off')).toBeVisible();
  await button(preview(page), 'Allow network').click();
  await expect(frame(page).locator('#got')).toHaveText('own file');
  await expect(preview(page).getByText('Network on')).toBeVisible();
  // Not even then does it reach a program of this machine.
  expect(stranger.seen).toEqual([]);
  await address(page).fill('more/second.html');
  await address(page).press('Enter');
  await expect(preview(page).getByText('Network off')).toBeVisible();
  await stranger.close();
});

test('the address takes a path, an IME, and nothing of other machines; sizes are those of devices', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openPreview(page, 'index.html');
  await address(page).fill('https://example.com/');
  await address(page).press('Enter');
  await expect(preview(page).getByRole('alert')).toContainText(
    'Only files of the workspace and apps on this machine',
  );
  await address(page).press('Escape');
  await expect(address(page)).toHaveValue('index.html');
  await (await InputMethod.of(page)).composeIn('web/frames/PreviewBar.svelte', address(page));
  await address(page).fill('more/second.html');
  await address(page).press('Enter');
  await expect(frame(page).getByText('second')).toBeVisible();
  await preview(page).getByRole('button', { name: 'Phone' }).click();
  await expect(preview(page).locator('iframe')).toHaveCSS('width', '375px');
  await address(page).fill('none.html');
  await address(page).press('Enter');
  await expect(frame(page).locator('body')).toContainText('none.html');
});

test('pi looks at a preview only while that is switched on, and gets its console, its accessible tree and a picture', async ({
  page,
  panel,
}) => {
  await panel.write(
    'look.html',
    `<!doctype html><title>Shop</title><style>body { background: rgb(0, 128, 0) }</style><h1>Our shop</h1>
     <button disabled>Buy</button><label>Secret <input type="password" value="hunter2"></label>
     <p hidden>not shown</p><script>console.error('no stock')</script>`,
  );
  await open(page, panel);
  await openPreview(page, 'look.html');
  await expect(consoleStatus(page)).toHaveText('1 error');
  const look = button(preview(page), 'Let pi look at this preview');
  await expect(look).toHaveAttribute('aria-pressed', 'false');
  panel.model.queue([calls('look_at_preview', {}), says('I may not look.')]);
  await send(page, 'What do you see?');
  await expect(answers(page)).toHaveText(['I may not look.']);
  await expect(chat(page)).toContainText('Tool look_at_preview not found');

  const switched = page.waitForResponse((response) => response.url().endsWith('/look'));
  await look.click();
  await switched;
  await expect(look).toHaveAttribute('aria-pressed', 'true');
  const before = panel.model.requests.length;
  panel.model.queue([calls('look_at_preview', {}), says('A shop.')]);
  await send(page, 'And now?');
  await expect(answers(page)).toHaveText(['I may not look.', 'A shop.']);
  const sent = JSON.stringify(panel.model.requests.slice(before));
  for (const part of ['Address: look.html', 'error: no stock', 'Our shop', 'disabled'])
    expect(sent).toContain(part);
  for (const part of ['hunter2', 'not shown']) expect(sent).not.toContain(part);
  const [picture] = /\/9j\/[\w+/=]{200,}/.exec(sent) ?? [];
  expect(picture).toBeDefined();
  // The corner below everything has the color of the page: what was sent is a picture of it.
  const corner = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return [...context.getImageData(image.width - 2, image.height - 2, 1, 1).data];
  }, picture!);
  expect(corner[1]).toBeGreaterThan(corner[0]! + 90);

  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await button(preview(page), 'Close the preview').click();
  await ended;
  panel.model.queue([calls('look_at_preview', {}), says('Closed.')]);
  await send(page, 'Once more?');
  await expect(answers(page)).toHaveText(['I may not look.', 'A shop.', 'Closed.']);
  const last = JSON.stringify(panel.model.requests.at(-1));
  expect(last.match(/Tool look_at_preview not found/g)).toHaveLength(2);
});
