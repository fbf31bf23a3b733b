// Ten agents in three workspaces and two browsers: what needs the user, what each browser has seen, and what comes back
// after the panel was killed.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { agents, answers, button, chat, composer, expectLive, open, prompts } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const FOLDERS = ['project', 'project', 'project', 'api', 'api', 'api', 'shop', 'shop', 'shop', 'shop'];
const ASKING = `export default function (pi) {
  pi.registerTool({
    name: 'ask',
    label: 'Ask',
    description: 'Asks the user.',
    parameters: { type: 'object', properties: { options: { type: 'array' } } },
    async execute(_id, { options }, _signal, _onUpdate, ctx) {
      const answer = options
        ? await ctx.ui.select('Which database?', options)
        : await ctx.ui.confirm('Delete the branch?', 'feature/old');
      return { content: [{ type: 'text', text: String(answer) }], details: {} };
    },
  });
}
`;
/** The scripted answers of single agents, by their number. All other agents stream text. */
const SCRIPTS: Record<number, object[]> = {
  6: [{ steps: [{ tool: 'ask', args: {} }] }, { steps: [{ text: 'Deleted.' }] }],
  7: [{ steps: [{ tool: 'ask', args: { options: ['SQLite', 'None'] } }] }, { steps: [{ text: 'Chosen.' }] }],
  8: [{ status: 400, body: { error: { message: 'There is no such model' } } }],
  9: [{ steps: [{ text: 'All done.' }] }],
};
const STREAM = [{ steps: [{ text: 'Streaming. ', repeat: 20_000, every: 50 }] }];

const rows = (page: Page): Locator =>
  agents(page).getByRole('list', { name: 'All agents' }).getByRole('listitem');
const row = (page: Page, n: number): Locator => rows(page).filter({ hasText: `Task ${n}` });
const counts = (page: Page): Locator => page.getByRole('status', { name: 'Agents by state' });
const icon = (page: Page): Promise<string> =>
  page.locator('link[rel="icon"]').evaluate(({ href }: HTMLLinkElement) => decodeURIComponent(href));

async function startAgents(panel: RunningPanel): Promise<string[]> {
  const ids = [await panel.firstAgent()];
  for (const folder of FOLDERS.slice(1)) {
    const workspace = path.join(panel.folders.root, folder);
    await mkdir(workspace, { recursive: true });
    ids.push(((await (await panel.post('agents', { workspace })).json()) as { id: string }).id);
  }
  return ids;
}

const sessionsOf = async (panel: RunningPanel): Promise<(string | null)[]> =>
  (await panel.agents()).map(({ sessionId }) => sessionId);

test.use({ panelOptions: { files: { 'ask.ts': ASKING }, piArgs: ['-e', '../project/ask.ts', '--approve'] } });

test('ten agents show what needs the user in two browsers, and all come back after the panel was killed', async ({
  page,
  browser,
  panel,
}) => {
  test.slow();
  const ids = await startAgents(panel);
  const other = await (await browser.newContext()).newPage();
  for (const each of [page, other]) {
    await open(each, panel);
    if (!(await agents(each).isVisible())) await button(each, 'Agents').click();
    await expect(rows(each)).toHaveCount(10);
  }
  await expect.poll(async () => (await panel.agents()).every(({ status }) => status === 'idle')).toBe(true);
  for (const [n, id] of ids.entries()) {
    const message = `Task ${n}. [[script]] ${JSON.stringify(SCRIPTS[n] ?? STREAM)}`;
    await panel.command({ type: 'prompt', message }, id);
  }
  for (const each of [page, other]) {
    await expect(counts(each)).toHaveText('2 need you · 1 failed · 6 working · 1 finished');
    for (const [at, state] of ['needs you', 'needs you', 'failed', 'working'].entries())
      await expect(rows(each).nth(at)).toHaveAccessibleName(new RegExp(`${state}$`));
    await expect(rows(each).last()).toHaveAccessibleName(/finished$/);
    await expect(each).toHaveTitle('? 2 agents wait for you · project');
    expect(await icon(each)).toContain('>4</text>');
  }

  // Each question is answered in the list of another browser.
  await button(row(page, 6), 'Yes').click();
  await button(row(other, 7), 'SQLite').click();
  await page.mouse.move(700, 400);
  await other.mouse.move(700, 400);
  for (const each of [page, other]) {
    await expect(counts(each)).toHaveText('1 failed · 6 working · 3 finished');
    await expect(each).toHaveTitle(/^\(4\) ● running/);
  }
  await row(page, 9).locator('[data-agent]').click();
  await expect(answers(page)).toContainText('All done.');
  await expect(row(page, 9)).toHaveAccessibleName(/idle$/);
  await expect(row(other, 9)).toHaveAccessibleName(/finished$/);

  // The keys: an agent by its number, and the next one that needs the user.
  await page.keyboard.press('Control+5');
  await expect(prompts(page)).toContainText('Task 4.');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Alt+J');
  await expect(prompts(page)).toContainText('Task 8.');

  // The six that stream have not answered before: up to 0.87.1 pi has stored no session of theirs.
  const sessions = await sessionsOf(panel);
  await panel.kill('SIGKILL');
  await panel.start();
  for (const each of [page, other]) {
    await expectLive(each);
    await expect(rows(each)).toHaveCount(10);
  }
  await expect.poll(async () => (await panel.agents()).every(({ status }) => status === 'idle')).toBe(true);
  expect((await sessionsOf(panel)).toSorted()).toEqual(sessions.toSorted());
  expect(await panel.children()).toHaveLength(10);
  await expect(prompts(page)).toContainText('Task 8.');
  await expect(counts(page)).toHaveText('1 failed · 6 interrupted · 2 finished · 1 idle');
  await expect(counts(other)).toHaveText('1 failed · 6 interrupted · 3 finished');
  await row(page, 2).locator('[data-agent]').click();
  await expect(chat(page)).toContainText('Task 2.');
  await other.context().close();
});
