// Toasts: where they are, how long they stay, and that nothing of what they said is lost.
import type { Locator, Page } from '@playwright/test';
import { button, converse, notifications, open, send, widgetsAbove } from './page.ts';
import { expect, test } from './panel.ts';

const SPEAKER = `export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command('says', async (args, ctx) => {
    ctx.ui.notify('it is done', 'info');
    ctx.ui.notify('mind the gap', 'warning');
    ctx.ui.notify('400 {"type":"error","error":{"type":"bad","message":"Too long"}}', 'error');
  });
  command('fails', async (args, ctx) => {
    for (const what of ['one', 'two', 'three']) ctx.ui.notify('No ' + what, 'error');
  });
  command('points', async (args, ctx) => {
    ctx.ui.notify('Open http://localhost:4999/?session=1 yourself, please.', 'info');
    const docs = '\\u001b]8;;https://example.com/docs\\u0007the docs\\u001b]8;;\\u0007';
    ctx.ui.setWidget('where', ['read ' + docs + ', or http://localhost:4998/']);
  });
  command('asks', async (args, ctx) => ctx.ui.confirm('Delete it?', 'line '.repeat(60)));
}
`;

test.use({ panelOptions: { piArgs: ['-e', './speaker.ts'], files: { 'speaker.ts': SPEAKER } } });

const toasts = (page: Page, text: string): Locator =>
  notifications(page).getByRole('group').filter({ hasText: text });

test('toasts cover neither composer nor dialog nor banner, on a screen and on a phone', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  // The composer of an empty session is in the upper third: the toast is at the bottom nevertheless.
  await panel.command({ type: 'prompt', message: '/says' });
  const first = toasts(page, 'Too long');
  await expect(first).toBeVisible();
  await expect.poll(async () => (await first.boundingBox())!.y).toBeGreaterThan(600);
  await first.getByRole('button', { name: 'Dismiss' }).click();
  // In a conversation, the composer is at the bottom.
  await converse(page, panel, ['a question', 'An answer.']);
  const asked = panel.command({ type: 'prompt', message: '/asks' });
  const dialog = page.getByRole('dialog', { name: 'Delete it?' });
  await expect(dialog).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [375, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await panel.command({ type: 'prompt', message: '/says' });
    const error = toasts(page, 'Too long');
    await expect(error).toBeVisible();
    for (const other of [page.getByRole('region', { name: 'Composer' }), dialog, page.getByRole('banner')])
      await expect.poll(() => overlap(error, other), `${width} px`).toBe(0);
    const { x, width: ownWidth } = (await error.boundingBox())!;
    expect(width - x - ownWidth).toBeLessThanOrEqual(16);
    await error.getByRole('button', { name: 'Dismiss' }).click();
  }
  await button(dialog, 'No').click();
  await asked;
});

test('in a low window, toasts scroll before they cover the words about an agent that has exited', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 1280, height: 360 });
  await open(page, panel);
  await converse(page, panel, ['a question', 'An answer.']);
  await panel.command({ type: 'prompt', message: '/fails' });
  await expect(toasts(page, 'No')).toHaveCount(3);
  const [pi] = await panel.children();
  process.kill(pi!, 'SIGKILL');
  const banner = page.getByRole('alert').filter({ has: button(page, 'Restart') });
  await expect(banner).toBeVisible();
  const all = notifications(page)
    .locator('div')
    .filter({ has: page.getByRole('group') })
    .last();
  for (const other of [banner, page.getByRole('region', { name: 'Composer' })])
    await expect.poll(() => overlap(all, other)).toBe(0);
  // The checks above prove something only if there is too little room; otherwise any place of the toasts would pass.
  await expect.poll(() => all.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
});

test('a toast disappears after six seconds, an error stays; the list has all of them, including the page’s own', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/says');
  await expect(toasts(page, 'it is done')).toBeVisible();
  await expect(toasts(page, 'mind the gap')).toBeVisible();
  await expect(toasts(page, 'Too long')).toContainText('400: Too long');
  await expect(toasts(page, 'it is done')).toHaveCount(0);
  await expect(toasts(page, 'mind the gap')).toHaveCount(0);
  await expect(toasts(page, 'Too long')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+.');
  await expect(toasts(page, 'Nothing is running.')).toBeVisible();
  await notifications(page)
    .getByRole('button', { name: /notifications/i })
    .click();
  const rows = notifications(page).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('Stop: Nothing is running.');
  const failed = rows.filter({ hasText: '400: Too long' });
  await failed.getByText('Details').click();
  await expect(failed).toContainText('"type":"bad"');
});

test('addresses that an extension names are links, in toasts, in the list and in what it draws', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/points');
  const address = 'http://localhost:4999/?session=1';
  await expect(toasts(page, 'Open').getByRole('link', { name: address })).toHaveAttribute('href', address);
  const widget = widgetsAbove(page);
  await expect(widget.getByRole('link', { name: 'the docs' })).toHaveAttribute(
    'href',
    'https://example.com/docs',
  );
  await expect(widget.getByRole('link', { name: 'http://localhost:4998/' })).toBeVisible();
  await expect(widget).toHaveText(/read the docs, or http/);
  await notifications(page)
    .getByRole('button', { name: /notifications/i })
    .click();
  const row = notifications(page).getByRole('listitem').first();
  await expect(row.getByRole('link', { name: address })).toHaveAttribute('target', '_blank');
});

/** In square px. */
async function overlap(a: Locator, b: Locator): Promise<number> {
  const [one, two] = await Promise.all([a.boundingBox(), b.boundingBox()]);
  if (!one || !two) return NaN;
  const width = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
  const height = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y);
  return Math.max(0, width) * Math.max(0, height);
}
