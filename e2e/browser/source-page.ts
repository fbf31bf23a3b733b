// The region Source control, and remotes for it: bare repositories beside the workspace.
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { git } from './git.ts';
import { open } from './page.ts';
import { expect, type RunningPanel } from './panel.ts';

export const source = (page: Page): Locator => page.getByRole('region', { name: 'Source control' });
export const group = (page: Page, name: string): Locator =>
  source(page).getByRole('list', { name, exact: true });
export const programs = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Run the programs of this folder?' });

export function gitIn(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Adds the remote `origin`, and a clone of a colleague. Returns the bare repository, and what pushes from the clone. */
export function addRemote(panel: RunningPanel): { bare: string; pushFromElsewhere: (name: string) => void } {
  const [bare, other] = ['origin.git', 'other'].map((name) => `${panel.workspace}-${name}`) as [
    string,
    string,
  ];
  execFileSync('git', ['clone', '-q', '--bare', panel.workspace, bare]);
  git(panel, 'remote', 'add', 'origin', bare);
  execFileSync('git', ['clone', '-q', bare, other]);
  const pushFromElsewhere = (name: string): void => {
    gitIn(other, 'pull', '-q');
    appendFileSync(path.join(other, name), 'theirs\n');
    gitIn(other, 'add', '-A');
    gitIn(
      other,
      '-c',
      'user.name=Colleague',
      '-c',
      'user.email=c@localhost',
      'commit',
      '-qm',
      `${name} of a colleague`,
    );
    gitIn(other, 'push', '-q');
  };
  return { bare, pushFromElsewhere };
}

export async function show(page: Page, panel: RunningPanel): Promise<void> {
  await open(page, panel);
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Source control' }).click();
  await expect(source(page).getByRole('combobox', { name: 'Branch' })).toContainText('main');
}
