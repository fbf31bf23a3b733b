// Sub-agents of packages, unmodified from npm: five at once, of which one fails, one gets a message or an answer, and one is
// stopped. Each is read in place while it works, what all of them used counts in the session, and every page shows the same.
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { packageFile } from '../../scripts/pi-packages.ts';
import type { Answer } from '../../server/demo/answer.ts';
import { textOf } from '../../server/demo/chat.ts';
import { ownPi } from '../../server/agent/process/own-pi.ts';
import type { SessionStats } from '../../shared/pi/commands.ts';
import type { Usage } from '../../shared/usage.ts';
import { calls, says } from '../panel/scripted.ts';
import { InputMethod } from './compositions.ts';
import { agents, button, chat, entries, expectIdle, open, openWork, send, showTab } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

/** The five: the third waits for a file, the fourth for ever. */
const TASKS: readonly Answer[][] = [
  [{ steps: [{ tool: 'bash', args: { command: 'echo found it' } }] }, says('One is done.')],
  [{ status: 400, body: { error: { message: 'no such model' } } }],
  [
    { steps: [{ tool: 'bash', args: { command: 'until [ -e go ]; do sleep 0.1; done' } }] },
    says('Three is done.'),
  ],
  [{ steps: [{ tool: 'bash', args: { command: 'sleep 300' } }] }],
  [says('Five is done.')],
];
const taskOf = (answers: readonly Answer[], n: number): string =>
  `Task ${n + 1} [[script]]${JSON.stringify(answers)}[[end]]`;
const tasks = TASKS.map(taskOf);
const PROMPT = 'Start five';

/** Lets sub-agents use the scripted model, which has prices. */
async function provideModel(panel: RunningPanel): Promise<void> {
  const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  const entry = { id: 'demo-tour', input: ['text'], contextWindow: 128_000, maxTokens: 32_000, cost };
  const provider = { baseUrl: panel.model.url, apiKey: 'demo', api: 'openai-completions', models: [entry] };
  const file = path.join(panel.folders.agentDir, 'models.json');
  await writeFile(file, JSON.stringify({ providers: { demo: provider } }));
}

/** Answers the agent itself: it starts them, and then takes note of what each of them reports. */
async function startFive(
  { page, panel }: { page: Page; panel: RunningPanel },
  start: Answer,
  third = /working.*Task 3/,
): Promise<void> {
  panel.model.queue([start, ...Array.from({ length: 8 }, () => says('Noted.'))], PROMPT);
  await send(page, PROMPT);
  await button(page, 'Agents').click();
  await expect(list(page).getByRole('listitem')).toHaveText([
    /finished.*Task 1/,
    /failed.*Task 2/,
    third,
    /working.*Task 4/,
    /finished.*Task 5/,
  ]);
  await expectIdle(page);
}

const ENDED = [
  /finished.*Task 1/,
  /failed.*Task 2/,
  /finished.*Task 3/,
  /stopped.*Task 4/,
  /finished.*Task 5/,
];

const list = (page: Page): Locator => agents(page).getByRole('list', { name: /^Sub-agents of / });
const child = (page: Page, n: number): Locator => entries(page, new RegExp(`^Agent [^:]*: Task ${n}\\b`));

async function openChild(page: Page, n: number): Promise<Locator> {
  const card = child(page, n);
  const toggle = card.locator('button[aria-expanded]').first();
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  return card;
}

/** The money of the session is what pi says of its own answers and of its sub-agents, to the last digit. */
async function expectSum(page: Page, panel: RunningPanel): Promise<void> {
  const own = await panel.command<SessionStats>({ type: 'get_session_stats' });
  const { children, stats } = await panel.snapshot();
  const costOf = (some: typeof children): number => some.reduce((sum, { cost }) => sum + cost, 0);
  const ofChildren = costOf(children);
  // The session has what one has used once it has ended.
  const running = costOf(children.filter(({ state }) => state === 'running'));
  expect(children.filter(({ cost }) => cost > 0)).toHaveLength(4);
  expect(stats?.panel_children?.cost).toBeCloseTo(ofChildren, 9);
  const { rows } = await panel.getJson<Usage>(`usage?session=${own.sessionId}`);
  const sum = (source: string): number =>
    rows.filter((row) => row.source === source).reduce((all, { cost }) => all + cost, 0);
  expect(sum('child') + running).toBeCloseTo(ofChildren, 9);
  expect(sum('answer') + sum('child') + running).toBeCloseTo(stats!.cost, 9);
  await expect(chat(page).getByText(`Cost $${stats!.cost.toFixed(2)}`)).toBeVisible();
}

const tintinweb = packageFile('@tintinweb/pi-subagents', 'src/index.ts');
test.describe('@tintinweb/pi-subagents', () => {
  test.skip(!tintinweb, '`node scripts/pi-packages.ts` fetches it');
  test.use({ panelOptions: { piArgs: ['-e', tintinweb ?? ''] } });

  test('five at once are the same after a reload, in a second tab and on a phone, until the next message', async ({
    page,
    panel,
    context,
  }) => {
    test.slow();
    await provideModel(panel);
    await open(page, panel);
    const steps = tasks.map((prompt, n) => ({
      tool: 'Agent',
      args: {
        ...{ subagent_type: 'general-purpose', prompt, description: `Task ${n + 1}` },
        run_in_background: n !== 4,
      },
    }));
    await startFive({ page, panel }, { steps });
    await openWork(page);
    await expect((await openChild(page, 1)).getByText('One is done.').first()).toBeVisible();
    await expect(child(page, 1).getByRole('article', { name: /^Tool bash: echo found it/ })).toBeVisible();
    await expect(await openChild(page, 2)).toContainText('no such model');
    await expect(button(child(page, 1), 'Stop Agent')).toHaveCount(0);

    const third = await openChild(page, 3);
    const field = third.getByRole('textbox', { name: 'Message to Agent' });
    await (await InputMethod.of(page)).composeIn('web/chat/tools/ChildActs.svelte', field);
    await field.fill('And quickly');
    await field.press('Enter');
    await expect(third).toContainText('Sent: And quickly');
    await panel.write('go', '');
    await expect(third.getByText('Three is done.').first()).toBeVisible();
    expect(
      panel.model.requests.some(({ messages }) => messages.some((one) => textOf(one) === 'And quickly')),
    ).toBe(true);

    const phone = await context.newPage();
    await phone.setViewportSize({ width: 375, height: 720 });
    await open(phone, panel);
    await showTab(phone, 'Agents');
    await expect(list(phone).getByRole('listitem').nth(3)).toContainText('working');
    await button(await openChild(page, 4), 'Stop Agent').click();
    await expect(child(page, 4)).toContainText('stopped');
    for (const each of [page, phone]) await expect(list(each).getByRole('listitem')).toHaveText(ENDED);
    await expectIdle(page);
    await expectSum(page, panel);

    await page.reload();
    await expectIdle(page);
    await openWork(page);
    await expect((await openChild(page, 3)).getByText('Three is done.').first()).toBeVisible();
    await expect(child(page, 4)).toContainText('stopped');
    await expect(list(page).getByRole('listitem')).toHaveText(ENDED);
    panel.model.unqueue();
    panel.model.queue([says('You are welcome.')]);
    await send(page, 'Thanks');
    for (const each of [page, phone]) await expect(list(each)).toHaveCount(0);
  });
});

const piSubagents = packageFile('pi-subagents', 'index.ts');
test.describe('pi-subagents', () => {
  test.skip(!piSubagents, '`node scripts/pi-packages.ts` fetches it');
  test.use({ panelOptions: { piArgs: ['-e', piSubagents ?? ''] } });
  const ask = { reason: 'need_decision', message: 'Left or right?' };
  const asking = tasks.with(2, taskOf([calls('contact_supervisor', ask), says('Three is done.')], 2));

  async function provideScout(panel: RunningPanel): Promise<void> {
    await provideModel(panel);
    const folder = path.join(panel.folders.agentDir, 'agents');
    await mkdir(folder, { recursive: true });
    const scout = '---\nname: scout\ndescription: Looks\ntools: read, bash\n---\nYou look.\n';
    await writeFile(path.join(folder, 'scout.md'), scout);
  }

  test('of five at once one waits for an answer, which is given on a phone, one fails, and one is stopped', async ({
    page,
    panel,
    context,
  }) => {
    test.slow();
    await provideScout(panel);
    await open(page, panel);
    // In processes of their own, the package starts none with pi 1.6.0.
    const runs = asking.map((task, n) => ({ key: `k${n + 1}`, agent: 'scout', task, async: false }));
    const workflowScript = `await runs.all(${JSON.stringify(runs)}); return 'All have ended.';`;
    await startFive({ page, panel }, calls('subagent', { workflowScript }), /waits for an answer.*Task 3/);
    await expect(child(page, 3)).toContainText('Left or right?');
    await expect(agents(page).getByRole('listitem', { name: /needs you/ })).toBeVisible();

    const phone = await context.newPage();
    await phone.setViewportSize({ width: 375, height: 720 });
    await open(phone, panel);
    await showTab(phone, 'Agents');
    await expect(list(phone).getByRole('listitem').nth(2)).toContainText('waits for an answer');
    const question = agents(phone).getByRole('group', { name: 'Question' });
    await expect(agents(phone)).toContainText('scout asks: Left or right?');
    await question.getByRole('textbox', { name: 'Answer' }).fill('Left.');
    await button(question, 'Submit').click();
    for (const each of [page, phone])
      await expect(list(each).getByRole('listitem').nth(2)).toContainText('finished');
    await expect(question).toHaveCount(0);
    const heard = (text: string): boolean =>
      panel.model.requests.some(({ messages }) => messages.some((one) => textOf(one).includes(text)));
    expect(heard('**Reply from supervisor:**\nLeft.')).toBe(true);
    await expect((await openChild(page, 3)).getByText('Three is done.').first()).toBeVisible();
    await expect(await openChild(page, 2)).toContainText('no such model');

    await button(await openChild(page, 4), 'Stop scout').click();
    for (const each of [page, phone]) await expect(list(each).getByRole('listitem')).toHaveText(ENDED);
    await expectIdle(page);
    await expectSum(page, panel);
    await page.reload();
    await expectIdle(page);
    await expect((await openChild(page, 1)).getByText('One is done.').first()).toBeVisible();
    await expect(child(page, 4)).toContainText('stopped');
    await expect(list(page).getByRole('listitem')).toHaveText(ENDED);
  });

  test('one that asks goes on without the call that waited for it, and is working until its own end', async ({
    page,
    panel,
  }) => {
    test.slow();
    await provideScout(panel);
    await open(page, panel);
    panel.model.queue(
      [
        calls('subagent', { agent: 'scout', task: asking[2], async: false }),
        ...Array.from({ length: 4 }, () => says('Noted.')),
      ],
      PROMPT,
    );
    await send(page, PROMPT);
    await button(page, 'Agents').click();
    await expect(list(page).getByRole('listitem')).toHaveText([/waits for an answer.*Task 3/]);
    const question = page.getByRole('dialog', { name: /scout asks: Left or right\?/ });
    await question.getByRole('textbox').fill('Right.');
    await button(question, 'Submit').click();
    await expect(list(page).getByRole('listitem')).toHaveText([/finished.*Task 3/]);
    await expectIdle(page);
    await expect((await openChild(page, 3)).getByText('Three is done.').first()).toBeVisible();
    const { children, stats } = await panel.snapshot();
    expect(children[0]?.cost).toBeGreaterThan(0);
    expect(stats?.panel_children?.cost).toBeCloseTo(children[0]!.cost, 9);
  });
});

const collaborating = packageFile(
  '@baochunli/pi-collaborating-agents',
  'extensions/collaborating-agents/index.ts',
);
test.describe('@baochunli/pi-collaborating-agents', () => {
  test.skip(!collaborating, '`node scripts/pi-packages.ts` fetches it');
  // The package starts `pi` from the PATH.
  const bin = path.join(import.meta.dirname, '../../.cache/pi-on-path');
  test.use({
    panelOptions: { piArgs: ['-e', collaborating ?? ''], env: { PATH: `${bin}:${process.env.PATH}` } },
  });
  test.beforeAll(async () => {
    const { argv } = await ownPi();
    mkdirSync(bin, { recursive: true });
    const script = `#!/bin/sh\nexec ${argv.map((part) => `'${part}'`).join(' ')} "$@"\n`;
    writeFileSync(path.join(bin, 'pi'), script, { mode: 0o755 });
  });

  test('five at once are read while they work, one fails, and one gets a message, also after a reload and on a phone', async ({
    page,
    panel,
    context,
  }) => {
    test.slow();
    await provideModel(panel);
    await open(page, panel);
    // Its option for this is one that pi 1.6.0 does not know.
    const args = { tasks: tasks.map((task) => ({ task })), sessionControl: false };
    await startFive({ page, panel }, calls('subagent', args));
    await expect((await openChild(page, 1)).getByText('One is done.').first()).toBeVisible();
    await panel.write('go', '');
    await expect((await openChild(page, 3)).getByText('Three is done.').first()).toBeVisible();
    const fourth = await openChild(page, 4);
    await fourth.getByRole('textbox').fill('Come back');
    await fourth.getByRole('button', { name: /^Steer / }).click();
    await expect(fourth).toContainText('Sent: Come back');
    await expect(fourth.getByRole('button', { name: /^Stop / })).toHaveCount(0);

    const phone = await context.newPage();
    await phone.setViewportSize({ width: 375, height: 720 });
    await open(phone, panel);
    await showTab(phone, 'Agents');
    await page.reload();
    await expectIdle(page);
    for (const each of [page, phone])
      await expect(list(each).getByRole('listitem')).toHaveText(ENDED.with(3, /working.*Task 4/));
    await expectSum(page, panel);
  });
});
