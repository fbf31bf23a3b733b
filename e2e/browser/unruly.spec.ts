// Extensions that show too much: the page stays bounded, readable and usable. Counts what the page receives and
// contains, not time.
import type { Page } from '@playwright/test';
import { FrameParser } from '../panel/event-frames.ts';
import { answers, button, composer, expectIdle, notifications, open, send, widgetsAbove } from './page.ts';
import { says } from '../panel/scripted.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const UNRULY = `export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command('flood', async (_args, { ui }) => {
    for (let n = 0; n < 20_000; n++) {
      ui.notify('notice ' + n, 'warning');
      ui.setStatus('one of many ' + (n % 1000), 'many ' + n);
    }
    ui.setStatus('last', 'what was set last');
    ui.notify('the flood is over', 'error');
  });
  command('heavy', async (_args, { ui }) => {
    const line = '\\u001b[31mx\\u001b[0m'.repeat(100_000);
    ui.setWidget('heavy', Array.from({ length: 8 }, () => line));
    ui.setStatus('heavy', line);
    ui.setTitle(line);
    ui.notify(line);
    ui.notify({ not: 'a text' });
    ui.setWidget('odd', [{ not: 'a text' }, 5, null]);
  });
  command('fifty', async (_args, { ui }) => {
    const options = Array.from({ length: 5000 }, (_, n) => 'option ' + n);
    const answers = Array.from({ length: 50 }, (_, n) =>
      n === 1 ? ui.confirm('Question 1', 'a\\u202e'.repeat(50_000)) : ui.select('Question ' + n, options));
    ui.notify('answered ' + (await Promise.all(answers)).filter((answer) => answer !== undefined).length);
  });
  command('burst', async () => { setTimeout(() => { throw new Error('thrown in a timer'); }, 10); });
}
`;

/** Ignores the types of pi, and imitates the panel's own extension. */
const CLUMSY = `export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command('clumsy', async (_args, { ui }) => {
    for (const type of ['unsupported', 'drawn', 'frame', 'renders', 'registered'])
      ui.setStatus('pi-panel', JSON.stringify({ type }));
    ui.setWorkingIndicator({ frames: 'ab' });
    ui.setEditorComponent(() => ({}));
    ui.setEditorText(undefined);
    ui.setTitle(5);
    const answer = await ui.select(undefined, [{ an: 'object' }], { timeout: 0 });
    ui.notify('chose ' + answer);
  });
  for (const name of ['model', 'tree']) command(name, async (_args, { ui }) => ui.notify('its own ' + name));
}
`;

test.use({
  panelOptions: {
    piArgs: ['-e', './unruly.ts', '-e', './clumsy.ts'],
    files: { 'unruly.ts': UNRULY, 'clumsy.ts': CLUMSY },
  },
});

test('an extension that ignores pi’s types and registers names of page commands breaks nothing', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/clumsy');
  await expect(notifications(page)).toContainText('clumsy.ts cannot draw its editor: it is not an editor');
  await page.getByRole('dialog').getByRole('option', { name: '{"an":"object"}' }).click();
  await expect(notifications(page)).toContainText('chose {"an":"object"}');
  await composer(page).fill('/mod');
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(options.filter({ hasText: '/model' })).toHaveText(/extension/);
  await send(page, '/model');
  await expect(notifications(page)).toContainText('its own model');
  panel.model.queue([says('I am here.')]);
  await send(page, 'Are you there?');
  await expect(answers(page)).toContainText('I am here.');
});

test('the page stays usable when an extension floods it, shows megabytes, asks fifty times and throws in a timer', async ({
  page,
  panel,
}) => {
  test.slow();
  await open(page, panel);
  const calm = await elements(page);
  const sent = await countFrames(panel);

  await panel.command({ type: 'prompt', message: '/flood' });
  const notices = notifications(page);
  await expect(notices.getByText('the flood is over')).toBeVisible();
  await expect(page.getByTitle('last', { exact: true })).toHaveText('what was set last');
  await expect(notices.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(3);
  // The extension made 40,002 calls; the slower pi is, the more of them arrive.
  const flooded = sent();
  expect(flooded.frames).toBeLessThan(20_000);
  expect(flooded.bytes).toBeLessThan(10_000_000);

  await panel.command({ type: 'prompt', message: '/heavy' });
  await expect(widgetsAbove(page)).toContainText('more characters');
  await expect(widgetsAbove(page)).toContainText('{"not":"a text"}');
  // It wanted to show 11 MB.
  expect(sent().bytes - flooded.bytes).toBeLessThan(200_000);
  expect((await page.title()).length).toBeLessThan(1500);

  // pi will be gone before it has answered.
  const asked = panel.command({ type: 'prompt', message: '/fifty' }).catch(() => undefined);
  await expect(page.getByRole('dialog', { name: 'Question 0' })).toBeVisible();
  await expect(page.getByText('45 more dialogs are waiting.')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Question 0' })).toContainText(
    '4,800 more: type to find them.',
  );
  expect((await elements(page)) - calm).toBeLessThan(8000);

  // The page is usable: it answers a dialog and sends a prompt.
  await page.getByRole('dialog', { name: 'Question 0' }).getByRole('searchbox').fill('4999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Question 0' })).toHaveCount(0);
  await expect(page.getByText('44 more dialogs are waiting.')).toBeVisible();
  panel.model.queue([says('I am here.')]);
  await send(page, 'Are you there?');
  await expect(answers(page)).toContainText('I am here.');

  await send(page, '/burst');
  await expect(page.getByRole('alert')).toContainText('thrown in a timer');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(answers(page)).toContainText('I am here.');
  await button(page, 'Restart').click();
  await expectIdle(page);
  await expect(composer(page)).toBeEnabled();
  await asked;
});

const elements = (page: Page): Promise<number> =>
  page.evaluate(() => document.getElementsByTagName('*').length);

/** Counts what a page is sent from now on. */
async function countFrames(panel: RunningPanel): Promise<() => { frames: number; bytes: number }> {
  const stream = await panel.fetch(`events?agents=${await panel.firstAgent()}`);
  const count = { frames: 0, bytes: 0 };
  const parser = new FrameParser(() => (count.frames += 1));
  void (async () => {
    try {
      for await (const chunk of stream.body!) {
        count.bytes += chunk.length;
        parser.push(chunk);
      }
    } catch {
      // The panel was stopped: the test is over.
    }
  })();
  return () => ({ ...count });
}
