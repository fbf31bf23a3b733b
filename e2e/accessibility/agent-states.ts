// The states of work with several agents: their forms, a merge, a comparison. The workspace is a git repository.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import {
  button,
  closeOverlays,
  composer,
  expect,
  expectIdle,
  overlay,
  region,
  runAction,
  send,
  type Visit,
} from './page.ts';

/** The prompt for the compared models. */
export const PROMPT = `Name the folder. [[script]] ${JSON.stringify([
  calls('bash', { command: 'basename "$PWD" > notes.txt' }),
  says('Done.'),
])}`;

export function git(folder: string, ...args: string[]): void {
  const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
  execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' });
}

const agents = (page: Page): Locator => region(page, 'agents');

export async function visitAgents(visit: Visit): Promise<void> {
  const { page, say, onState } = visit;
  await visitWorktree(visit);
  await visitComparison(visit);
  await runAction(page, say('Add another panel'));
  await expect(agents(page).getByRole('textbox')).toBeVisible();
  await onState('the side bar: other panels');
  await button(agents(page), say('Other panels')).click();
}

/** An agent in a worktree, whose work is in conflict with that of its base. */
async function visitWorktree({ page, panel, say, onState }: Visit): Promise<void> {
  await page.keyboard.press('Alt+N');
  const form = agents(page).getByRole('form');
  await form.getByRole('checkbox', { name: say('In a new git worktree, on its own branch') }).check();
  await expect(form.getByRole('textbox', { name: say('New branch') })).toHaveValue('agent-1');
  await onState('a new agent in a worktree');
  await button(form, say('Start')).click();
  const rows = agents(page)
    .getByRole('list', { name: say('All agents') })
    .getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expectIdle(page);
  const place = `${panel.workspace}-agent-1`;
  for (const [folder, text] of [
    [place, 'theirs\n'],
    [panel.workspace, 'ours\n'],
  ] as const) {
    await writeFile(path.join(folder, 'merged.txt'), text);
    git(folder, 'add', 'merged.txt');
    git(folder, 'commit', '-qm', 'Some work');
  }
  await writeFile(path.join(place, 'untracked.txt'), 'new\n');
  const row = rows.filter({ hasText: 'agent-1' });
  const choose = async (item: string): Promise<void> => {
    await button(row, say('Actions')).click();
    await page.getByRole('menuitem', { name: say(item) }).click();
    await expect(overlay(page)).toBeVisible();
  };
  await button(row, say('Actions')).click();
  await onState('the menu of an agent');
  await page.keyboard.press('Escape');
  await choose('Merge worktree…');
  await expect(overlay(page)).toContainText('merged.txt');
  await onState('the plan of a merge with a conflict');
  await closeOverlays(page);
  await choose('End worktree…');
  await expect(overlay(page)).toContainText('untracked.txt');
  await onState('the end of a worktree with work left');
  await closeOverlays(page);
  await rows.filter({ hasNotText: 'agent-1' }).locator('[data-agent]').click();
  await expectIdle(page);
}

async function visitComparison({ page, say, onState }: Visit): Promise<void> {
  await send(page, '/compare');
  const form = agents(page).getByRole('form', { name: say('Compare models') });
  await form.getByRole('textbox').first().fill(PROMPT);
  await form.getByRole('checkbox', { name: /Demo plain/ }).check();
  await onState('a new comparison');
  await button(form, say('Start')).click();
  for (const model of ['demo-tour', 'demo-plain'])
    await expect(button(overlay(page), say('Keep {model}', { model }))).toBeEnabled({ timeout: 120_000 });
  await expect(overlay(page)).toContainText('notes.txt');
  await onState('a comparison of two models');
  await button(overlay(page), say('Remove worktrees…')).click();
  await expect(overlay(page)).toHaveCount(2);
  await onState('the end of a comparison');
  await closeOverlays(page);
  await composer(page).focus();
}
