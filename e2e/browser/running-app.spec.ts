// The preview of apps that run on this machine: shown, reloaded by their own means, and picked from.
import type { Locator, Page } from '@playwright/test';
import {
  closeApps,
  hasPython,
  REACT_APP,
  SVELTE_APP,
  startApp,
  startPython,
  startVite,
  type App,
} from './apps.ts';
import { button, open } from './page.ts';
import { address, chips, consoleStatus, frame, preview, sendPicked, showApp } from './preview-page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

/** Saves the component of the Svelte app, changed. On a busy machine Vite misses some saves, also without a panel. */
const edit = (panel: RunningPanel, from: string, to: string): Promise<void> =>
  panel.write('app/src/App.svelte', SVELTE_APP['app/src/App.svelte'].replace(from, to));

/** Starts the app of the workspace with Vite, shows it, and returns its only button after a click. */
async function showVite(page: Page, panel: RunningPanel): Promise<{ app: App; big: Locator }> {
  const app = await startVite(panel.workspace);
  await open(page, panel);
  await showApp(page, String(app.port));
  const big = frame(page).locator('button.big');
  await big.click();
  await expect(big).toHaveText('Clicked 1');
  return { app, big };
}

test.afterEach(closeApps);

test.describe('a Vite app with Svelte', () => {
  test.use({ panelOptions: { files: SVELTE_APP } });

  test('it is shown, replaces its modules as it is edited, is picked from, and its errors reach the chat', async ({
    page,
    panel,
  }) => {
    const { app, big } = await showVite(page, panel);
    await expect(frame(page).getByRole('heading')).toHaveText('Hello from Svelte');
    await expect(address(page)).toHaveValue(`localhost:${app.port}/`);
    const heading = frame(page).getByRole('heading');
    // Vite sends the new style through its WebSocket; the document stays.
    await expect(async () => {
      await edit(panel, 'rgb(1, 2, 3)', 'rgb(4, 5, 6)');
      await expect(heading).toHaveCSS('color', 'rgb(4, 5, 6)', { timeout: 5000 });
    }).toPass();
    await expect(async () => {
      await edit(panel, 'Hello from', 'Changed by');
      await expect(heading).toHaveText('Changed by Svelte', { timeout: 5000 });
    }).toPass();

    await button(preview(page), 'Pick an element').click();
    await big.click();
    await expect(button(preview(page), 'Pick an element')).toHaveAttribute('aria-pressed', 'false');
    await expect(chips(page)).toHaveText(/^Element button\.big/);
    await expect(page.getByRole('img', { name: /^Element button\.big.*\.jpg$/ })).toBeVisible();
    // The click did not reach the app.
    await expect(big).toHaveText('Clicked 0');
    await button(frame(page).locator('body'), 'Fail').click();
    await expect(consoleStatus(page)).toHaveText('1 error');
    await button(preview(page), 'Show messages').click();
    await button(preview(page), 'Add to chat').click();
    await expect(page.getByRole('list', { name: 'Attached texts' })).toContainText('Console of localhost');
    const sent = await sendPicked(page, panel, 'Make it smaller');
    expect(sent).toMatch(/Element button\.big/);
    expect(sent).toContain('from the app');
    expect(sent).toMatch(/component: App/);
    expect(sent).toMatch(/source: [^"]*src\/App\.svelte:\d+/);
    await app.close();
    await button(preview(page), 'Reload').click();
    await expect(frame(page).locator('body')).toContainText(`Nothing listens on port ${app.port}`);
  });
});

test.describe('a Vite app with React', () => {
  test.use({ panelOptions: { files: REACT_APP } });

  test('it is shown, loaded again as it is edited, and a pick names its component and file', async ({
    page,
    panel,
  }) => {
    const { big } = await showVite(page, panel);
    const heading = frame(page).getByRole('heading');
    const changed = REACT_APP['app/src/Counter.jsx'].replace('Hello from', 'Changed by');
    await expect(async () => {
      await panel.write('app/src/Counter.jsx', changed);
      await expect(heading).toHaveText('Changed by React', { timeout: 5000 });
    }).toPass();
    await button(preview(page), 'Pick an element').click();
    await big.click();
    await expect(chips(page)).toHaveText(/^Element button\.big/);
    const sent = await sendPicked(page, panel, 'Make it smaller');
    expect(sent).toMatch(/component: Counter\b/);
    // The line of the file, not of what the server makes of it.
    expect(sent).toMatch(/source: app\/src\/Counter\.jsx:8\b|source: src\/Counter\.jsx:8\b/);
  });
});

test('a plain server of Python is shown with its folders', async ({ page, panel }) => {
  test.skip(!hasPython, 'needs python3');
  await panel.write('hello.html', '<!doctype html><title>Hello</title><h1>From Python</h1>');
  const app = await startPython(panel.workspace);
  await open(page, panel);
  await showApp(page, `localhost:${app.port}`);
  await frame(page).getByRole('link', { name: 'hello.html' }).click();
  await expect(frame(page).getByRole('heading')).toHaveText('From Python');
  await expect(address(page)).toHaveValue(`localhost:${app.port}/hello.html`);
});

test('WebSockets, event streams, cookies, forms and redirects of an app work, and it sees its own address', async ({
  page,
  panel,
}) => {
  let stream: { write: (text: string) => unknown } | null = null;
  const app = await startApp((request, response) => {
    const own = `http://localhost:${app.port}`;
    if (request.url === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      stream = response;
    } else if (request.url === '/login') {
      const cookie = 'session=1; Path=/; HttpOnly; SameSite=Lax';
      response.writeHead(303, { Location: `${own}/`, 'Set-Cookie': cookie }).end();
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html', 'X-Frame-Options': 'DENY' });
      response.end(`<!doctype html><title>App</title><p id="cookie">${request.headers.cookie ?? 'no cookie'}</p>
        <form method="post" action="/login"><button>Log in</button></form><p id="socket"></p><p id="event"></p><script>
        const socket = new WebSocket('ws://' + location.host + '/socket');
        socket.onopen = () => socket.send('through the socket');
        socket.onmessage = ({ data }) => document.getElementById('socket').textContent = data;
        new EventSource('/events').onmessage = ({ data }) => document.getElementById('event').textContent += data;
        </script>`);
    }
  });
  await open(page, panel);
  await showApp(page, `:${app.port}`);
  await expect(frame(page).locator('#cookie')).toHaveText('no cookie');
  await expect(frame(page).locator('#socket')).toHaveText('through the socket');
  await expect.poll(() => stream !== null).toBe(true);
  stream!.write('data: one\n\n');
  await expect(frame(page).locator('#event')).toHaveText('one');
  stream!.write('data: two\n\n');
  await expect(frame(page).locator('#event')).toHaveText('onetwo');
  await button(frame(page).locator('body'), 'Log in').click();
  await expect(frame(page).locator('#cookie')).toHaveText('session=1');
  await expect(address(page)).toHaveValue(`localhost:${app.port}/`);
  for (const { headers } of app.seen) expect(headers.host).toBe(`localhost:${app.port}`);
  const origins = new Set(app.seen.map(({ headers }) => headers.origin));
  origins.delete(undefined);
  expect([...origins]).toEqual([`http://localhost:${app.port}`]);
  expect(app.seen.filter(({ headers }) => JSON.stringify(headers).includes(panel.token))).toEqual([]);
});

test('with Shift the picking goes on: each element is a chip with a picture, and a last click ends it', async ({
  page,
  panel,
}) => {
  const app = await startApp((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>A</title><h1>Top</h1><p id="text">words</p><button>Buy</button>'),
  );
  await open(page, panel);
  await showApp(page, String(app.port));
  const pick = button(preview(page), 'Pick an element');
  await pick.click();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await frame(page)
    .locator('h1')
    .click({ modifiers: ['Shift'] });
  await expect(chips(page)).toHaveText([/^Element h1/]);
  await frame(page)
    .locator('#text')
    .click({ modifiers: ['Shift'] });
  await expect(chips(page)).toHaveText([/^Element h1/, /^Element #text/]);
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await frame(page).locator('button').click();
  await expect(chips(page)).toHaveText([/^Element h1/, /^Element #text/, /^Element button/]);
  await expect(pick).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('img', { name: /^Element .*\.jpg$/ })).toHaveCount(3);
  // What follows is a click in the app again.
  await frame(page).locator('h1').click();
  const sent = await sendPicked(page, panel, 'Make all of them smaller');
  for (const each of ['Element h1', 'Element #text', 'Element button']) expect(sent).toContain(each);
  expect(sent.match(/image\/jpeg/g)?.length).toBeGreaterThanOrEqual(3);
});

test('picking starts before the app has answered, and lasts through a new title and a reload', async ({
  page,
  panel,
}) => {
  const { promise: isAwaited, resolve: answer } = Promise.withResolvers<void>();
  const app = await startApp((_request, response) => {
    void isAwaited.then(() =>
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>A</title><h1>Top</h1><p id="text">words</p>'),
    );
  });
  await open(page, panel);
  await showApp(page, String(app.port));
  const pick = button(preview(page), 'Pick an element');
  await pick.click();
  answer();
  await expect(frame(page).locator('h1')).toBeVisible();
  await frame(page)
    .locator('h1')
    .evaluate(() => (document.title = 'Another title'));
  await expect(page.getByTitle('Another title')).toBeVisible();
  await frame(page)
    .locator('h1')
    .click({ modifiers: ['Shift'] });
  await expect(chips(page)).toHaveText([/^Element h1/]);
  const { length } = app.seen;
  await button(preview(page), 'Reload').click();
  await expect.poll(() => app.seen.length).toBeGreaterThan(length);
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await frame(page).locator('#text').click();
  await expect(chips(page)).toHaveText([/^Element h1/, /^Element #text/]);
  await expect(pick).toHaveAttribute('aria-pressed', 'false');
});

test('the panel does not show itself, and Escape leaves the picking', async ({ page, panel }) => {
  await open(page, panel);
  await showApp(page, String(panel.port));
  await expect(preview(page).getByRole('alert')).toContainText('cannot show itself');
  const app = await startApp((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>A</title><p>here</p>'),
  );
  await address(page).fill(String(app.port));
  await address(page).press('Enter');
  await expect(frame(page).getByText('here')).toBeVisible();
  const pick = button(preview(page), 'Pick an element');
  await pick.click();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await frame(page).getByText('here').hover();
  await frame(page).locator('body').press('Escape');
  await expect(pick).toHaveAttribute('aria-pressed', 'false');
  await expect(chips(page)).toHaveCount(0);
});
