// The list of all agents: live in every tab, what needs the user first, answered and started from there.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, gate, says } from '../panel/scripted.ts';
import {
  agents,
  answers,
  button,
  chat,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  open,
  prompts,
  expectLive,
  send,
  showTab,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const rows = (page: Page): Locator =>
  agents(page).getByRole('list', { name: 'All agents' }).getByRole('listitem');

const ASKING = `import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
export default function (pi: ExtensionAPI) {
  pi.registerCommand('ask', {
    handler: async (_args, ctx) => {
      const yes = await ctx.ui.confirm('Delete the branch?', 'feature/old');
      ctx.ui.notify(yes ? 'deleted' : 'kept');
      const name = await ctx.ui.input('Name of the next one?');
      ctx.ui.notify('next: ' + name);
      ctx.ui.notify('then: ' + (await ctx.ui.input('And of the one after?')));
    },
  });
  pi.registerCommand('pick', {
    handler: async (_args, ctx) => {
      const picked = await ctx.ui.select('Which release?', ['2.0', 'Cancel']);
      ctx.ui.notify('picked: ' + picked);
    },
  });
}
`;

async function start(panel: RunningPanel, folder: string): Promise<string> {
  const workspace = path.join(panel.folders.root, folder);
  await mkdir(workspace, { recursive: true });
  const response = await panel.post('agents', { workspace });
  return ((await response.json()) as { id: string }).id;
}

test.use({ panelOptions: { files: { '.pi/extensions/ask.ts': ASKING }, args: ['--', '--approve'] } });

test('an agent that asks comes first in every tab, and the user answers it from the list', async ({
  page,
  context,
  panel,
}) => {
  const asking = await panel.firstAgent();
  const api = await start(panel, 'api');
  await open(page, panel);
  const second = await context.newPage();
  await open(second, panel);
  for (const one of [page, second]) {
    await button(one, 'Agents').click();
    await expect(rows(one)).toHaveCount(2);
    await expect(rows(one).filter({ hasText: 'project' })).toHaveAccessibleName(/^project, .*idle$/);
  }
  // The page shows the other one.
  await rows(page).filter({ hasText: 'api' }).locator('[data-agent]').click();
  await expect(page.getByRole('banner')).toContainText('api');
  await expectIdle(page);

  // It is answered when the handler has ended.
  const asked = panel.command({ type: 'prompt', message: '/ask' }, asking);
  for (const one of [page, second])
    await expect(rows(one).first()).toHaveAccessibleName(/^project, .*needs you$/);
  await expect(page).toHaveTitle('? another agent waits for you · api');
  await expect(button(page, 'Agents 1')).toBeVisible();
  const first = rows(page).first();
  await expect(first).toContainText('Delete the branch?');
  await expect(first).toContainText('feature/old');
  // Cancelling would give the extension the same answer as "No".
  await expect(button(first, 'Cancel')).toHaveCount(0);
  await page.bringToFront();
  await button(first, 'Yes').press('Enter');
  // A second Enter neither answers nor cancels the next question, whose field is empty.
  const field = first.getByRole('textbox', { name: 'Answer' });
  const question = first.getByRole('group', { name: 'Question' });
  for (const name of ['feature/new', 'feature/later']) {
    await expect(field).toHaveValue('');
    await expect(question).toBeFocused();
    await field.fill(name);
    await field.press('Enter');
  }
  await expect(first).toHaveAccessibleName(/idle$/);
  await asked;
  const { notices } = await panel.snapshot(asking);
  expect(notices.map(({ message }) => message)).toEqual([
    'deleted',
    'next: feature/new',
    'then: feature/later',
  ]);

  // Its run ends while the other tab is closed, so it counts as finished until this browser shows it.
  const answer = gate();
  panel.model.queue([{ steps: [{ until: answer.until }, { text: 'All done.' }] }]);
  await panel.command({ type: 'prompt', message: 'go' }, asking);
  await expect(rows(page).first()).toHaveAccessibleName(/working$/);
  await second.close();
  answer.open();
  await expect(rows(page).first()).toHaveAccessibleName(/^project, .*finished$/);
  await expect(rows(page).first()).toContainText('All done.');
  // A key leads to the agent, which is then renamed; the other agent is ended.
  await page.keyboard.press('Alt+J');
  await expect(answers(page)).toContainText('All done.');
  await expect(composer(page)).toBeFocused();
  const shown = rows(page).filter({ hasText: 'All done.' });
  await expect(shown).toHaveAccessibleName(/idle$/);
  await button(shown, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await shown.getByRole('textbox', { name: 'Session name' }).fill('Clean up');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveAccessibleName('project, Clean up, idle');
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('api');
  await button(rows(page).filter({ hasText: 'api' }), 'Actions').click();
  await page.getByRole('menuitem', { name: 'End' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('banner')).toContainText('Clean up');
  expect((await panel.agents()).map(({ id }) => id)).not.toContain(api);
});

test('an answer named Cancel is not mistaken for the button that closes the question', async ({
  page,
  panel,
}) => {
  const asking = await panel.firstAgent();
  await start(panel, 'api');
  await open(page, panel);
  await button(page, 'Agents').click();
  await rows(page).filter({ hasText: 'api' }).locator('[data-agent]').click();
  await expect(page.getByRole('banner')).toContainText('api');
  const row = rows(page).filter({ hasText: 'project' });
  const picked = async (name: string): Promise<string | undefined> => {
    const asked = panel.command({ type: 'prompt', message: '/pick' }, asking);
    await button(row, name).click();
    await asked;
    // A click on what is left of this question would not answer the next one.
    await expect(button(row, name)).toHaveCount(0);
    return (await panel.snapshot(asking)).notices.at(-1)?.message;
  };
  expect(await picked('Cancel')).toBe('picked: Cancel');
  expect(await picked('Close without an answer')).toBe('picked: undefined');
});

test('an agent is started in another folder by keyboard alone, and continues a stored conversation', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  panel.model.queue([says('Hello.')]);
  await send(page, 'Say hello');
  await expect(answers(page)).toContainText('Hello.');
  await expectIdle(page);
  await mkdir(path.join(panel.folders.root, 'shop-api'));
  await page.keyboard.press('Alt+N');
  const form = agents(page).getByRole('form', { name: 'New agent' });
  const folder = form.getByRole('combobox', { name: 'Folder' });
  await folder.fill(path.join(panel.folders.root, 'shop'));
  await expect(form.getByRole('option', { name: /shop-api$/ })).toBeVisible();
  await folder.press('ArrowDown');
  await folder.press('Enter');
  await folder.press('Enter');
  await expect(page.getByRole('banner')).toContainText('shop-api');
  await expect(composer(page)).toBeFocused();
  await expect(rows(page)).toHaveCount(2);

  // Its stored conversation, after the agent has ended.
  const [first] = await panel.agents();
  await panel.fetch(`agents/${first!.id}`, { method: 'DELETE' });
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Alt+N');
  await folder.fill(panel.workspace);
  await folder.press('Tab');
  const conversation = form.getByRole('combobox', { name: 'Conversation' });
  const stored = conversation.getByRole('option', { name: /^Say hello/ });
  await conversation.selectOption(await stored.getAttribute('value'));
  await button(form, 'Start').click();
  await expect(entries(page, /^You/)).toContainText('Say hello');
  await expect(chat(page)).toBeVisible();

  await page.keyboard.press('Alt+N');
  await folder.fill('/nowhere');
  await folder.press('Tab');
  await button(form, 'Start').click();
  await expect(form.getByRole('alert')).toContainText('there is no folder /nowhere');
});

test('text that an agent wrote while the page showed another agent is below a line until the user answers', async ({
  page,
  panel,
}) => {
  await start(panel, 'api');
  await open(page, panel);
  await converse(page, panel, ['First question', 'First answer.']);
  const held = gate();
  panel.model.queue([
    { steps: [{ until: held.until }, ...calls('write', { path: 'a.txt', content: 'a\n' }).steps] },
    says('Written meanwhile.'),
  ]);
  await send(page, 'Second question');
  await expect(prompts(page)).toHaveCount(2);
  await button(page, 'Agents').click();
  await rows(page).filter({ hasText: 'api' }).locator('[data-agent]').click();
  await expect(page.getByRole('banner')).toContainText('api');
  held.open();
  const asked = rows(page).filter({ hasText: 'project' });
  await expect(asked).toHaveAccessibleName(/finished$/);
  // An hour later.
  await page.evaluate(() => {
    const places = JSON.parse(localStorage['pi-panel.left'] as string) as Record<string, string>;
    const earlier = Object.entries(places).map(([session, place]) => {
      const [at, ...key] = place.split(' ');
      return [session, [Number(at) - 3_600_000, ...key].join(' ')];
    });
    localStorage['pi-panel.left'] = JSON.stringify(Object.fromEntries(earlier));
  });
  await asked.locator('[data-agent]').click();
  const line = conversation(page).getByRole('separator', { name: 'Since you left' });
  await expect(line).toHaveText('Since you left 1 h ago · 1 edit · 1 file changed');
  const below = (text: string): Promise<boolean> =>
    line.evaluate((element, words) => {
      const rest = document.createRange();
      rest.setStartAfter(element);
      rest.setEndAfter(element.closest('[role="log"]')!);
      return rest.toString().includes(words);
    }, text);
  expect([await below('Second question'), await below('Written meanwhile.')]).toEqual([false, true]);
  await converse(page, panel, ['Third question', 'Third answer.']);
  await expect(line).toHaveCount(0);
});

test('an agent that was ended disappears from every tab, and a page that showed it does not start it again', async ({
  page,
  context,
  panel,
}) => {
  const ended = await panel.firstAgent();
  await open(page, panel);
  // pi must store the conversation, because only a stored one could be started again.
  panel.model.queue([says('Hello.')]);
  await send(page, 'Say hello');
  await expect(answers(page)).toContainText('Hello.');
  await expectIdle(page);
  const next = await start(panel, 'api');
  const second = await context.newPage();
  await open(second, panel);
  await expect(answers(second)).toContainText('Hello.');

  const closed = await context.newPage();
  await open(closed, panel);
  await expect(answers(closed)).toContainText('Hello.');
  await closed.goto('about:blank');
  await button(page, 'Agents').click();
  await button(rows(page).filter({ hasText: 'project' }), 'Actions').click();
  await page.getByRole('menuitem', { name: 'End', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('api');
  await closed.goBack();
  for (const one of [page, second, closed]) {
    await expect(one.getByRole('banner')).toContainText('api');
    await expectIdle(one);
    await expectLive(one);
  }
  expect((await panel.agents()).map(({ id }) => id)).toEqual([next]);

  // When the last agent ends, the page has no agent, also after a reload.
  await panel.fetch(`agents/${next}`, { method: 'DELETE' });
  for (const one of [page, second])
    await expect(one.getByRole('heading', { name: 'No agent is running' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No agent is running' })).toBeVisible();
  expect(await panel.agents()).toEqual([]);
  expect(ended).not.toBe(next);
  await button(page, 'Start an agent').click();
  await expectIdle(page);
  await expectLive(page);
  await expectIdle(second);
  await expectLive(second);
});

test('a new agent begins with its message in the middle of the page, and its form keeps what was typed', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('Alt+N');
  const form = agents(page).getByRole('form', { name: 'New agent' });
  const message = form.getByRole('textbox', { name: 'First message' });
  await expect(message).toBeFocused();
  const { x: left, width: wide } = (await form.boundingBox())!;
  expect(Math.abs(left + wide / 2 - page.viewportSize()!.width / 2)).toBeLessThan(20);

  // Suggestions cover nothing, and Escape closes them before the form.
  const folder = form.getByRole('combobox', { name: 'Folder' });
  await folder.fill('/');
  const suggestions = form.getByRole('listbox', { name: 'Folders' });
  await expect(suggestions).toBeVisible();
  const list = (await suggestions.boundingBox())!;
  const worktree = form.getByRole('checkbox', { name: /git worktree/ });
  expect((await worktree.boundingBox())!.y).toBeGreaterThan(list.y + list.height);
  await folder.press('Escape');
  await expect(suggestions).toBeHidden();
  await folder.fill(panel.workspace.slice(0, -1));
  await expect(suggestions).toBeVisible();
  await form.getByRole('checkbox', { name: /git worktree/ }).click();
  await expect(suggestions).toBeHidden();
  await expect(form.getByRole('checkbox', { name: /git worktree/ })).toBeChecked();
  await form.getByRole('checkbox', { name: /git worktree/ }).uncheck();

  // The typed text is still there when the form is opened again.
  await message.fill('Look at the tests');
  await message.press('Escape');
  await expect(form).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Alt+N');
  await expect(message).toHaveValue('Look at the tests');
  const { x, width } = (await form.boundingBox())!;
  for (const name of ['Compare models…', 'Cancel', 'Start']) {
    const box = (await button(form, name).boundingBox())!;
    expect(box.x, name).toBeGreaterThan(x);
    expect(box.x + box.width, name).toBeLessThan(x + width);
  }
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

  // Playwright has no touch in Firefox 140.
  const TITLE = 'the list also answers for the agent of the page, because it covers the conversation';
  test(TITLE, { tag: '@chromium' }, async ({ page, panel }) => {
    await open(page, panel);
    await showTab(page, 'Agents');
    const asked = panel.command({ type: 'prompt', message: '/pick' });
    await button(rows(page), '2.0').tap();
    await expect(rows(page)).toHaveAccessibleName(/idle$/);
    await asked;
    expect((await panel.snapshot()).notices.map(({ message }) => message)).toEqual(['picked: 2.0']);
  });
});

test('the first message of a new agent is shown at once, while pi starts, and once when pi has it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('Alt+N');
  const form = agents(page).getByRole('form', { name: 'New agent' });
  const held = gate();
  panel.model.queue([{ steps: [{ until: held.until }, { text: 'Looked.' }] }]);
  await form.getByRole('textbox', { name: 'First message' }).fill('Look at the tests');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  // On a slow machine pi may have started before the page is looked at.
  await expect(chat(page).getByRole('article', { name: 'You' }).first()).toContainText('Look at the tests');
  await expect(prompts(page)).toContainText('Look at the tests', { timeout: 30_000 });
  await expect(chat(page)).not.toContainText('pi is starting.');
  await expect(chat(page).getByRole('article', { name: 'You' })).toHaveCount(1);
  held.open();
  await expect(answers(page)).toContainText('Looked.');
});
