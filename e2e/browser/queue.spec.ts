// The queue: whatever is typed, changed and lost on the way, each message is delivered once, at the right moment, in
// the order that every tab shows.
import type { Page } from '@playwright/test';
import { gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  attachedImages,
  composer,
  conversation,
  expectIdle,
  expectLive,
  notifications,
  open,
  prompts,
  queue,
  queued,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

/** Whether pi can return queued messages, so that they can be changed. */
const CAN_RETURN = isPiSince('0.84.4');
const NO_RETURN = 'pi returns queued messages since 0.84.4';

/** The rows of the queue in order of delivery. A row has no text while it is edited. */
async function waiting(page: Page): Promise<string[]> {
  return queued(page).evaluateAll((items) =>
    items.map(
      (item) => `${item.querySelector('strong')!.textContent}: ${item.querySelector('.text')?.textContent}`,
    ),
  );
}

/** Loses every second response, after the request was carried out. */
async function loseAnswers(page: Page): Promise<void> {
  let asked = 0;
  await page.route(/\/(commands|queue|take)$/, async (route) => {
    if (route.request().method() !== 'POST' || ++asked % 2 === 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
}

async function type(page: Page, text: string, way: 'Steer' | 'Follow-up'): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press(way === 'Steer' ? 'Enter' : 'Alt+Enter');
  await expect(queued(page).filter({ hasText: text })).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
}

test('if pi cannot return queued messages, the page says so, and follow-ups can still be changed', async ({
  page,
  panel,
}) => {
  test.skip(CAN_RETURN, 'this pi can return them');
  const begun = gate();
  panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: begun.until }] }, says('One.'), says('Two.')]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await type(page, 'now', 'Steer');
  await type(page, 'later', 'Follow-up');
  const [steer, followUp] = [queued(page).first(), queued(page).last()];
  await expect(steer).toContainText('cannot be changed');
  await expect(steer.getByTitle(/can't return queued messages: that takes 0\.84\.4 or newer/)).toBeVisible();
  await expect(steer.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await expect(followUp).toContainText('held by the panel');
  await followUp.getByTitle('Edit text').click();
  const text = page.getByRole('textbox', { name: 'Message text' });
  await text.fill('later than that');
  await text.press('Enter');
  await expect(followUp).toContainText('later than that');
  begun.open();
  await expect(answers(page).last()).toContainText('Two.');
  await expectIdle(page);
  await expect(prompts(page)).toHaveText([/begin/, /now/, /later than that/]);
});

// In Firefox 140, Playwright does not see the body of a request, so it cannot deliver one.
const TWENTY =
  'twenty messages from two tabs, edited and moved while responses get lost, are each delivered once, in order';
test(TWENTY, { tag: '@chromium' }, async ({ page, panel, context }) => {
  test.skip(!CAN_RETURN, NO_RETURN);
  test.setTimeout(180_000);
  const begun = gate();
  panel.model.queue([
    { steps: [{ text: 'Working. ' }, { until: begun.until }, { tool: 'bash', args: { command: 'true' } }] },
    ...Array.from({ length: 21 }, (_, n) => says(`Answer ${n}.`)),
  ]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(answers(page)).toContainText('Working.');
  const other = await context.newPage();
  await other.goto(panel.origin);
  await expect(answers(other)).toContainText('Working.');
  for (const tab of [page, other]) await loseAnswers(tab);

  for (let n = 0; n < 20; n++) {
    const way = n % 2 === 0 ? 'Steer' : 'Follow-up';
    await type(n % 4 < 2 ? page : other, `${way === 'Steer' ? 'now' : 'later'} ${n}.`, way);
  }
  const steers = Array.from({ length: 10 }, (_, n) => `Steer: now ${2 * n}.`);
  const laters = Array.from({ length: 10 }, (_, n) => `Follow-up: later ${2 * n + 1}.`);
  for (const tab of [page, other]) await expect.poll(() => waiting(tab)).toEqual([...steers, ...laters]);

  // The last steer moves up by keyboard, faster than the panel responds; another becomes a follow-up; one is edited.
  const earlier = await queued(page)
    .filter({ hasText: 'now 18.' })
    .getByRole('button', { name: 'Earlier' })
    .elementHandle();
  await earlier.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await waiting(page)).indexOf('Steer: now 18.')).toBe(5);
  // In the meantime the row was rendered four times, and the key found it each time.
  expect(await earlier.evaluate((button) => button === document.activeElement)).toBe(true);
  await queued(other)
    .filter({ hasText: 'now 4.' })
    .getByRole('button', { name: /Follow-up/ })
    .click();
  await expect.poll(() => waiting(page)).toContain('Follow-up: now 4.');
  // Its row has moved past many others at once, so the browser took the focus from the button.
  await expect(
    queued(other).filter({ hasText: 'now 4.' }).getByRole('button', { name: /Steer/ }),
  ).toBeFocused();
  await queued(other)
    .filter({ hasText: 'later 3.' })
    .getByRole('button', { name: /later 3/ })
    .first()
    .click();
  await other.getByRole('textbox', { name: 'Message text' }).fill('later 3, but better.');
  await other.keyboard.press('Enter');
  await expect.poll(() => waiting(page)).toContain('Follow-up: later 3, but better.');
  await queued(page).filter({ hasText: 'later 7.' }).getByRole('button', { name: 'Remove' }).click();
  await expect(queued(page)).toHaveCount(19);

  const order = await waiting(page);
  await expect.poll(() => waiting(other)).toEqual(order);
  await page.reload();
  await expect.poll(() => waiting(page)).toEqual(order);
  begun.open();
  await expect(agentStatus(page)).toHaveText(/idle/, { timeout: 60_000 });
  for (const tab of [page, other]) await expect(queue(tab)).toHaveCount(0);

  const said = (await panel.storedMessages()).flatMap((message) =>
    message.role === 'user' ? [JSON.stringify(message.content)] : [],
  );
  const expected = ['begin', ...order.map((row) => row.replace(/^[\w-]+: /, ''))];
  expect(said).toHaveLength(expected.length);
  for (const [n, text] of expected.entries()) expect(said[n]).toContain(`"${text}"`);
  for (const tab of [page, other]) await expect(prompts(tab)).toHaveCount(expected.length);
  const told = await prompts(page).allInnerTexts();
  expect(await prompts(other).allInnerTexts()).toEqual(told);
  await expect(prompts(page).nth(1)).toContainText('Steer');
  await expect(prompts(page).last()).toContainText('Follow-up');
});

test('a server that is killed while three messages wait loses none of them, even with no page open', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('Done.'), { steps: [{ text: 'Working. ' }, { hang: true }] }]);
  await open(page, panel);
  await send(page, 'first');
  await expect(conversation(page)).toContainText('Done.');
  await expectIdle(page);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await type(page, 'one', 'Steer');
  await type(page, 'two', 'Follow-up');
  await type(page, 'three', 'Steer');
  const { url } = panel;
  await page.goto('about:blank');
  await panel.crashAndRestart();
  await page.goto(url.href);
  await expectLive(page);
  await expect(queued(page)).toHaveText([/Returned.*one/s, /Returned.*three/s, /Returned.*two/s]);
  await queue(page).getByRole('button', { name: 'Edit queue' }).click();
  await expect(composer(page)).toHaveValue('one\n\nthree\n\ntwo');
  await expect(queue(page)).toHaveCount(0);
});

test('a message that is being queued is never in the composer and in the queue at once', async ({
  page,
  panel,
}) => {
  const ending = gate();
  panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: ending.until }] }]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await composer(page).evaluate((field: HTMLTextAreaElement) => {
    const record = (): void => {
      const row = document.querySelector('[data-moves-rows] li')?.textContent ?? '';
      if (row.includes('twice?') && field.value.includes('twice?')) document.body.dataset['twice'] = '';
    };
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await type(page, 'twice?', 'Steer');
  await expect(page.locator('body[data-twice]')).toHaveCount(0);
  ending.open();
  await expectIdle(page);
});

test('when the edit of a queued message ends, saved or not, the focus is back on its text', async ({
  page,
  panel,
}) => {
  const ending = gate();
  panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: ending.until }] }, says('Done.')]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await type(page, 'later', 'Follow-up');
  const text = queued(page).getByRole('button', { name: /^later/ });
  const field = page.getByRole('textbox', { name: 'Message text' });
  for (const key of ['Escape', 'Enter']) {
    await text.click();
    await expect(field).toBeFocused();
    await field.fill('later, but better');
    await field.press(key);
    await expect(text).toHaveText(key === 'Enter' ? 'later, but better' : 'later');
    await expect(text).toBeFocused();
  }
  ending.open();
  await expectIdle(page);
});

test('what was typed into a queued message is in the composer once the message is delivered', async ({
  page,
  panel,
}) => {
  const ending = gate();
  panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: ending.until }] }, says('Done.')]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await type(page, 'later', 'Follow-up');
  await queued(page)
    .getByRole('button', { name: /^later/ })
    .click();
  await page.getByRole('textbox', { name: 'Message text' }).fill('later, but better');
  await composer(page).fill('next');
  ending.open();
  await expect(conversation(page)).toContainText('Done.');
  await expect(composer(page)).toHaveValue('next\n\nlater, but better');
  await expect(page.getByText('The message was delivered before you saved it.')).toBeVisible();
  await expectIdle(page);
});

test.describe('beside a run', () => {
  const TEMPLATE = '---\ndescription: fixes\n---\nFix the tests in $1, please.';
  const GREETER = `export default (pi) => pi.registerCommand('greet', {
    description: 'greets',
    handler: async (args, ctx) => ctx.ui.notify('Hello ' + args + '!'),
  });`;
  test.use({
    panelOptions: {
      files: { '.pi/prompts/fix.md': TEMPLATE, 'greeter.ts': GREETER },
      piArgs: ['--approve', '-e', './greeter.ts'],
    },
  });

  // Playwright cannot fill the clipboard of Firefox.
  const IMAGE =
    'an image is queued, a template appears as typed, and an extension command runs at once; also after a restart';
  test(IMAGE, { tag: '@chromium' }, async ({ page, panel, context }) => {
    test.skip(!CAN_RETURN, NO_RETURN);
    // The panel starts twice.
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const begun = gate();
    panel.model.queue([
      { steps: [{ text: 'Working. ' }, { until: begun.until }] },
      says('Fixed.'),
      says('Seen.'),
    ]);
    await open(page, panel);
    await send(page, 'begin');
    await expect(conversation(page)).toContainText('Working.');

    await composer(page).fill('/greet you');
    await expect(page.getByText('Extension command: runs immediately')).toBeVisible();
    await composer(page).press('Enter');
    await expect(notifications(page)).toContainText('Hello you!');
    await expect(composer(page)).toHaveValue('');
    await expect(queue(page)).toHaveCount(0);

    await copyPicture(page);
    await composer(page).press('ControlOrMeta+v');
    const attached = attachedImages(page).getByRole('img');
    const data = (await attached.getAttribute('src'))!.replace('data:image/png;base64,', '');
    await type(page, 'what is this?', 'Steer');
    const seen = queued(page).filter({ has: page.getByRole('group', { name: '1 image' }) });
    await expect(seen.getByRole('img', { name: 'Image 1' })).toBeVisible();
    await type(page, '/fix a.ts', 'Steer');
    await seen.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => waiting(page)).toEqual(['Steer: /fix a.ts', 'Steer: what is this?']);
    await seen.getByRole('button', { name: /Follow-up/ }).click();
    await expect.poll(() => waiting(page)).toEqual(['Steer: /fix a.ts', 'Follow-up: what is this?']);
    await seen.getByTitle('Edit text').click();
    const text = page.getByRole('textbox', { name: 'Message text' });
    await text.fill('/greet nobody');
    await text.press('Enter');
    await expect(queue(page).getByRole('alert')).toContainText("it runs immediately and can't wait");
    await text.fill('what color is this?');
    await text.press('Enter');
    await expect.poll(() => waiting(page)).toEqual(['Steer: /fix a.ts', 'Follow-up: what color is this?']);
    await expect(seen).toHaveCount(1);

    begun.open();
    await expect(conversation(page)).toContainText('Seen.');
    await expectIdle(page);
    const said = (await panel.storedMessages()).filter(({ role }) => role === 'user');
    expect(JSON.stringify(said[2])).toContain('what color is this?');
    expect(JSON.stringify(said[2]).includes(data), 'the picture is in the session, byte for byte').toBe(true);
    const other = await context.newPage();
    await other.goto(panel.origin);
    await page.reload();
    for (const tab of [page, other]) await expectAsTyped(tab);

    await panel.crashAndRestart();
    await page.reload();
    await expectLive(page);
    await expectAsTyped(page);
  });

  async function expectAsTyped(page: Page): Promise<void> {
    const [template, picture] = [prompts(page).nth(1), prompts(page).nth(2)];
    await expect(template).toContainText(/\/fix a\.ts.*Steer/s);
    await expect(template).not.toContainText('Fix the tests');
    await template.getByRole('button', { name: 'As sent to the model' }).click();
    await expect(template).toContainText('Fix the tests in a.ts, please.');
    await expect(picture).toContainText(/what color is this\?.*Follow-up/s);
    await expect(picture.getByRole('img', { name: 'Image 1' })).toBeVisible();
  }
});

/** Puts an image on the clipboard. */
async function copyPicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 48);
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = 'teal';
    pen.fillRect(8, 8, 40, 24);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });
}
