// The states of the review and of an undo. They follow a turn that has changed src/app.ts and dot.png.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import {
  button,
  closeOverlays,
  composer,
  expect,
  expectIdle,
  notifications,
  overlay,
  region,
  type Visit,
} from './page.ts';

const FILE = 'src/app.ts';

export async function visitReview(visit: Visit): Promise<void> {
  const { page, say, onState } = visit;
  await page.keyboard.press('Alt+R');
  const review = region(page, 'review');
  const file = review.getByRole('article', { name: FILE });
  await expect(file).toBeVisible();
  await onState('the review');
  await visitViews(visit, file);
  const image = review.getByRole('article', { name: 'dot.png' });
  await expect(image.getByRole('img')).toHaveCount(2);
  await button(image, say('Overlay')).click();
  await onState('the review: an image, one version over the other');
  await visitComment(visit, file);
  await visitUndo(visit, file);
  await visitConflict(visit, file);
  await button(review, say('Keep all')).click();
  await expect(button(review, say('Commit…'))).toBeVisible();
  await onState('the review: everything is reviewed');
  await button(review, say('Commit…')).click();
  await expect(overlay(page).getByRole('textbox')).toBeVisible();
  await onState('a commit of reviewed changes');
  await closeOverlays(page);
  await page.keyboard.press('Alt+R');
}

/** Its only change. */
const changeIn = ({ say }: Visit, file: Locator): Locator =>
  file.getByRole('group', { name: say('{path}, change {at} of {count}', { path: FILE, at: 1, count: 1 }) });

async function visitViews({ page, say, onState }: Visit, file: Locator): Promise<void> {
  await page.setViewportSize({ width: 1600, height: 800 });
  await file.hover();
  const views = file.getByRole('group', { name: say('View of {path}', { path: FILE }) });
  await views.getByRole('button').nth(1).click();
  await expect(file.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
  await onState('the review: side by side');
  await views.getByRole('button').nth(2).click();
  await expect(views.getByRole('button').nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(file.locator('.view-line').first()).toBeVisible();
  await onState('the review: the whole file');
  await views.getByRole('button').first().click();
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function visitComment(visit: Visit, file: Locator): Promise<void> {
  const { page, onState } = visit;
  const change = changeIn(visit, file);
  await change.focus();
  await page.keyboard.press('c');
  await expect(file.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Why 43?');
  await onState('the review: an open comment');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(file.getByRole('textbox')).toHaveCount(0);
  await onState('the review: a comment that was added');
}

async function visitUndo(visit: Visit, file: Locator): Promise<void> {
  const { page, panel, say, onState } = visit;
  await changeIn(visit, file).focus();
  await page.keyboard.press('u');
  await expect.poll(() => readFile(path.join(panel.workspace, FILE), 'utf8')).toContain('42');
  const redo = button(notifications(page, say), say('Redo')).first();
  // Under the pointer, it stays.
  await redo.hover();
  await onState('after an undo, with a notice to redo it');
  await redo.click();
  await expect.poll(() => readFile(path.join(panel.workspace, FILE), 'utf8')).toContain('43');
  await expect(changeIn(visit, file)).toBeVisible();
}

async function visitConflict({ page, panel, say, onState }: Visit, file: Locator): Promise<void> {
  await writeFile(path.join(panel.workspace, FILE), 'export const answer = 44;\n');
  const resolve = button(file, say('Resolve…'));
  await expect(resolve).toBeVisible();
  await onState('the review: a conflict');
  await resolve.click();
  await expect(button(file, say('Both'))).toBeVisible();
  await onState('the review: a conflict that is being resolved');
  await button(file, say('Before')).click();
  await expect(button(file, say('Save'))).toBeEnabled();
  await onState('the review: a conflict with a choice');
  await button(file, say('Cancel')).click();
  await page.keyboard.press('ControlOrMeta+Shift+G');
  await button(region(page, 'changes'), say('Undo turn')).click();
  await expect(overlay(page).getByRole('listitem').first()).toBeVisible();
  await onState('the plan of an undo with a conflict');
  await closeOverlays(page);
  await writeFile(path.join(panel.workspace, FILE), 'export const answer = 43;\n');
  await expect(resolve).toHaveCount(0);
  await composer(page).focus();
  await expectIdle(page);
}
