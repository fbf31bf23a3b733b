// The review of changes that hunks cannot show, with real pi and real files: images, conflicts, and very many changes.
import type { Locator, Page } from '@playwright/test';
import { calls, gate, says, ONE_PIXEL_PNG } from '../panel/scripted.ts';
import {
  button,
  composer,
  conversation,
  editor,
  expectIdle,
  open,
  palette,
  review,
  send,
  undoAll,
} from './page.ts';
import { git, HAS_GIT } from './git.ts';
import { expect, test, type RunningPanel } from './panel.ts';

/** 3 by 2 pixels, in base64. */
const OTHER_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mMQWRAFQQxwFgA9uAZVjxWyHgAAAABJRU5ErkJggg==';

const article = (page: Page, name: string): Locator => review(page).getByRole('article', { name });

async function turn(page: Page, panel: RunningPanel, answers: ReturnType<typeof calls>[]): Promise<void> {
  panel.model.queue([...answers, says('It is done.')]);
  await send(page, 'go on');
  await expect(conversation(page)).toContainText('It is done.');
  await expectIdle(page);
}

async function openReview(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await button(page.getByRole('region', { name: 'Changes' }), 'Review changes').click();
  await expect(review(page)).toBeVisible();
}

test('an image is compared with the one before, side by side or one over the other, and everything is kept', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await panel.write('dot.png', Buffer.from(ONE_PIXEL_PNG, 'base64'));
  await panel.write('other.png', Buffer.from(OTHER_PNG, 'base64'));
  await turn(page, panel, [calls('bash', { command: 'cp other.png dot.png && cp other.png new.png' })]);
  await openReview(page);
  const image = (name: string): Locator =>
    article(page, 'dot.png').getByRole('img', { name: `dot.png ${name}` });
  const width = (name: string): Promise<number> =>
    image(name).evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(() => width('before')).toBe(1);
  await expect.poll(() => width('after')).toBe(3);
  await expect(article(page, 'dot.png')).toContainText('3 × 2');

  await button(article(page, 'dot.png'), 'Overlay').click();
  const slider = article(page, 'dot.png').getByRole('slider', { name: 'Share of the new image' });
  await slider.fill('100');
  await expect(image('after')).toHaveCSS('clip-path', /inset\(0(px)? 0(px)? 0(px)? 0%?\)|inset\(0(px|%)?\)/);
  await button(article(page, 'dot.png'), 'Side by side').click();
  await expect(slider).toBeHidden();
  // A new image has only one side.
  await expect(article(page, 'new.png').getByRole('img')).toHaveCount(1);

  const progress = review(page).getByRole('status', { name: 'Review progress' });
  await expect(progress).toHaveText('2 of 2 left');
  await button(review(page), 'Keep all').click();
  await expect(progress).toHaveText('0 of 2 left');
  await expect(button(review(page), 'Keep all')).toHaveCount(0);
});

test('the unchanged lines between two changes are shown and hidden again', async ({ page, panel }) => {
  await open(page, panel);
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`);
  await panel.write('long.txt', lines.join(''));
  await turn(page, panel, [
    calls('write', { path: 'long.txt', content: lines.with(4, 'one\n').with(50, 'two\n').join('') }),
  ]);
  await openReview(page);
  const hidden = button(article(page, 'long.txt'), '39 hidden lines');
  await expect(article(page, 'long.txt')).not.toContainText('line 30');
  await hidden.press('Enter');
  await expect(article(page, 'long.txt')).toContainText('line 30');
  await button(article(page, 'long.txt'), 'Show less').press('Enter');
  await expect(article(page, 'long.txt')).not.toContainText('line 30');
  await expect(hidden).toBeFocused();
});

test('undoing the change of a renamed file renames it back', async ({ page, panel }) => {
  await open(page, panel);
  await turn(page, panel, [calls('bash', { command: 'mv README.md GUIDE.md' })]);
  await openReview(page);
  const change = review(page).getByRole('group', { name: 'GUIDE.md, change 1 of 1' });
  await expect(change).toContainText('README.md → GUIDE.md');
  await button(change, 'Undo').click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes' });
  await expect(dialog.getByRole('listitem')).toHaveText([/GUIDE\.md\s*→\s*README\.md\s*rename/]);
  await button(dialog, 'Undo 1 file').click();
  await expect(page.getByText('1 file undone.')).toBeVisible();
  expect(await panel.read('README.md')).toBe('# A project\n');
  await expect(panel.read('GUIDE.md')).rejects.toThrow('ENOENT');
});

test('on a phone the tab of the changes is selected during a review, and leads back to their list', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await turn(page, panel, [calls('write', { path: 'new.txt', content: 'one\n' })]);
  await page.setViewportSize({ width: 375, height: 740 });
  await button(page.getByRole('region', { name: 'Chat' }), 'Review').click();
  await expect(review(page)).toBeVisible();
  const tab = page.getByRole('tablist', { name: 'Regions' }).getByRole('tab', { name: 'Changes' });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await tab.click();
  await expect(review(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible();
});

test.describe('a conflict', () => {
  test.use({ panelOptions: { files: { 'a.txt': '\uFEFFone\r\ntwo\nthree\r\n' } } });

  test('is settled by a choice between both sides, which keeps the bytes of other lines and writes over nothing newer', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const edits = [{ oldText: 'two', newText: 'zwei' }];
    await turn(page, panel, [calls('edit', { path: 'a.txt', edits })]);
    await panel.write('a.txt', '\uFEFFone\r\nmine\nthree\r\n');
    // The undo of the turn says what is in the way, and leads here.
    await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
    await button(page.getByRole('region', { name: 'Changes' }), 'Undo turn').click();
    const dialog = page.getByRole('dialog', { name: 'Undo changes' });
    await expect(dialog.getByRole('listitem')).toContainText('conflict: left alone');
    await expect(dialog).toContainText('an undo would overwrite later changes');
    await expect(dialog.getByRole('button', { name: /^Undo / })).toBeDisabled();
    await button(dialog, 'Resolve…').click();
    await expect(review(page)).toBeVisible();
    const file = article(page, 'a.txt');
    await expect(file).toContainText(/showing the earlier version/i);
    await button(file, 'Resolve…').click();
    await expect(file).toContainText('Conflict in a.txt: later edits are in the way of an undo.');
    const sides = file.getByRole('region', { name: 'Both sides of a.txt' });
    await expect(sides).toContainText(/The file now\s*mine\s*Before\s*two/);
    // The conflict has its own actions, of which one is the next step.
    const bar = review(page).getByRole('group', { name: 'Current change' });
    await expect(bar.getByRole('button', { name: /^(Keep|Comment|Undo)/ })).toHaveCount(0);
    await expect(review(page).locator('[data-tone="primary"]')).toHaveText(['Save']);
    await expect(button(file, 'Save')).toBeDisabled();
    await button(sides, 'Before').click();

    await panel.write('a.txt', '\uFEFFone\r\nnewer\nthree\r\n');
    await button(file, 'Save').click();
    await expect(file.getByRole('alert')).toContainText('a.txt');
    expect(await panel.read('a.txt')).toBe('\uFEFFone\r\nnewer\nthree\r\n');

    await button(file.getByRole('alert'), 'Look again').click();
    await expect(file.getByRole('alert')).toBeHidden();
    await expect(sides).toContainText('newer');
    await button(sides, 'Before').click();
    await button(file, 'Save').click();
    await expect(page.getByText('Saved a.txt.')).toBeVisible();
    await expect.poll(() => panel.read('a.txt')).toBe('\uFEFFone\r\ntwo\nthree\r\n');
  });

  test('is settled by hand in the editor, where nothing that was typed is lost', async ({ page, panel }) => {
    await open(page, panel);
    await turn(page, panel, [calls('edit', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'zwei' }] })]);
    await panel.write('a.txt', '\uFEFFone\r\nmine\nthree\r\n');
    await openReview(page);
    const file = article(page, 'a.txt');
    // The key that undoes says why it does nothing.
    await file.getByRole('group', { name: 'a.txt, change 1 of 1' }).press('u');
    await expect(
      page.getByText('a.txt: The same lines were changed since. Undo has conflicts'),
    ).toBeVisible();
    await button(file, 'Resolve…').click();
    await button(file, 'Cancel').click();
    await expect(file).toContainText(/showing the earlier version/i);
    await button(file, 'Resolve…').click();
    await button(file, 'Both').click();
    await button(file, 'Open in the editor').click();
    await expect(page.getByRole('tab', { name: 'a.txt unsaved' })).toBeVisible();
    const text = page.getByRole('tabpanel', { name: 'a.txt' }).locator('.view-lines');
    await expect(text).toContainText('mine');
    await expect(text).toContainText('two');
    expect(await panel.read('a.txt'), 'it is not saved yet').toBe('\uFEFFone\r\nmine\nthree\r\n');
    await page.reload();
    await expect(text).toContainText('two');
    await text.click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => panel.read('a.txt')).toBe('\uFEFFone\r\nmine\ntwo\r\nthree\r\n');
  });

  test('leads to the review from its row, also when other files of the plan can be undone', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const edits = [{ oldText: 'two', newText: 'zwei' }];
    await turn(page, panel, [
      calls('edit', { path: 'a.txt', edits }),
      calls('write', { path: 'b.txt', content: 'b' }),
    ]);
    await panel.write('a.txt', '\uFEFFone\r\nmine\nthree\r\n');
    await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
    await button(page.getByRole('region', { name: 'Changes' }), 'Undo turn').click();
    const dialog = page.getByRole('dialog', { name: 'Undo changes' });
    await expect(button(dialog, 'Undo 1 file')).toBeEnabled();
    await button(dialog.getByRole('listitem').filter({ hasText: 'a.txt' }), 'Resolve…').click();
    const file = article(page, 'a.txt');
    await expect(file).toContainText(/showing the earlier version/i);
    expect(await panel.read('b.txt')).toBe('b');

    // A change that was kept needs no decision, until its undo is wanted after all.
    await page.keyboard.press('y');
    await expect(file).toContainText('Kept');
    await expect(button(file, 'Resolve…')).toHaveCount(0);
    await button(page.getByRole('region', { name: 'Changes' }), 'Undo turn').click();
    await button(dialog.getByRole('listitem').filter({ hasText: 'a.txt' }), 'Resolve…').click();
    await expect(button(file, 'Resolve…')).toBeVisible();
    await expect(file).not.toContainText('Kept');
  });
});

test('V1: 500 new files with 50,000 lines are reviewed by keys, and few of them are on the page', async ({
  page,
  panel,
}) => {
  test.slow();
  await open(page, panel);
  const command = 'mkdir many && for i in $(seq 1001 1500); do seq 100 > many/$i.txt; done';
  await turn(page, panel, [calls('bash', { command })]);
  await openReview(page);
  const progress = review(page).getByRole('status', { name: 'Review progress' });
  await expect(progress).toHaveText('500 of 500 left', { timeout: 60_000 });
  const hunk = (at: number): Locator =>
    review(page).getByRole('group', { name: `many/${1000 + at}.txt, change 1 of 1`, exact: true });
  await page.keyboard.press('j');
  await expect(hunk(1)).toBeFocused();
  await page.keyboard.press('y');
  await expect(hunk(2)).toBeFocused();
  await expect(progress).toHaveText('499 of 500 left');
  await page.keyboard.press('k');
  for (let n = 0; n < 20; n++) await page.keyboard.press('J');
  await expect(hunk(21)).toBeFocused();
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  expect(nodes).toBeLessThan(40_000);
  await undoAll(page);
  await button(page.getByRole('dialog', { name: 'Undo changes' }), 'Undo 500 files').click();
  await expect(review(page)).toContainText('Nothing to review here.', { timeout: 90_000 });
  await expect(panel.read('many/1500.txt')).rejects.toThrow('ENOENT');
});

test('many files have a tree of their folders, which folds, leads to a file, and keeps or undoes a folder', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, panel);
  const command =
    'mkdir -p src/lib/math web/ui && for i in 1 2 3 4 5; do seq $i > src/lib/math/m$i.ts; seq $i > web/ui/u$i.ts; done; ' +
    'seq 3 > web/page.ts; seq 3 > notes.md';
  await turn(page, panel, [calls('bash', { command })]);
  await openReview(page);
  const progress = review(page).getByRole('status', { name: 'Review progress' });
  await expect(progress).toHaveText('12 of 12 left');
  const tree = review(page).getByRole('tree', { name: 'File tree' });
  const item = (name: string): Locator => tree.getByRole('treeitem', { name, exact: true });
  const file = (name: string): Locator => item(`${name}, new`);
  await expect(tree.getByRole('treeitem')).toHaveCount(15);

  // A folder is kept and folded by keys.
  await file('notes.md').click();
  await expect(review(page).getByRole('group', { name: 'notes.md, change 1 of 1' })).toBeFocused();
  await expect(file('notes.md')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('J');
  await expect(file('m1.ts')).toHaveAttribute('aria-current', 'true');
  await file('m1.ts').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(item('src/lib/math, 5 files')).toBeFocused();
  await page.keyboard.press('Shift+Y');
  await expect(progress).toHaveText('7 of 12 left');
  await expect(item('src/lib/math, 5 files, Kept')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(file('m1.ts')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(item('web, 6 files')).toBeFocused();

  // The undo of a folder asks like that of a file.
  await item('ui, 5 files').click({ button: 'right' });
  await page.getByRole('menu').getByRole('menuitem', { name: 'Undo folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await button(dialog, 'Undo 5 files').click();
  await expect(item('web, 1 file')).toBeVisible();
  await expect(panel.read('web/ui/u1.ts')).rejects.toThrow('ENOENT');
  expect(await panel.read('web/page.ts')).toBe('1\n2\n3\n');

  await button(review(page), 'File tree').click();
  await expect(tree).toBeHidden();

  // On a phone, the tree covers the changes until a file is chosen.
  await page.setViewportSize({ width: 375, height: 740 });
  await button(review(page), 'File tree').click();
  await file('page.ts').click();
  await expect(tree).toBeHidden();
  await expect(article(page, 'web/page.ts')).toBeInViewport();
  await expect(review(page).getByRole('group', { name: 'web/page.ts, change 1 of 1' })).toBeFocused();
});

test('the bar below the changes always acts on the change in sight, and leads on after the last one', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, 'git is not installed');
  const long = Array.from({ length: 60 }, (_, at) => `line ${at}\n`).join('');
  await panel.write('a.txt', long);
  git(panel, 'init', '-q');
  git(panel, 'add', '-A');
  git(panel, '-c', 'user.name=Example', '-c', 'user.email=example@localhost', 'commit', '-qm', 'first');
  await open(page, panel);
  await turn(page, panel, [
    calls('write', { path: 'a.txt', content: long.replaceAll('line', 'row') }),
    calls('write', { path: 'b.txt', content: long }),
    calls('write', { path: 'c.txt', content: 'new\n' }),
  ]);
  await openReview(page);
  const bar = review(page).getByRole('group', { name: 'Current change' });
  await expect(bar).toContainText('a.txt');

  // The wheel leads away from the current change; the bar follows what is seen.
  await review(page).getByRole('group', { name: 'a.txt, change 1 of 1' }).hover();
  await page.mouse.wheel(0, 2600);
  await expect(bar).toContainText('b.txt');
  await button(bar, 'Keep current change').click();
  await expect(review(page).getByRole('group', { name: 'b.txt, change 1 of 1' })).toContainText('Kept');
  await expect(review(page).getByRole('group', { name: 'c.txt, change 1 of 1' })).toBeFocused();
  await button(bar, 'Previous change').click();
  await button(bar, 'Previous change').click();
  await expect(bar).toContainText('a.txt');
  await page.keyboard.press('y');
  await expect(bar).toContainText('c.txt');

  // After the last change the next step has the focus.
  await page.keyboard.press('y');
  await expect(bar).toContainText('All 3 changes reviewed');
  await expect(button(bar, 'Commit…')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /What you kept/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await button(bar, 'Back to chat').click();
  await expect(review(page)).toBeHidden();
});

test('while the user scrolls, the change at the reading line is the current one, and its name and number are readable', async ({
  page,
  panel,
}) => {
  const lines = Array.from({ length: 90 }, (_, at) => `line ${at}\n`);
  const folder = 'packages/tracking-client/src/internal/serialization';
  const file = `${folder}/legacy-shipment-status-adapter.ts`;
  await open(page, panel);
  await turn(page, panel, [calls('write', { path: file, content: lines.join('') })]);
  const edits = [4, 30, 60, 86].map((at) => ({ oldText: `line ${at}\n`, newText: `row ${at}\n` }));
  await turn(page, panel, [
    calls('edit', { path: file, edits }),
    calls('write', { path: 'src/a.txt', content: lines.join('') }),
  ]);
  await openReview(page);
  await page.getByRole('combobox', { name: 'Scope' }).selectOption('This turn');
  const progress = review(page).getByRole('status', { name: 'Review progress' });
  await expect(progress).toHaveText('5 of 5 left');
  await expect(review(page)).toContainText('5 changes in 2 files');
  const bar = review(page).getByRole('group', { name: 'Current change' });
  const list = article(page, file);
  await expect(bar).toContainText('change 1 of 4');
  await list.hover();
  // The first change is still in sight, but the user reads further down.
  const at = async (): Promise<number> => Number(/change (\d)/.exec((await bar.textContent()) ?? '')?.[1]);
  for (let n = 0; n < 30 && (await at()) < 3; n++) {
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  const current = review(page).getByRole('group', { name: `${file}, change 3 of 4` });
  await expect(current).toBeInViewport();
  await expect(bar).toContainText('change 3 of 4');
  // At the end of the list its last change is the current one.
  await page.mouse.wheel(0, 5000);
  await expect(bar).toContainText('a.txt');
  // A key has priority over the place in the list.
  await page.keyboard.press('k');
  await expect(bar).toContainText('change 4 of 4');
  await expect(bar).toContainText('legacy-shipment-status-adapter.ts');
  // The browser's own search scrolls, too.
  await article(page, 'src/a.txt').evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await expect(bar).toContainText('a.txt');
  await page.keyboard.press('k');
  await expect(bar).toContainText('change 4 of 4');

  // The end of the name is visible also on a phone, where the review asks for one region.
  await page.setViewportSize({ width: 375, height: 740 });
  const name = bar.locator('.path');
  await expect(name).toBeVisible();
  await expect.poll(async () => (await name.boundingBox())!.width).toBeGreaterThan(150);
  await expect(bar).toContainText('change 4 of 4');
});

test('the head of a file has one switch for its views, which never wraps apart', async ({ page, panel }) => {
  await open(page, panel);
  await turn(page, panel, [calls('edit', { path: 'README.md', edits: [{ oldText: 'A', newText: 'The' }] })]);
  await openReview(page);
  const file = article(page, 'README.md');
  const group = file.getByRole('group', { name: 'View of README.md' });
  for (const width of [1920, 1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await file.hover();
    const tops = await group
      .getByRole('button')
      .evaluateAll((all) => [...new Set(all.map((each) => each.getBoundingClientRect().top))]);
    await expect(group.getByRole('button')).toHaveCount(3);
    expect(tops).toHaveLength(1);
  }
  await expect(button(group, 'Inline')).toHaveAttribute('aria-pressed', 'true');
  // Halves that nobody could read are not offered.
  await expect(button(group, 'Side by side')).toBeDisabled();
  await page.setViewportSize({ width: 1600, height: 800 });
  await button(group, 'Side by side').click();
  await expect(file.locator('.monaco-diff-editor')).toHaveClass(/side-by-side/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(file.locator('.monaco-diff-editor')).toHaveCount(0);
  await expect(button(group, 'Inline')).toHaveAttribute('aria-pressed', 'true');
  await button(group, 'Whole file').click();
  await expect(file.getByRole('textbox', { name: 'README.md after' })).toBeAttached();

  await page.setViewportSize({ width: 375, height: 740 });
  await expect(button(group, 'Whole file')).toHaveAttribute('aria-pressed', 'true');
  await button(group, 'Inline').click();
  await expect(group).toBeHidden();
  await button(file, 'Actions for README.md').click();
  await page.getByRole('menuitem', { name: 'Whole file' }).click();
  await expect(group).toBeVisible();
});

test.describe('code', () => {
  test.use({ panelOptions: { files: { 'a.ts': "export const a = 'one'; // first\n" } } });

  const openSideBySide = async (
    page: Page,
    panel: RunningPanel,
  ): Promise<{ file: Locator; views: Locator }> => {
    await open(page, panel);
    await turn(page, panel, [calls('edit', { path: 'a.ts', edits: [{ oldText: 'one', newText: 'two' }] })]);
    await page.setViewportSize({ width: 1600, height: 800 });
    await openReview(page);
    const file = article(page, 'a.ts');
    await file.hover();
    const views = file.getByRole('group', { name: 'View of a.ts' });
    await button(views, 'Side by side').click();
    return { file, views };
  };

  test('is as colorful side by side as it is inline', async ({ page, panel }) => {
    const { file } = await openSideBySide(page, panel);
    const lines = file.locator('.view-line', { hasText: 'export' });
    await expect(lines).toHaveCount(2);
    for (const line of await lines.all())
      await expect.poll(() => line.evaluate(countColors)).toBeGreaterThan(3);
    // The words are those that the inline view marks.
    await expect(file.locator('.removed-word')).toHaveText('one');
    await expect(file.locator('.added-word')).toHaveText('two');
  });

  test('is commented on below its lines where both of its sides are shown', async ({ page, panel }) => {
    const { file, views } = await openSideBySide(page, panel);
    const comment = button(
      review(page).getByRole('group', { name: 'Current change' }),
      'Comment on current change',
    );
    await comment.click();
    const field = file.getByRole('textbox', { name: 'Comment on a.ts, change 1 of 1' });
    await expect(field).toBeFocused();
    await field.fill('Why two?');
    await field.press('Control+Enter');
    await expect(field).toHaveCount(0);
    await expect(file).toContainText('Why two?');
    await expect(page.getByRole('list', { name: 'Comments' }).getByRole('listitem')).toContainText(
      'Why two?',
    );
    await button(views, 'Whole file').click();
    await expect(file).toContainText('Why two?');
    const below = async (): Promise<number> => {
      const [line, text] = [file.locator('.view-line', { hasText: 'two' }), file.getByText('Why two?')];
      return (await text.boundingBox())!.y - (await line.last().boundingBox())!.y;
    };
    await expect.poll(below).toBeGreaterThan(10);
    expect(await below()).toBeLessThan(60);
  });
});

test.describe('long lines', () => {
  const words = (of: string): string => Array.from({ length: 60 }, (_, at) => `${of}${at}`).join(' ');
  test.use({ panelOptions: { files: { 'long.txt': `first\n${words('old')}\nlast\n` } } });

  test('have the color of their change in every row, beside both numbers', async ({ page, panel }) => {
    await open(page, panel);
    const edits = [{ oldText: words('old'), newText: words('new') }];
    await turn(page, panel, [calls('edit', { path: 'long.txt', edits })]);
    await openReview(page);
    const file = article(page, 'long.txt');
    await file.hover();
    await button(file.getByRole('group', { name: 'View of long.txt' }), 'Whole file').click();
    const cell = file.locator('.editor.original .margin-view-zones > div');
    await expect(cell).toHaveCount(2);
    const color = (of: Locator): Promise<string> =>
      of.first().evaluate((element) => getComputedStyle(element).backgroundColor);
    const [removed, added] = [
      await color(file.locator('.editor.modified .margin-view-zones > div')),
      await color(file.locator('.editor.modified .gutter-insert')),
    ];
    await expect
      .poll(async () => [await color(cell.nth(0)), await color(cell.nth(1))])
      .toEqual([removed, added]);
    const heights = await cell.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.min(...heights)).toBeGreaterThan(18);
  });
});

test.describe('a long file', () => {
  const line = (n: number): string => `\tconst value${n} = { one: [${n}], two: 'two', three: 'three' };`;
  const text = (n: number): string =>
    `export class Store {\n\trun() {\n${Array.from({ length: 120 }, (_, at) => line(at + n)).join('\n')}\n\t}\n}\n`;
  test.use({ panelOptions: { files: { 'store.ts': text(0) } } });

  test('has room on a large page, and no line stays in sight beside the numbers of others', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const edits = [{ oldText: 'value90 =', newText: 'changed =' }];
    await turn(page, panel, [calls('edit', { path: 'store.ts', edits })]);
    await page.setViewportSize({ width: 2048, height: 1080 });
    await openReview(page);
    const file = article(page, 'store.ts');
    await file.hover();
    const view = file.getByRole('group', { name: 'View of store.ts' });
    await button(view, 'Side by side').click();
    const hidden = file.locator('.diff-hidden-lines .center').last();
    await expect(hidden).toBeVisible();
    // The change and the lines around it fit without scrolling, and nothing below them stays empty.
    const height = async (): Promise<number> => (await file.boundingBox())!.height;
    await expect.poll(height).toBeLessThan(330);
    await button(view, 'Whole file').click();
    await expect.poll(height).toBeGreaterThan(700);
    await expect(file.locator('.view-line', { hasText: 'changed' })).toBeInViewport();
    await expect(file.locator('.sticky-line-content')).toHaveCount(0);
  });
});

/** This function runs in the page. */
function countColors(line: Element): number {
  return new Set([...line.querySelectorAll('span')].map((span) => getComputedStyle(span).color)).size;
}

test('a file that the user opens comes in front of the review, which is one click away', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await turn(page, panel, [calls('write', { path: 'new.txt', content: 'new\n' })]);
  await openReview(page);
  await page.keyboard.press('Control+p');
  await page.keyboard.type('README.md');
  await expect(palette(page).getByRole('option', { name: 'README.md' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(review(page)).toBeHidden();
  await expect(editor(page).getByRole('tabpanel')).toContainText('A project');
  await button(editor(page), 'Back to review').click();
  await expect(article(page, 'new.txt')).toBeVisible();
  await expect(editor(page)).toBeHidden();
});

test('the foot of a steered turn, its review and its undo have the same files', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([
    calls('bash', { command: 'echo one > one.txt; sleep 3' }),
    calls('write', { path: 'two.txt', content: 'two\n' }),
    says('It is done.'),
  ]);
  await send(page, 'begin');
  await expect(page.getByText('one.txt').first()).toBeVisible();
  await send(page, 'steer');
  await expect(conversation(page)).toContainText('It is done.');
  await expectIdle(page);
  const foot = conversation(page).getByText('2 files changed');
  await expect(foot).toHaveCount(1);
  await button(conversation(page), 'Review').click();
  // A review key that is pressed before the review is shown is not typed elsewhere.
  await page.keyboard.press('y');
  await expect(review(page).getByRole('article')).toHaveCount(2);
  await expect(composer(page)).toHaveValue('');
  await button(conversation(page), 'Undo').click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes' });
  await expect(button(dialog, 'Undo 2 files')).toBeEnabled();
  await expect(button(dialog, 'Cancel')).toBeFocused();
  await expect(button(dialog, 'Cancel')).toHaveCSS('outline-style', 'solid');
  await button(dialog, 'Undo 2 files').click();
  await expect(page.getByText('2 files undone.')).toBeVisible();
});

test('the progress counts nothing before all changes are loaded', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([
    calls('write', { path: 'one.txt', content: '1\n' }),
    calls('write', { path: 'two.txt', content: '2\n' }),
    says('Written.'),
  ]);
  await send(page, 'write both');
  await expect(conversation(page)).toContainText('Written.');
  const held = gate();
  await page.route(/changes\/diff\?path=two\.txt/, async (route) => {
    await held.until;
    await route.continue();
  });
  await openReview(page);
  await expect(review(page).getByRole('article', { name: 'one.txt' })).toContainText('1');
  const status = review(page).getByRole('status', { name: 'Review progress' });
  await expect(status).toHaveText('Loading…');
  await expect(button(review(page), 'Keep all')).toHaveCount(0);
  held.open();
  await expect(status).toHaveText('2 of 2 left');
  await expect(button(review(page), 'Keep all')).toBeVisible();
});

test('the only change of a file stays as a row with Redo when it is undone, at the place of the file', async ({
  page,
  panel,
}) => {
  const names = ['file2.txt', 'file10.txt', 'other.txt'];
  for (const name of names) await panel.write(name, 'one\ntwo\n');
  await open(page, panel);
  const edits = [{ oldText: 'two', newText: 'zwei' }];
  await turn(
    page,
    panel,
    names.map((name) => calls('edit', { path: name, edits })),
  );
  await openReview(page);
  const list = review(page).locator('[data-scrolls]');
  await expect(list.getByRole('article')).toHaveCount(3);
  const articles = async (): Promise<(string | null)[]> =>
    list
      .locator('article, [role="group"][aria-label^="Undone"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await button(article(page, 'file10.txt'), 'Undo').click();
  const row = list.getByRole('group', { name: 'Undone: line 2 of file10.txt.' });
  await expect(row).toBeVisible();
  expect(await articles()).toEqual(['file2.txt', 'Undone: line 2 of file10.txt.', 'other.txt']);
  expect(await panel.read('file10.txt')).toBe('one\ntwo\n');
  await button(row, 'Redo').click();
  await expect(article(page, 'file10.txt')).toContainText('zwei');
  await expect(row).toHaveCount(0);
});

test.describe('many files with long lines', () => {
  const line = (n: number): string => `${n} ${'a long line that wraps, '.repeat(n % 7 === 0 ? 30 : n % 3)}`;
  const content = Array.from({ length: 400 }, (_, n) => line(n)).join('\n');
  const names = Array.from({ length: 20 }, (_, n) => `file${n}.txt`);
  test.use({ panelOptions: { files: Object.fromEntries(names.map((name) => [name, content])) } });

  test('a step of the wheel moves the review by one step, upwards through what was never in sight, and back', async ({
    page,
    panel,
  }) => {
    test.slow();
    await open(page, panel);
    await turn(page, panel, [calls('bash', { command: "sed -i '30~50s/^/changed /' file*.txt" })]);
    await openReview(page);
    await expect(review(page).getByRole('article', { name: 'file0.txt' })).toContainText('changed');
    const list = review(page).locator('[data-scrolls]');
    const box = (await list.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const end = list.getByRole('group', { name: 'file19.txt, change 8 of 8' });
    await expect(async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(end).toBeInViewport({ timeout: 1000 });
    }).toPass();
    /** Turns the wheel, and returns by how much the line under the pointer moved once nothing moves any more. */
    const move = async (by: number): Promise<number> => {
      const at = { x: box.x + 200, y: box.y + box.height / 2 };
      const seen = await page.evaluateHandle(({ x, y }) => document.elementFromPoint(x, y)!, at);
      const top = (): Promise<number> => seen.evaluate((element) => element.getBoundingClientRect().top);
      const before = await top();
      await page.mouse.wheel(0, by);
      await expect.poll(top).not.toBe(before);
      return (await seen.evaluate(whenStill)) - before;
    };
    for (const by of [-240, 240])
      for (let step = 1; step <= 30; step++)
        expect(await move(by), `step ${step} by ${by}`).toBeCloseTo(-by, 0);
  });
});

/** Resolves to the top of the element once it has been the same for ten frames. */
function whenStill(element: Element): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const watch = (last: number, frames: number): void => {
    const { top } = element.getBoundingClientRect();
    if (frames === 10) resolve(top);
    else requestAnimationFrame(() => watch(top, top === last ? frames + 1 : 0));
  };
  watch(element.getBoundingClientRect().top, 0);
  return promise;
}
