// pi's own example extensions on the page, several in one pi. `npm run examples` tries every one of them without a
// browser.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { git, HAS_GIT, NO_GIT } from './git.ts';
import type { Step } from '../../server/demo/answer.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  entries,
  expectIdle,
  notifications,
  open,
  openWork,
  send,
  statusBar,
  widgetsAbove,
  widgetsBelow,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { loadExamples, played } from './pi-examples.ts';

test.describe('gates, a checkpoint, statuses and widgets', () => {
  test.use({
    panelOptions: withExamples(
      'permission-gate',
      'protected-paths',
      'git-checkpoint',
      'status-line',
      'widget-placement',
    ),
  });

  test('dangerous commands ask first and can be answered by keyboard, and a blocked one does not count as failed', async ({
    page,
    panel,
  }) => {
    test.skip(!HAS_GIT, NO_GIT);
    repository(panel);
    await open(page, panel);
    await expect(widgetsAbove(page)).toHaveText('Above editor widget');
    await expect(widgetsBelow(page)).toHaveText('Below editor widget');
    await expect(statusBar(page)).toContainText('Ready');

    const remove: Step = { tool: 'bash', args: { command: 'rm -rf build-of-yesterday' } };
    scriptAnswers(panel, [remove], [{ text: 'Then not.' }]);
    await send(page, 'Tidy up.');
    const question = page.getByRole('dialog', { name: /Dangerous command/ });
    const asked = question.getByText('rm -rf build-of-yesterday');
    expect(await asked.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/mono/i);
    await page.keyboard.press('ControlOrMeta+I');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    const bash = entries(page, /^Tool bash/);
    await expect(bash).toContainText('Blocked by user');
    await expectBlocked(bash);
    await expectIdle(page);
    expect(existsSync(path.join(panel.workspace, 'build-of-yesterday'))).toBe(true);

    scriptAnswers(panel, [remove], [{ text: 'Gone.' }]);
    await send(page, 'Do it.');
    await expect(question).toBeVisible();
    await page.keyboard.press('ControlOrMeta+I');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(bash.last().getByLabel('done')).toBeVisible();
    await expectIdle(page);
    expect(existsSync(path.join(panel.workspace, 'build-of-yesterday'))).toBe(false);

    scriptAnswers(
      panel,
      [{ tool: 'write', args: { path: '.env', content: 'SECRET=1' } }],
      [{ text: 'As you like.' }],
    );
    await send(page, 'Write the secret.');
    await expect(notifications(page).getByText('Blocked write to protected path: .env')).toBeVisible();
    await expectBlocked(entries(page, /^Tool write/));
    expect(existsSync(path.join(panel.workspace, '.env'))).toBe(false);

    await expectIdle(page);
    const status = statusBar(page).getByTitle('status-demo');
    await expect(status).toHaveText('✓ Turn 6 complete');
    await expect(status.locator('span[style*="color"]').first()).toHaveText('✓');
    expect(git(panel, 'fsck', '--no-reflogs')).toMatch(/dangling commit/);
    played('permission-gate', 'protected-paths', 'git-checkpoint', 'status-line', 'widget-placement');
  });
});

test.describe('tools and messages', () => {
  test.use({ panelOptions: withExamples('todo', 'question', 'questionnaire', 'message-renderer', 'hello') });

  test('extension tools show arguments, results and details, and messages show their type', async ({
    page,
    panel,
  }) => {
    const options = [{ label: 'Left' }, { label: 'Right' }];
    const asked = [{ id: 'q', prompt: 'How far?', options: [{ value: 'a', label: 'A mile' }] }];
    scriptAnswers(
      panel,
      [
        { tool: 'todo', args: { action: 'add', text: 'Buy milk' } },
        { tool: 'hello', args: { name: 'World' } },
      ],
      [{ tool: 'todo', args: { action: 'toggle', id: 1 } }],
      [{ tool: 'question', args: { question: 'Which way?', options } }],
      [{ tool: 'questionnaire', args: { questions: asked } }],
      [{ text: 'All done.' }],
    );
    await open(page, panel);
    await send(page, 'Go through it.');
    const screen = page.getByRole('region', { name: /^Extension screen/ });
    for (const [name, words] of [
      ['question.ts', 'Which way?'],
      ['questionnaire.ts', 'How far?'],
    ] as const) {
      await expect(screen).toContainText(words);
      await expect(page.getByRole('textbox', { name: `Keys for ${name}` })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(answers(page).last()).toContainText('All done.');
    await openWork(page);
    const todo = entries(page, /^Tool todo/);
    await expect(todo).toHaveCount(2);
    await openCard(todo.first());
    await expect(todo.first()).toContainText('Buy milk');
    await expect(todo.first()).toContainText('Added #1 Buy milk');
    // The extension draws its rows; the generic view has what it leaves out.
    await button(todo.first(), 'Generic view').click();
    await openCard(todo.first());
    await expect(todo.first()).toContainText('Added todo #1: Buy milk');
    await todo.first().getByRole('button', { name: 'Details' }).click();
    await expect(todo.first()).toContainText('"nextId": 2');
    await openCard(todo.last());
    await expect(todo.last()).toContainText('Todo #1 completed');
    await openCard(entries(page, /^Tool hello/));
    await expect(entries(page, /^Tool hello/)).toContainText('Hello, World!');
    for (const [name, answer] of [
      [/^Tool question$|^Tool question:/, '1. Left'],
      [/^Tool questionnaire/, 'A mile'],
    ] as const) {
      await openCard(entries(page, name));
      await expect(entries(page, name)).toContainText(answer);
    }

    await send(page, '/status warn the disk is nearly full');
    const message = entries(page, 'status-update');
    await expect(message).toContainText('the disk is nearly full');
    await button(message, 'Generic view').click();
    await message.getByRole('button', { name: 'Details' }).click();
    await expect(message).toContainText('"level": "warn"');
    played('todo', 'question', 'questionnaire', 'message-renderer', 'hello');
  });
});

test.describe('plan mode', () => {
  test.use({ panelOptions: withExamples('plan-mode') });

  test('a plan is made, accepted by keyboard, and ticked off beside the composer', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await composer(page).pressSequentially('/pla');
    await expect(page.getByRole('option', { name: /plan.*Toggle plan mode/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(notifications(page).getByText(/Plan mode enabled/)).toBeVisible();
    await expect(statusBar(page)).toContainText('⏸ plan');

    const plan = 'Plan:\n1. Read the first file carefully\n2. Write the second file carefully\n';
    scriptAnswers(
      panel,
      [{ tool: 'bash', args: { command: 'touch made-while-planning' } }],
      [{ text: plan }],
      [{ text: 'Did the first. [DONE:1]' }],
    );
    await send(page, 'Make a plan');
    const next = page.getByRole('dialog', { name: 'Plan mode - what next?' });
    await expect(next).toBeVisible();
    const bash = entries(page, /^Tool bash/);
    await expect(bash).toContainText('Plan mode: command blocked');
    await expectBlocked(bash);
    await page.keyboard.press('ControlOrMeta+I');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(entries(page, 'plan-mode-execute')).toContainText('Start with: First file carefully');
    const widget = widgetsAbove(page);
    await expect(widget).toContainText('☑ ');
    await expect(widget).toContainText('☐ ');
    await expect(widget.locator('span[style*="line-through"]')).toContainText('First file');
    await expect(statusBar(page)).toContainText('📋 1/2');
    await expect(page.getByText('[PLAN MODE ACTIVE]')).toHaveCount(0);
    played('plan-mode');
  });
});

test.describe('a subagent, and every way to ask', () => {
  const files = {
    '.pi/settings.json': '{}',
    '.pi/agents/scout.md': '---\nname: scout\ndescription: Looks\ntools: read\n---\nYou look.\n',
  };
  test.use({ panelOptions: { ...withExamples('subagent', 'rpc-demo'), files } });

  test('a tool asks before it runs project agents, and shows their answer', async ({ page, panel }) => {
    await writeFile(path.join(panel.folders.agentDir, 'models.json'), modelsOf(panel));
    await open(page, panel);
    await expect(page).toHaveTitle('pi RPC Demo');
    scriptAnswers(
      panel,
      [{ tool: 'subagent', args: { agent: 'scout', task: 'Look around', agentScope: 'project' } }],
      [{ text: 'The scout saw it all.' }],
      [{ text: 'It is back.' }],
    );
    await send(page, 'Send the scout.');
    const question = page.getByRole('dialog', { name: /project-local agents/ });
    await expect(question).toContainText('scout');
    await expect(page).toHaveTitle(/waiting for you/);
    await expect(agentStatus(page)).toHaveText('running');
    await page.keyboard.press('ControlOrMeta+I');
    await page.keyboard.press('Enter');
    await expect(answers(page).last()).toContainText('It is back.');
    const scout = entries(page, /^Tool subagent/);
    await openCard(scout);
    await expect(scout).toContainText('Look around');
    await expect(scout).toContainText('The scout saw it all.');
    // The agent itself is below the tool, also after a reload and after a restart of the panel.
    const agent = entries(page, /^Agent scout: Look around/);
    const check = async (): Promise<void> => {
      await openCard(agent);
      await expect(agent.locator('.markdown')).toContainText('The scout saw it all.');
    };
    await check();
    await page.reload();
    await check();
    await panel.kill('SIGKILL');
    await panel.start();
    await page.reload();
    await check();
    // The drawing of the extension has the agent, too, and is shown instead.
    await button(scout, 'Generic view').click();
    await expect(scout).toContainText('scout');
    await expect(agent).toHaveCount(0);
    played('subagent');
  });

  test('an input, an editor and a draft', async ({ page, panel }) => {
    await open(page, panel);
    await send(page, '/rpc-input');
    const line = page.getByRole('dialog', { name: 'Enter a value' });
    await expect(line.getByRole('textbox')).toHaveAttribute('placeholder', 'type something...');
    await page.keyboard.press('ControlOrMeta+I');
    await page.keyboard.type('forty-two');
    await page.keyboard.press('Enter');
    await expect(notifications(page).getByText('You entered: forty-two')).toBeVisible();

    await send(page, '/rpc-editor');
    const text = page.getByRole('dialog', { name: 'Edit some text' });
    await expect(text).toBeVisible();
    await page.keyboard.press('ControlOrMeta+I');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(notifications(page).getByText('Editor submitted (3 lines)')).toBeVisible();

    await send(page, '/rpc-prefill');
    await expect(composer(page)).toHaveValue(/This text was set by the rpc-demo extension\./);
    played('rpc-demo');
  });
});

function withExamples(...names: string[]): { piArgs: string[]; files: Record<string, string> } {
  return { piArgs: loadExamples(...names), files: { 'build-of-yesterday/a.js': '0\n' } };
}

/** Queues one answer of the model per list of steps. */
function scriptAnswers(panel: RunningPanel, ...all: Step[][]): void {
  panel.model.queue(all.map((steps) => ({ steps })));
}

/** With something to keep in it. */
function repository(panel: RunningPanel): void {
  git(panel, 'init', '--quiet');
  git(panel, 'add', '--all');
  git(panel, 'commit', '--quiet', '--message', 'first');
  execFileSync('sh', ['-c', 'echo more >> README.md'], { cwd: panel.workspace });
}

/** models.json for a pi that a tool starts without the panel's options. */
function modelsOf({ model }: RunningPanel): string {
  const demo = {
    baseUrl: model.url,
    apiKey: 'demo',
    api: 'openai-completions',
    models: [{ id: 'demo-tour' }],
  };
  return JSON.stringify({ providers: { demo } });
}

async function openCard(card: Locator): Promise<void> {
  await card.getByRole('button').first().click();
}

async function expectBlocked(card: Locator): Promise<void> {
  await expect(card.first().getByLabel('blocked')).toBeVisible();
  await expect(card.first()).not.toContainText('failed');
}
