// Dialogs, opened by a real extension in the real pi and answered on the page.
import type { Page, Route } from '@playwright/test';
import { gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  expectDisconnected,
  notifications,
  open,
  send,
  sessionName,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

/** Each command opens one dialog and reports the answer in a notice. */
const ASKER = `import { writeFileSync } from 'node:fs';
export default function (pi) {
  pi.registerTool({
    name: 'gate', label: 'Gate', description: 'asks', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, _onUpdate, ctx) => {
      const answer = ctx.ui.confirm('Through?', 'A tool asks');
      writeFileSync('asked.txt', 'asked');
      return { content: [{ type: 'text', text: 'said ' + (await answer) }], details: {} };
    },
  });
  const said = (ctx, value) => ctx.ui.notify('answer: ' + JSON.stringify(value));
  const ask = (name, question) =>
    pi.registerCommand(name, { description: name, handler: async (args, ctx) => said(ctx, await question(ctx.ui)) });
  ask('way', (ui) => ui.select('Which way?', ['Left', 'Right', 'Straight on']));
  ask('many', (ui) => ui.select('Which file?', Array.from({ length: 30 }, (_, i) => 'file-' + i + '.ts')));
  const lines = (count) => Array.from({ length: count }, (_, i) => 'line ' + i).join('\\n');
  ask('sure', (ui) => ui.confirm('Delete it?', 'rm photo\\u202egpj.exe\\u200b\\u0007\\n' + lines(60)));
  ask('name', (ui) => ui.input('Branch name', 'feature/...'));
  ask('text', (ui) => ui.editor('Commit message', 'fix: it'));
  ask('long', (ui) => ui.editor('Release notes', lines(60)));
  pi.registerCommand('fifty', {
    description: 'asks fifty times',
    handler: async (_args, ctx) => {
      const answers = [];
      for (let n = 0; n < 50; n++) answers.push(await ctx.ui.select('Question ' + n, ['mine', 'yours']));
      said(ctx, answers.join());
    },
  });
  pi.registerCommand('puts', { description: 'puts', handler: async (_args, ctx) => ctx.ui.setEditorText('from an extension') });
  let line;
  ask('withdrawn', (ui) => {
    line = new AbortController();
    return ui.input('Still there?', '', { signal: line.signal });
  });
  pi.registerCommand('hang-up', { description: 'withdraws', handler: async () => line.abort() });
  ask('soon', (ui) => ui.confirm('Quick, yes?', '', { timeout: 2500 }));
}
`;

test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

test('a click on an option answers a select', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'way');
  const dialog = page.getByRole('dialog', { name: 'Which way?' });
  await expect(dialog).toContainText('Asked by /way of asker.ts, just now');
  await dialog.getByRole('listbox').getByRole('option', { name: 'Right', exact: true }).click();
  await expectAnswer(page, '"Right"');
  await expect(dialog).toHaveCount(0);
  expect(await notifications(page).innerText()).not.toContain('another tab');
  await asked;
});

test('arrows and Enter answer a select, and Enter alone answers nothing', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'way');
  const options = page.getByRole('dialog', { name: 'Which way?' }).getByRole('listbox');
  await options.focus();
  await page.keyboard.press('Enter');
  await expect(options.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options.getByRole('option', { name: 'Right' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"Right"');
  await asked;
});

test('typing filters a long list', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'many');
  const dialog = page.getByRole('dialog', { name: 'Which file?' });
  await dialog.getByRole('searchbox').fill('-29');
  await expect(dialog.getByRole('option')).toHaveText(['file-29.ts']);
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"file-29.ts"');
  await asked;
});

test('S-47: a confirm shows its whole message as code, with invisible characters escaped, and No is an answer', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'sure');
  const dialog = page.getByRole('dialog', { name: 'Delete it?' });
  await expect(dialog).toContainText('rm photo\\u202egpj.exe\\u200b\\u0007');
  await expect(dialog).toContainText('line 59');
  const font = (text: string): Promise<string> =>
    dialog.getByText(text).evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await font('rm photo')).toMatch(/mono/i);
  expect(await font('Delete it?')).not.toMatch(/mono/i);
  await button(dialog, 'No').click();
  await expectAnswer(page, 'false');
  await asked;
});

test('Escape cancels the focused dialog', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notifications(page)).toContainText('answer:');
  expect(await notifications(page).innerText()).not.toContain('"');
  await asked;
});

test('text is submitted by the button, or by Ctrl+Enter in an editor', async ({ page, panel }) => {
  await open(page, panel);
  const first = ask(panel, 'name');
  const input = page.getByRole('dialog', { name: 'Branch name' });
  await expect(input.getByRole('textbox')).toHaveAttribute('placeholder', 'feature/...');
  await input.getByRole('textbox').fill('fix/loop');
  await input.getByRole('button', { name: 'Submit' }).click();
  await expectAnswer(page, '"fix/loop"');
  await first;
  const second = ask(panel, 'text');
  const editor = page.getByRole('dialog', { name: 'Commit message' }).getByRole('textbox');
  await expect(editor).toHaveValue('fix: it');
  await editor.press('End');
  await editor.pressSequentially('\nfor good');
  await editor.press('ControlOrMeta+Enter');
  await expectAnswer(page, '"fix: it\\nfor good"');
  await second;
});

test('several dialogs appear in order below the conversation, and are answered separately', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const first = ask(panel, 'way');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  const second = ask(panel, 'sure');
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await expect(page.getByRole('dialog').nth(0)).toHaveAccessibleName('Which way?');
  await expect(page.getByRole('dialog').nth(1)).toHaveAccessibleName('Delete it?');
  await expect(page).toHaveTitle(/waiting for you/);
  expect(await badge(page)).toBe('waiting');
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const conversationEnd = await conversation(page).boundingBox();
    const question = await page.getByRole('dialog').first().boundingBox();
    expect(conversationEnd!.height).toBeGreaterThan(60);
    expect(question!.y).toBeGreaterThanOrEqual(conversationEnd!.y + conversationEnd!.height);
  }
  await button(page, 'Yes').click();
  await expectAnswer(page, 'true');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await page.getByRole('option', { name: 'Left' }).click();
  await expect(page).not.toHaveTitle(/waiting for you/);
  expect(await badge(page)).toBe('none');
  await Promise.all([first, second]);
});

test('R-51: a dialog with a timeout counts down, and afterwards a notice says what pi assumed, also in a later tab', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'soon');
  const dialog = page.getByRole('dialog', { name: 'Quick, yes?' });
  await expect(dialog.getByRole('timer', { name: 'Time left' })).toHaveText(/^[123] s$/);
  await expect(dialog).toHaveCount(0);
  await expectAnswer(page, 'false');
  const assumed = '“Quick, yes?” was not answered in time: pi assumed No.';
  await expect(notifications(page).getByText(assumed)).toBeVisible();
  await asked;
  const late = await context.newPage();
  await open(late, panel);
  await late.getByRole('button', { name: /notifications/i }).click();
  await expect(notifications(late).getByRole('listitem').filter({ hasText: assumed })).toHaveCount(1);
});

test('R-52: a dialog and the text typed into it survive a reload and a lost connection', async ({
  page,
  panel,
}) => {
  const line = await eventLine(page);
  await open(page, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/half');
  await page.reload();
  const input = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await expect(input).toHaveValue('fix/half');
  await line.cut();
  await expectDisconnected(page);
  const meanwhile = ask(panel, 'way');
  await line.mend();
  await page.getByRole('dialog', { name: 'Which way?' }).getByRole('option', { name: 'Left' }).click();
  await meanwhile;
  await expect(input).toHaveValue('fix/half');
  await line.cut();
  await expectDisconnected(page);
  const taken = page.waitForResponse(/\/dialogs\//);
  await input.press('Enter');
  await taken;
  await line.mend();
  await asked;
  await expect(notifications(page).getByText('answer: "fix/half"')).toBeVisible();
  // Checked at once, because a wrong toast would disappear as well.
  expect(await notifications(page).innerText()).not.toContain('another tab');
  await expect(composer(page)).toHaveValue('');
});

test('R-51: a dialog that its extension withdraws closes with a notice and leaves what was typed', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'withdrawn');
  const dialog = page.getByRole('dialog', { name: 'Still there?' });
  await dialog.getByRole('textbox').fill('half an answer');
  await ask(panel, 'hang-up');
  await expect(dialog).toHaveCount(0);
  await expect(notifications(page)).toContainText(
    'asker.ts withdrew “Still there?”: pi continued without an answer.',
  );
  await expect(composer(page)).toHaveValue('half an answer');
  await expectAnswer(page, 'undefined');
  await asked;
});

test('R-50: a dialog answered in another tab closes here, and what was typed into it is kept', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  const other = await context.newPage();
  await open(other, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/half');
  await other.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/whole');
  await other.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAnswer(page, '"fix/whole"');
  await expect(notifications(page)).toContainText('“Branch name” was answered in another tab.');
  await expectAnswer(other, '"fix/whole"');
  expect(await notifications(other).innerText()).not.toContain('another tab');
  await expect(composer(page)).toHaveValue('fix/half');
  await expect(composer(other)).toHaveValue('');
  await asked;
});

test('R-50: of two browsers that answer at the same time one is accepted and the other told so, fifty times', async ({
  page,
  panel,
  browser,
}) => {
  test.slow();
  const context = await browser.newContext();
  const pages = [page, await context.newPage()];
  const statuses = pages.map((): number[] => []);
  const held: Route[] = [];
  for (const [nth, at] of pages.entries()) {
    await open(at, panel);
    // Each waits for the other; then both are sent, in alternating order.
    await at.route('**/dialogs/*', async (route) => {
      held.push(route);
      if (held.length < 2) return;
      const both = statuses[0]!.length % 2 === 0 ? held.splice(0) : held.splice(0).reverse();
      await Promise.all(both.map((one) => one.continue()));
    });
    at.on('response', (response) => {
      if (response.url().includes('/dialogs/')) statuses[nth]!.push(response.status());
    });
    await answerAll(at, ['mine', 'yours'][nth]!);
  }
  await ask(panel, 'fifty');
  const answers = notifications(page).getByText(/^answer: "(mine|yours)(,(mine|yours)){49}"$/);
  await expect(answers).toBeVisible();
  const heard = (await answers.textContent())!;
  for (const [nth, at] of pages.entries()) {
    await expect(notifications(at).getByText(heard)).toBeVisible();
    await expect(at.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => statuses[nth]!.length).toBe(50);
    const lost = statuses[nth]!.filter((status) => status === 409).length;
    expect(heard.match([/mine/g, /yours/g][nth]!) ?? []).toHaveLength(50 - lost);
    const told = at.getByRole('alert').filter({ hasText: 'already answered, here or in another tab' });
    await expect(told).toHaveCount(lost > 0 ? 1 : 0);
  }
  await context.close();
});

test('a long text opens in Monaco, and what was typed before it loaded is kept', async ({ page, panel }) => {
  const { promise: isWanted, resolve: give } = Promise.withResolvers<void>();
  await page.route(/\/assets\/long-answer-editor-/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await open(page, panel);
  const asked = ask(panel, 'long');
  const dialog = page.getByRole('dialog', { name: 'Release notes' });
  const field = dialog.getByRole('textbox');
  await field.press('ControlOrMeta+Home');
  await field.pressSequentially('typed early ');
  give();
  await expect(dialog.locator('.monaco-editor')).toBeVisible();
  await expect(dialog.locator('.view-line').first()).toContainText(/typed.early/);
  await page.keyboard.type('and late ');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    notifications(page).getByText('answer: "typed early and late line 0\\nline 1\\n'),
  ).toBeVisible();
  await asked;
});

test('text that an extension puts into the composer can be removed', async ({ page, panel }) => {
  await open(page, panel);
  await composer(page).fill('half a thought');
  await panel.command({ type: 'prompt', message: '/puts' });
  await expect(composer(page)).toHaveValue('half a thought\n\nfrom an extension');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(composer(page)).toHaveValue('half a thought');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
});

test('a dialog causes a desktop notification once the user has turned these on, and only out of sight', async ({
  page,
  panel,
}) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    class Recorded {
      static permission = 'default';
      static requestPermission = async (): Promise<string> => (Recorded.permission = 'granted');
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
      close(): void {
        told.push('closed');
      }
    }
    Object.assign(window, { Notification: Recorded, told });
    document.hasFocus = () => false;
  });
  const told = (): Promise<string[]> => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await open(page, panel);
  const first = ask(panel, 'way');
  await page.getByRole('option', { name: 'Left' }).click();
  await first;
  expect(await told()).toEqual([]);
  await page.getByRole('button', { name: /notifications/i }).click();
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const choice = page.getByRole('group', { name: 'Desktop notifications' });
  await choice.getByRole('button', { name: 'On' }).click();
  await expect(choice.getByRole('button', { name: 'On' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  const second = ask(panel, 'sure');
  await expect.poll(told).toEqual(['Waiting for you · project: Delete it?']);
  await button(page, 'Yes').click();
  await expect.poll(told).toEqual(['Waiting for you · project: Delete it?', 'closed']);
  await second;
});

test('with every tab closed a dialog waits; the next tab shows it, and the run continues', async ({
  page,
  panel,
  context,
}) => {
  const hold = gate();
  panel.model.queue([
    { steps: [{ until: hold.until }, { tool: 'gate', args: {} }] },
    says('Done as you said.'),
  ]);
  await open(page, panel);
  await send(page, 'go on without me');
  await expect(agentStatus(page)).toHaveText(/running/);
  await page.close();
  hold.open();
  await expect.poll(() => panel.read('asked.txt').catch(() => '')).toBe('asked');
  // It is in the snapshot, the first thing that a page receives.
  expect((await panel.snapshot()).dialogs.map(({ title }) => title)).toEqual(['Through?']);
  const next = await context.newPage();
  await next.goto(panel.url.href);
  const dialog = next.getByRole('dialog', { name: 'Through?' });
  await expect(dialog).toContainText('the tool gate of asker.ts');
  await expect(next).toHaveTitle(/waiting for you/);
  await button(dialog, 'Yes').click();
  await expect(answers(next).last()).toContainText('Done as you said.');
});

test('one key moves the focus between the composer and the dialog, and an answer returns it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const first = ask(panel, 'name');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await composer(page).fill('half a thought');
  await page.keyboard.press('ControlOrMeta+I');
  const input = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await expect(input).toBeFocused();
  await page.keyboard.press('ControlOrMeta+I');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+I');
  await page.keyboard.type('fix');
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"fix"');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('half a thought');
  await first;
});

test('a dialog does not take the focus while the user types', async ({ page, panel }) => {
  await open(page, panel);
  const name = sessionName(page);
  await name.focus();
  await page.keyboard.type('My ');
  const asked = ask(panel, 'way');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await page.keyboard.type('work');
  await expect(name).toHaveValue('My work');
  await page.getByRole('option', { name: 'Left' }).click();
  await asked;
});

async function expectAnswer(page: Page, value: string): Promise<void> {
  await expect(notifications(page).getByText(`answer: ${value}`)).toBeVisible();
}

/** Can cut the event stream of the page, and nothing else. Called before the page is opened. */
async function eventLine(page: Page): Promise<{ cut: () => Promise<void>; mend: () => Promise<void> }> {
  interface Cuttable {
    line: AbortController;
  }
  await page.addInitScript(() => {
    const cuttable = Object.assign(window, { line: new AbortController() });
    const fetch = window.fetch.bind(window);
    window.fetch = (input, init = {}) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes('api/events')) return fetch(input, init);
      const signals = [cuttable.line.signal, ...(init.signal ? [init.signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
  });
  return {
    cut: () => page.evaluate(() => (window as unknown as Cuttable).line.abort()),
    mend: () => page.evaluate(() => void ((window as unknown as Cuttable).line = new AbortController())),
  };
}

/** Clicks this option in every dialog from now on. */
function answerAll(page: Page, value: string): Promise<void> {
  return page.evaluate((wanted) => {
    const clicked = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const option of document.querySelectorAll<HTMLElement>('[role="dialog"] [role="option"]')) {
        if (option.textContent.trim() !== wanted || clicked.has(option)) continue;
        clicked.add(option);
        option.click();
      }
    }).observe(document.body, { subtree: true, childList: true });
  }, value);
}

/** The badge on the page's icon, by its colour. */
async function badge(page: Page): Promise<'waiting' | 'none' | 'other'> {
  const icon = decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '');
  if (!icon.includes('<circle')) return 'none';
  return icon.includes('#f0a92e') ? 'waiting' : 'other';
}

const ask = (panel: RunningPanel, name: string): Promise<unknown> =>
  panel.command({ type: 'prompt', message: `/${name}` });
