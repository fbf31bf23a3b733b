// The tree of a long session with deep branches: it opens where the conversation is, and any point of it is within reach.
import type { Locator, Page } from '@playwright/test';
import { storeSessionFile } from '../panel/session-files.ts';
import { answers, composer, conversation, entries, expectIdle, open, palette, send } from './page.ts';
import { expect, test } from './panel.ts';

const ID = 'long-tree';
const TRUNK = 900;
const BRANCHES = 40;
const TURNS = 8;
const points = (page: Page): Locator => palette(page).getByRole('treeitem');
const point = (page: Page, text: string): Locator => points(page).filter({ hasText: text });
const option = (page: Page, text: string): Locator =>
  palette(page).getByRole('option').filter({ hasText: text });
const filter = (page: Page): Locator => palette(page).getByRole('combobox', { name: 'Go to another point' });
const show = (page: Page, name: string): Promise<void> => palette(page).getByRole('radio', { name }).check();

/** A trunk, and branches of which each forks in the middle of the one before: 4,880 entries. */
function longTree(cwd: string): object[] {
  const start = Date.parse('2026-01-05T10:00:00Z');
  const lines: object[] = [
    { type: 'session', version: 3, id: ID, timestamp: new Date(start).toISOString(), cwd },
  ];
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
  const model = { api: 'openai-completions', provider: 'demo', model: 'demo-tour', usage };
  const add = (parentId: string | null, message: object): string => {
    const id = String(lines.length).padStart(8, '0');
    const timestamp = start + lines.length * 1000;
    const entry = { type: 'message', id, parentId, timestamp: new Date(timestamp).toISOString() };
    lines.push({ ...entry, message: { ...message, timestamp } });
    return id;
  };
  const turn = (parent: string | null, name: string): string => {
    const asked = add(parent, { role: 'user', content: `Question ${name}` });
    const call = {
      type: 'toolCall',
      id: `call-${name}`,
      name: 'bash',
      arguments: { command: `echo ${name}` },
    };
    const called = add(asked, { role: 'assistant', ...model, content: [call], stopReason: 'toolUse' });
    const content = [{ type: 'text', text: name }];
    const result = { role: 'toolResult', toolCallId: call.id, toolName: 'bash', content, isError: false };
    const answer = [{ type: 'text', text: `Answer ${name}` }];
    return add(add(called, result), { role: 'assistant', ...model, content: answer, stopReason: 'stop' });
  };
  let last: string | null = null;
  let fork: string | null = null;
  for (let n = 0; n < TRUNK; n++) {
    last = turn(last, `trunk ${n}`);
    if (n === TRUNK / 2) fork = last;
  }
  for (let branch = 0; branch < BRANCHES; branch++) {
    let at = fork;
    for (let n = 0; n < TURNS; n++) {
      at = turn(at, `branch ${branch}.${n}`);
      if (n === 2) fork = at;
    }
  }
  return lines;
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

  test('a long tree opens where the conversation is, too', async ({ page, panel }) => {
    const { workspace: folder } = panel;
    const lines = longTree(folder);
    await storeSessionFile(panel.folders.agentDir, { folder, name: `${ID}.jsonl`, lines });
    await open(page, panel);
    await panel.command({ type: 'switch_session', session: ID });
    await expect(answers(page).last()).toContainText(`Answer branch ${BRANCHES - 1}.${TURNS - 1}`);
    await expectIdle(page);
    // Enter starts a new line on a phone.
    await composer(page).fill('/tree');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(palette(page).locator('[aria-current]')).toBeInViewport({ ratio: 1 });
  });
});

test('a tree of 4,880 entries opens where the conversation is, is filtered and searched, and leads into a deep branch', async ({
  page,
  panel,
}) => {
  const { workspace: folder } = panel;
  await storeSessionFile(panel.folders.agentDir, { folder, name: `${ID}.jsonl`, lines: longTree(folder) });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: ID });
  await expect(answers(page).last()).toContainText(`Answer branch ${BRANCHES - 1}.${TURNS - 1}`);
  await expectIdle(page);
  await send(page, '/tree');
  const now = point(page, `Answer branch ${BRANCHES - 1}.${TURNS - 1}`);
  await expect(now).toBeInViewport();
  await expect(now).toHaveAttribute('aria-current', 'true');
  await expect(now).toHaveAttribute('aria-selected', 'true');

  // Home leads to the beginning while nothing is typed.
  await filter(page).press('Home');
  await expect(point(page, 'You: Question trunk 0')).toBeInViewport();
  await filter(page).press('End');
  await expect(now).toBeInViewport();

  // A label is set, changed and removed. What is far from the current point is not marked as it.
  await filter(page).fill('Question trunk 7');
  await expect(points(page).first()).toContainText('Question trunk 7');
  await expect(palette(page).locator('[aria-current]')).toHaveCount(0);
  await point(page, 'trunk 77').first().click();
  await option(page, 'Give it a label').click();
  await page.keyboard.type('a turning point');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await send(page, '/tree');
  await show(page, 'Labeled');
  await expect(points(page)).toHaveText([/trunk 77.*a turning point/]);
  await expect(palette(page).locator('[aria-current]')).toHaveCount(0);
  await points(page).click();
  await option(page, 'Change its label').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await send(page, '/tree');
  await expect(points(page)).toHaveCount(0);
  await expect(palette(page)).toContainText('No labels yet');

  // The end of the trunk is another branch. What is left of the deep one is summarized.
  await show(page, 'No tools');
  await filter(page).fill(`Answer trunk ${TRUNK - 1}`);
  await points(page).click();
  await option(page, 'with a summary').first().click();
  await expect(entries(page, 'Summary')).toBeVisible();
  await expect(answers(page).last()).toContainText(`Answer trunk ${TRUNK - 1}`);
  await expect(composer(page)).toBeFocused();
  await entries(page, 'Summary').getByRole('button').first().click();
  await expect(conversation(page)).toContainText(`Question branch ${BRANCHES - 1}.${TURNS - 1}`);
});
