// The states of single controls and files: fields and menus that open in the conversation, the terminal, the files and
// the settings.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import {
  button,
  closeOverlays,
  composer,
  conversation,
  expect,
  openFile,
  overlay,
  region,
  runAction,
  type Visit,
} from './page.ts';

export async function visitAnswer({ page, say, onState }: Visit): Promise<void> {
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+F');
  const find = page.getByRole('searchbox', { name: say('Find in conversation') });
  await find.fill('shown');
  await onState('find in the conversation');
  await find.press('Escape');
  const answer = conversation(page).locator('[data-answer]').last();
  await button(answer, say('Comment on answer')).click();
  await expect(answer.getByRole('textbox')).toBeVisible();
  await onState('a comment on an answer');
  await page.keyboard.press('Escape');
  await button(answer, say('Usage')).click();
  await button(page, say('Context and cost')).click();
  await onState('the usage of an answer and of the context');
  await page.keyboard.press('Escape');
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+G');
  await expect(page.getByRole('dialog').locator('.monaco-editor')).toBeVisible();
  await onState('a message in the large editor');
  await page.keyboard.press('Escape');
}

export async function visitFiles({ page, panel, say, onState }: Visit): Promise<void> {
  const files = region(page, 'files');
  const item = (name: string): Locator => files.getByRole('treeitem', { name });
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await button(files, say('New folder')).click();
  await expect(files.getByRole('textbox').last()).toBeFocused();
  await onState('the side bar: files, a new folder');
  await page.keyboard.press('Escape');
  await item('notes.txt').click({ button: 'right' });
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await onState('the menu of a file');
  await page.getByRole('menuitem', { name: say('Move…') }).click();
  await expect(overlay(page).getByRole('combobox')).toBeVisible();
  await onState('a file that is moved');
  await closeOverlays(page);

  await openFile(page, 'notes.txt');
  const editor = page.locator('.monaco-editor').filter({ visible: true });
  await expect(editor.locator('.view-line').first()).toHaveText('one');
  await editor.getByRole('textbox').focus();
  await page.keyboard.type('mine ');
  await writeFile(path.join(panel.workspace, 'notes.txt'), 'theirs\ntwo\n');
  const compare = button(page.getByRole('alert'), say('Compare'));
  await expect(compare).toBeVisible();
  await onState('the editor: a file that also changed on disk');
  await compare.click();
  await expect(button(page.locator('[data-region="editor"]'), say('Both'))).toBeVisible();
  await onState('the editor: both versions of a file');
  await button(page.getByRole('alert'), say('Use the version on disk')).click();
  await expect(compare).toHaveCount(0);

  await writeFile(path.join(panel.workspace, 'huge.log'), 'a line\n'.repeat(2_000_000));
  await openFile(page, 'huge.log');
  await expect(page.getByRole('searchbox', { name: say('Find in file') })).toBeVisible();
  await onState('the editor: a huge file');
  await openFile(page, 'dot.png');
  await expect(page.locator('[data-region="editor"] img')).toBeVisible();
  await onState('the editor: an image');
}

export async function visitRuns({ page, say, onState }: Visit): Promise<void> {
  const terminal = region(page, 'terminal');
  await button(terminal, say('All runs')).click();
  await expect(page.getByRole('searchbox', { name: say('Filter runs') })).toBeVisible();
  await onState('the terminal: all runs');
  await page.keyboard.press('Escape');
}

export async function visitSteps({ page, say, onState }: Visit): Promise<void> {
  await runAction(page, 'Name this session');
  await expect(overlay(page).getByRole('textbox')).toBeVisible();
  await onState('the palette: a text');
  await closeOverlays(page);
  await runAction(page, 'Go to another point in the session, or label it');
  await expect(overlay(page).getByRole('treeitem').first()).toBeVisible();
  await onState('the palette: the tree of the session');
  await closeOverlays(page);
  await page.keyboard.press('Alt+S');
  await button(region(page, 'sessions').getByRole('listitem').first(), say('Actions')).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await onState('the menu of a session');
  await page.keyboard.press('Escape');
}

/** Forms that a button opens on a page of the settings. */
export async function visitForms({ page, say, onState }: Visit): Promise<void> {
  const show = (name: string): Promise<void> =>
    overlay(page)
      .getByRole('tab', { name: say(name), exact: true })
      .click();
  await page.keyboard.press('ControlOrMeta+,');
  await show('Models');
  await button(overlay(page), say('Add a provider')).click();
  await onState('the settings: a new provider');
  await button(overlay(page), say('Edit models.json')).click();
  await expect(overlay(page).locator('.view-line').first()).toBeVisible();
  await onState('the settings: a file of pi');
  await show('Skills and prompts');
  await button(overlay(page), say('New skill')).click();
  await onState('the settings: a new skill');
  await overlay(page)
    .getByRole('searchbox', { name: say('Search settings') })
    .fill('theme');
  await expect(
    overlay(page).getByRole('option').or(overlay(page).getByRole('listitem')).first(),
  ).toBeVisible();
  await onState('the settings: a search');
  await page.keyboard.press('Escape');
  await closeOverlays(page);
}
