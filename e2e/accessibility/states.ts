// The states of the page that the accessibility run visits. They are reached by keys and by structure, in any language.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, gate, says, ONE_PIXEL_PNG } from '../panel/scripted.ts';
import { visitAgents } from './agent-states.ts';
import { visitAnswer, visitFiles, visitForms, visitRuns, visitSteps } from './detail-states.ts';
import {
  composer,
  conversation,
  expect,
  expectIdle,
  notifications,
  openFile,
  overlay,
  region,
  runAction,
  send,
  type Visit,
} from './page.ts';
import { visitReview } from './review-states.ts';

export const ASKER = `export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command('asks', async (args, ctx) => {
    void ctx.ui.select('Which way?', ['Left', 'Right'], { timeout: 600000 });
    void ctx.ui.confirm('Delete it?', 'All of it.');
    void ctx.ui.input('Branch name', 'such as fix/this');
    await ctx.ui.editor('Release notes', 'text');
  });
  command('hurries', async (args, ctx) => ctx.ui.confirm('Now?', '', { timeout: 22000 }));
  command('draws', async (args, ctx) =>
    ctx.ui.custom((tui, theme, keys, done) => ({
      render: () => ['A screen of its own', 'q to leave'],
      invalidate: () => {},
      handleInput: (data) => data === 'q' && done(),
    })));
  command('says', async (args, ctx) => ctx.ui.notify('mind the gap', 'error'));
}
`;

/** 3 by 2 pixels, in base64. */
const OTHER_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mMQWRAFQQxwFgA9uAZVjxWyHgAAAABJRU5ErkJggg==';

export const PI_ARGS = ['-e', './asker.ts'];
export const FILES = {
  'asker.ts': ASKER,
  'README.md': '# A project\n',
  'src/app.ts': 'export const answer = 42;\n',
  'notes.txt': 'one\ntwo\n',
};
export const MARKDOWN =
  '# A heading\n\nText with `code`, a [link](https://example.org) and\n\n```ts\nconst a = 1; // why\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';

/** Visits them all, one after the other, on one page. */
export async function visitStates(visit: Visit): Promise<void> {
  await visitConversation(visit);
  await visitAnswer(visit);
  await visitPanels(visit);
  await visitRuns(visit);
  await visitReview(visit);
  await visitFiles(visit);
  await visitOverlays(visit);
  await visitSteps(visit);
  await visitForms(visit);
  await visitAgents(visit);
  await visitWaits(visit);
  await visitEnds(visit);
}

async function visitConversation({ page, panel, model, onState }: Visit): Promise<void> {
  await onState('an empty session');
  await composer(page).fill('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await onState('completions');
  await composer(page).fill('');
  await writeFile(path.join(panel.workspace, 'dot.png'), Buffer.from(ONE_PIXEL_PNG, 'base64'));
  model.queue([
    calls('read', { path: 'notes.txt' }),
    calls('edit', { path: 'src/app.ts', edits: [{ oldText: '42', newText: '43' }] }),
    calls('bash', { command: `echo ${OTHER_PNG} | base64 -d > dot.png` }),
    calls('bash', { command: 'echo shown; exit 3' }),
    says(MARKDOWN),
  ]);
  await send(page, 'do something');
  await expect(conversation(page)).toContainText('A heading');
  await onState('a conversation');
  const folds = conversation(page)
    .locator('[role="group"] > button[aria-expanded="false"]')
    .filter({ visible: true });
  while ((await folds.count()) > 0) await folds.first().click();
  await onState('opened tool calls');
}

async function visitPanels({ page, onState }: Visit): Promise<void> {
  await openFile(page, 'app.ts');
  await openFile(page, 'notes.txt');
  await expect(page.locator('.view-line').first()).toHaveText('one');
  await onState('the editor');
  if (!(await page.locator('[data-region="terminal"]').isVisible()))
    await page.keyboard.press('ControlOrMeta+J');
  await expect(page.locator('[data-region="terminal"] [role="tabpanel"]')).toBeVisible();
  await onState('the terminal');
  const rail = [
    ['Alt+A', 'agents'],
    ['Alt+S', 'sessions'],
    ['ControlOrMeta+Shift+G', 'changes'],
    ['ControlOrMeta+Shift+F', 'search'],
  ] as const;
  for (const [keys, id] of rail) {
    await page.keyboard.press(keys);
    const region = page.locator(`[data-region="${id}"]`);
    await expect(region.locator('button, input').first()).toBeVisible();
    if (id === 'search') {
      await region.locator('input').first().fill('answer');
      await expect(region).toContainText('app.ts');
    }
    await onState(`the side bar: ${id}`);
  }
  await page.keyboard.press('Alt+L');
  await expect(page.locator('[data-region="log"] li').first()).toBeVisible();
  await onState('the event log');
  await page.keyboard.press('Alt+L');
}

async function visitOverlays({ page, onState }: Visit): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(overlay(page).getByRole('option').first()).toBeVisible();
  await onState('the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(page.getByRole('option').first()).toBeVisible();
  await onState('the models');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+,');
  const tabs = overlay(page).getByRole('tab');
  await expect(tabs).toHaveCount(10);
  for (let at = 0; at < 10; at++) {
    await tabs.nth(at).click();
    await expect(overlay(page).getByRole('tabpanel').filter({ visible: true })).toContainText(/\S/);
    await onState(`the settings, page ${at + 1}`);
  }
  await page.keyboard.press('Escape');
  for (const name of ['Usage by day', 'Tour of the page', 'Undo all files of this session']) {
    await runAction(page, name);
    await expect(overlay(page).getByRole('button').first()).toBeVisible();
    await onState(`over the page: ${name.toLowerCase()}`);
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toHaveCount(0);
  }
}

async function visitWaits({ page, panel, model, say, onState }: Visit): Promise<void> {
  const hold = gate();
  model.queue([{ steps: [{ think: 'Hm.' }, { text: 'Working.' }, { until: hold.until }] }]);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await send(page, 'faster');
  await expect(page.locator('[data-moves-rows]')).toContainText('faster');
  await composer(page).fill('more');
  await onState('a run with a queue');
  await composer(page).fill('');
  await composer(page).press('Escape');
  await expectIdle(page);
  hold.open();

  const drawn = panel.command({ type: 'prompt', message: '/draws' });
  const screen = page.getByRole('region', { name: say('Extension screen {name}', { name: 'asker.ts' }) });
  await expect(screen).toContainText('A screen of its own');
  await onState('a screen of an extension');
  await screen.getByRole('textbox').press('q');
  await drawn;

  // It ends with the agent.
  panel.command({ type: 'prompt', message: '/asks' }).catch(() => undefined);
  await expect(page.getByRole('dialog')).toHaveCount(4);
  await panel.command({ type: 'prompt', message: '/says' });
  await expect(page.getByText('mind the gap').first()).toBeVisible();
  await onState('dialogs and a toast');
  await page.keyboard.press('Alt+A');
  await expect(region(page, 'agents').getByRole('listitem').first()).toBeVisible();
  await onState('the side bar: an agent that waits');
  await notifications(page, say).getByRole('button').last().click();
  await onState('the list of notifications');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 375, height: 740 });
  await page.locator('[data-tab="chat"]').click();
  await onState('a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function visitEnds({ page, panel, onState }: Visit): Promise<void> {
  const [pi] = await panel.children();
  process.kill(pi!, 'SIGKILL');
  await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
  await onState('an agent that has exited');
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(panel.origin);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await onState('no access');
}
