// Files and editor: the files on disk, edits here and changes by the agent, none of which is ever lost.
import { appendFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import { answers, composer, editor, entries, files, open, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { git, HAS_GIT, NO_GIT } from './git.ts';

const item = (page: Page, name: string): Locator => files(page).getByRole('treeitem', { name, exact: true });
const tab = (page: Page, name: string | RegExp): Locator =>
  editor(page).getByRole('tablist', { name: 'Open files' }).getByRole('tab', { name });
const text = (page: Page): Locator => editor(page).locator('.monaco-editor .view-lines').last();

const CODE = `export function twice(value: number): number {
  return value + value;
}
${Array.from({ length: 100 }, (_, n) => `export const value${n} = ${n};\n`).join('')}`;

test.use({
  panelOptions: {
    files: {
      'src/app.ts': CODE,
      'src/lib/deep.ts': 'export const deep = true;\n',
      'notes.txt': 'one\ntwo\nthree\n',
      '.gitignore': 'build\n',
      'build/out.js': 'out\n',
    },
  },
});

/** Opens a file from the tree, folder by folder, until it can be edited. */
async function openFile(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await item(page, name).click();
  await expect(tab(page, names.at(-1)!)).toHaveAttribute('aria-selected', 'true');
  await expect(text(page)).toBeVisible();
}

async function type(page: Page, where: 'Control+Home' | 'Control+End', words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press(where);
  await page.keyboard.type(words);
}

/** Lets the model edit notes.txt. */
async function agentEdits(
  page: Page,
  panel: RunningPanel,
  [oldText, newText]: [string, string],
): Promise<void> {
  panel.model.queue([
    { steps: [{ tool: 'edit', args: { path: 'notes.txt', edits: [{ oldText, newText }] } }] },
    says(`I wrote ${newText}.`),
  ]);
  await send(page, `write ${newText}`);
  await expect(answers(page).last()).toContainText(`I wrote ${newText}.`);
}

test('the keyboard navigates the tree, and Enter opens a file', async ({ page, panel }) => {
  await open(page, panel);
  const tree = files(page).getByRole('tree', { name: 'Workspace' });
  await expect(tree.getByRole('treeitem')).toHaveText([
    'build',
    'src',
    '.gitignore',
    'notes.txt',
    'README.md',
  ]);
  await item(page, 'build').focus();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'src')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'src')).toHaveAttribute('aria-expanded', 'true');
  await expect(item(page, 'app.ts')).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'lib')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'src')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item(page, 'README.md')).toBeFocused();
  await page.keyboard.press('a');
  await expect(item(page, 'app.ts')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text(page)).toContainText('export function twice');
});

test('a file is edited and saved, and its tab shows whether it is unsaved', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'four');
  await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
  await page.keyboard.type('FOUR');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
  expect(await panel.read('notes.txt')).toBe('one\ntwo\nthree\nFOUR');

  await test.step('two editors side by side share the text; a file opens in the one that was used last', async () => {
    const split = editor(page).getByRole('button', { name: 'Split editor' });
    const panes = editor(page).getByRole('tabpanel');
    await split.click();
    await expect(panes).toHaveCount(2);
    await expect(text(page)).toContainText('FOUR');
    await openFile(page, 'README.md');
    await expect(panes.nth(1)).toContainText('A project');
    await expect(panes.nth(0)).toContainText('FOUR');
    await panes.nth(0).locator('.view-lines').click();
    await expect(tab(page, 'notes.txt')).toHaveAttribute('aria-selected', 'true');
    await split.click();
    await expect(panes).toHaveCount(1);
    await expect(panes).toContainText('FOUR');
  });
});

test('R-45: BOM and line endings, even mixed ones, survive an edit byte for byte', async ({
  page,
  panel,
}) => {
  await panel.write('windows.txt', '\ufefffirst\r\nsecond\r\n');
  await panel.write('mixed.txt', 'a\r\nb\nc\r\n');
  await open(page, panel);
  for (const name of ['windows.txt', 'mixed.txt']) {
    await openFile(page, name);
    await type(page, 'Control+End', 'new');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(tab(page, `${name} unsaved`)).toBeHidden();
  }
  await expect.poll(() => panel.read('windows.txt')).toBe('\ufefffirst\r\nsecond\r\nnew');
  await expect.poll(() => panel.read('mixed.txt')).toBe('a\r\nb\nc\r\nnew');
});

test('a file that the agent changes is reloaded, marked in the tree, and opens as a diff', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await agentEdits(page, panel, ['two', 'ZWEI']);
  await expect(text(page)).toContainText('ZWEI');
  await expect(editor(page).getByRole('alert')).toBeHidden();
  await expect(item(page, 'notes.txt')).toHaveAttribute('title', /changed by the agent/);

  await entries(page, /^Tool edit/).click();
  await entries(page, /^Tool edit/)
    .getByRole('button', { name: 'Open diff' })
    .click();
  await expect(tab(page, 'notes.txt changes')).toHaveAttribute('aria-selected', 'true');
  const diff = editor(page).locator('.monaco-diff-editor');
  await expect(diff).toContainText('two');
  await expect(diff).toContainText('ZWEI');
});

test("R-40: the user's edit and the agent's are both kept, even over a reload, until the user chooses", async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'mine');
  await agentEdits(page, panel, ['one', 'EINS']);
  const alert = editor(page).getByRole('alert');
  await expect(alert).toContainText('notes.txt changed on disk');
  await expect(text(page)).toContainText('mine');

  await page.keyboard.press('ControlOrMeta+s');
  await page.reload();
  await expect(alert).toContainText('notes.txt changed on disk');
  await expect(text(page)).toContainText('mine');
  expect(await panel.read('notes.txt'), 'nothing was saved over it').toBe('EINS\ntwo\nthree\n');

  await alert.getByRole('button', { name: 'Compare' }).click();
  await expect(editor(page).locator('.monaco-diff-editor')).toContainText('EINS');
  await expect(editor(page).locator('.monaco-diff-editor')).toContainText('mine');
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await expect(alert).toBeHidden();
  await expect.poll(() => panel.read('notes.txt')).toBe('one\ntwo\nthree\nmine');
});

test('R-49: text typed just before a reload is there after it', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'the last word');
  await page.reload();
  await expect(text(page)).toContainText('the last word');
  await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
  expect(await panel.read('notes.txt')).toBe('one\ntwo\nthree\n');
});

test('"Take theirs" shows the file on disk, and undo restores mine', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'mine');
  await panel.write('notes.txt', 'theirs\n');
  const alert = editor(page).getByRole('alert');
  await alert.getByRole('button', { name: 'Take theirs' }).click();
  await expect(text(page)).toHaveText(/^theirs/);
  await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
  await text(page).click();
  await page.keyboard.press('Control+z');
  await expect(text(page)).toContainText('mine');
  await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
});

test('position and cursor stay when a file changes on disk', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await text(page).click();
  await page.keyboard.press('Control+End');
  const cursorLine = editor(page).locator('.active-line-number');
  await expect(cursorLine).toHaveText('104');
  await panel.write('src/app.ts', `// A new first line.\n${CODE}`);
  await expect(cursorLine).toHaveText('105');
  await expect(text(page)).toContainText('value99');
  await page.keyboard.type('// here');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => panel.read('src/app.ts')).toBe(`// A new first line.\n${CODE}// here`);
});

test('R-47: a deleted file keeps its text in the editor and is not recreated unasked', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'still here');
  await rm(path.join(panel.workspace, 'notes.txt'));
  const alert = editor(page).getByRole('alert');
  await expect(alert).toContainText('was deleted');
  await expect(item(page, 'notes.txt')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panel.read('notes.txt')).rejects.toThrow(/ENOENT/);
  // One notice says it all: that the file is gone, and that it could not be written again.
  await page.route('**/file?path=notes.txt', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await alert.getByRole('button', { name: 'Restore file' }).click();
  await expect(alert).toContainText('not restored');
  await expect(alert).toHaveCount(1);
  await page.unroute('**/file?path=notes.txt');
  await alert.getByRole('button', { name: 'Restore file' }).click();
  await expect(alert).toBeHidden();
  expect(await panel.read('notes.txt')).toContain('still here');
});

test('R-47: when the branch changes, edits are kept, other files follow, and nothing is recreated', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  git(panel, 'init', '-q', '-b', 'main');
  git(panel, 'add', '.');
  git(panel, 'commit', '-qm', 'main');
  git(panel, 'checkout', '-qb', 'other');
  await panel.write('src/app.ts', `// On the other branch.\n${CODE}`);
  git(panel, 'rm', '-q', 'notes.txt');
  git(panel, 'commit', '-qam', 'other');
  git(panel, 'checkout', '-q', 'main');
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'my words');
  const alert = editor(page).getByRole('alert');
  for (let n = 0; n < 4; n++) {
    git(panel, 'checkout', '-q', 'other');
    await expect(alert).toContainText('was deleted');
    await expect(text(page)).toContainText('my words');
    git(panel, 'checkout', '-q', 'main');
    await expect(alert).toHaveCount(0);
    await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
  }
  git(panel, 'checkout', '-q', 'other');
  await expect(alert).toContainText('was deleted');
  await tab(page, 'app.ts').click();
  await expect(text(page)).toContainText('// On the other branch.');
  expect(git(panel, 'status', '--porcelain')).toBe('');
});

test('a file that cannot be shown says why, and one that is not UTF-8 is read-only', async ({
  page,
  panel,
}) => {
  const at = (name: string): string => path.join(panel.workspace, name);
  await writeFile(at('paper.pdf'), Uint8Array.from([0x25, 0x50, 0, 0]));
  await writeFile(at('logo.png'), Buffer.from(ONE_PIXEL_PNG, 'base64'));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.ran = 1</script></svg>';
  await writeFile(at('icon.svg'), svg);
  await writeFile(at('guide.md'), '# The guide\n\n![logo](logo.png)\n');
  await writeFile(at('huge.log'), 'x'.repeat(11 * 1024 * 1024));
  await writeFile(at('latin1.txt'), Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  await symlink('/etc', at('outside'));
  await open(page, panel);
  await item(page, 'paper.pdf').click();
  const card = editor(page).getByRole('group', { name: 'paper.pdf' });
  await expect(card).toContainText('4 B');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('paper.pdf');

  // Images, and texts that have a preview.
  await item(page, 'logo.png').click();
  await expect(editor(page).getByRole('figure')).toContainText('1 × 1 px');
  await openFile(page, 'icon.svg');
  await editor(page).getByRole('button', { name: 'Preview' }).click();
  await expect(editor(page).getByRole('figure')).toContainText('9 × 9 px');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await openFile(page, 'guide.md');
  await editor(page).getByRole('button', { name: 'Preview' }).click();
  const preview = editor(page).getByRole('article', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'logo' })).toBeVisible();
  await panel.write('guide.md', '# Another title\n');
  await expect(preview.getByRole('heading', { name: 'Another title' })).toBeVisible();

  await item(page, 'huge.log').click();
  await expect(editor(page).getByRole('textbox', { name: 'huge.log' })).toContainText('xxx');
  await expect(item(page, 'outside')).toBeDisabled();
  await openFile(page, 'latin1.txt');
  await expect(editor(page)).toContainText('not UTF-8');
  await expect(text(page)).toContainText('café');
  await type(page, 'Control+End', 'x');
  await expect(tab(page, 'latin1.txt unsaved')).toBeHidden();
});

test('a log of hundreds of MB is read at both ends, searched, followed, and outlives its file', async ({
  page,
  panel,
}) => {
  const log = path.join(panel.workspace, 'app.log');
  const numbered = (from: number, length: number): string =>
    Array.from({ length }, (_, n) => `request ${from + n} handled\n`).join('');
  // More rows than a scrollbar has room for, then one enormous line.
  await writeFile(log, numbered(1, 600_000).replace('request 700 ', 'needle 700 '));
  await truncate(log, 200 * 1024 ** 2);
  await appendFile(log, `\n${numbered(900_001, 1000)}`);
  await open(page, panel);
  await item(page, 'app.log').click();
  const rows = editor(page).getByRole('textbox', { name: 'app.log' });
  const panelText = editor(page).getByRole('tabpanel');
  await expect(rows).toContainText('request 1 handled');
  await expect(panelText).toContainText('210 MB, 601,001 lines, read-only');

  await rows.press('End');
  await expect(rows).toContainText('request 901000 handled');
  await expect(editor(page).getByRole('button', { name: 'Follow end' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await appendFile(log, 'the log goes on\n');
  await expect(rows).toContainText('the log goes on');
  await rows.press('PageUp');
  await expect(editor(page).getByRole('button', { name: 'Follow end' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(rows).toContainText('request 900960 handled');

  await rows.press('Control+f');
  const find = editor(page).getByRole('searchbox', { name: 'Find in file' });
  await expect(find).toBeFocused();
  await find.fill('NEEDLE');
  await expect(panelText).toContainText('1 of 1');
  await expect(rows.locator('.marked')).toHaveText('700 needle 700 handled');
  await find.press('Escape');
  await expect(rows).toBeFocused();
  await rows.press('Control+g');
  const line = editor(page).getByRole('textbox', { name: 'Go to line' });
  await expect(line).toBeFocused();
  await line.fill('600500');
  await line.press('Enter');
  await expect(rows.locator('.marked')).toHaveText('600500 request 900499 handled');

  await writeFile(`${log}.new`, 'x'.repeat(11 * 1024 ** 2));
  await rename(`${log}.new`, log);
  await expect(panelText).toContainText('app.log was replaced, shortened or rewritten on disk.');
  await expect(panelText).toContainText('11.5 MB, 1 line,');
  await expect(rows).toContainText('xxx');
  await rm(log);
  await expect(panelText).toContainText(
    'app.log was deleted on disk. The lines that were read are still here.',
  );
  await expect(rows).toContainText('xxx');
});

test('closing a tab with unsaved edits asks first', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'unsaved');
  await editor(page).getByRole('button', { name: 'Close notes.txt' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('unsaved edits');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(tab(page, /notes/)).toBeVisible();

  await tab(page, /notes/).press('Delete');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(tab(page, /notes/)).toBeHidden();
  expect(await panel.read('notes.txt')).toContain('unsaved');
});

test('the open files are the same after a reload', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await openFile(page, 'notes.txt');
  await page.reload();
  await expect(tab(page, /./)).toHaveText(['app.ts', 'notes.txt']);
  await expect(tab(page, 'notes.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(text(page)).toContainText('three');
});

test('Monaco and its workers run under the policy of the page', async ({ page, panel }) => {
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      void (globalThis as unknown as { tellViolation: (what: string) => void }).tellViolation(
        `${violatedDirective}: ${sample}`,
      );
    });
  });
  await panel.write('broken.json', '{ "a": 1, "b" }\n');
  await open(page, panel);
  const worker = page.waitForEvent('worker', { predicate: (each) => each.url().includes('json.worker') });
  await openFile(page, 'broken.json');
  await worker;
  await expect(editor(page).locator('.squiggly-error')).toBeVisible();
  expect(violations).toEqual([]);
});

test('the menu of a file copies its path, opens it, and adds it to the chat, by the keyboard too', async ({
  page,
  panel,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, panel);
  const menu = page.getByRole('menu', { name: 'File' });
  await item(page, 'notes.txt').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Copy path' }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(path.join(panel.workspace, 'notes.txt'));

  await item(page, 'notes.txt').focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(item(page, 'notes.txt')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue(/@notes\.txt/);
});

test('menus and widgets of Monaco are opaque, and its theme is the same before and after forced colours', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  const background = (of: Locator): Promise<string> =>
    of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const monacoEditor = editor(page).locator('.monaco-editor').first();
  const before = await background(monacoEditor);

  await text(page).click({ button: 'right' });
  const menu = page.locator('.monaco-menu-container .monaco-scrollable-element').first();
  await expect(menu).toBeVisible();
  expect(await background(menu)).toMatch(/^rgb\(/);
  await page.keyboard.press('Escape');

  await page.emulateMedia({ forcedColors: 'active' });
  await expect(monacoEditor).toHaveClass(/hc-(black|light)/);
  await page.emulateMedia({ forcedColors: 'none' });
  await expect(monacoEditor).not.toHaveClass(/hc-/);
  expect(await background(monacoEditor)).toBe(before);
});

test('what is typed before Monaco is ready arrives, and the text stays where it is', async ({
  page,
  panel,
}) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/monaco-setup.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, panel);
  await item(page, 'src').click();
  await item(page, 'app.ts').click();
  const early = editor(page).getByRole('textbox', { name: 'src/app.ts' });
  await expect(early).toBeFocused();
  const { x, y } = (await early.boundingBox())!;
  const before = await early.evaluate((element) => {
    const { paddingLeft, paddingTop, lineHeight } = getComputedStyle(element);
    return [paddingLeft, paddingTop, lineHeight].map((value) => Math.round(parseFloat(value)));
  });
  await page.keyboard.type('// early ');
  release();
  await expect(editor(page).locator('.monaco-editor')).toBeVisible();
  await page.keyboard.type('and late\n');
  await expect(text(page)).toContainText('// early and late');
  await page.keyboard.press('Control+s');
  await expect.poll(() => panel.read('src/app.ts')).toBe(`// early and late\n${CODE}`);
  const lines = await editor(page)
    .locator('.monaco-editor .view-line > span')
    .evaluateAll((spans) =>
      spans.map((span) => span.getBoundingClientRect()).map(({ left, top }) => ({ left, top })),
    );
  const [first, second] = lines.toSorted((a, b) => a.top - b.top);
  const after = [first!.left - x, first!.top - y, second!.top - first!.top].map(Math.round);
  expect(after).toEqual(before);
});

test('on a phone a file opens full screen', async ({ page, panel }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, panel);
  const bar = page.getByRole('navigation').or(page.getByRole('tablist', { name: /regions/i }));
  await bar.getByText('Files', { exact: true }).click();
  await item(page, 'notes.txt').click();
  await expect(text(page)).toContainText('three');
  const box = (await editor(page).boundingBox())!;
  expect(box.width).toBe(375);
  await expect(files(page)).toBeHidden();
});

test('the editor follows the agent without taking the focus, until the user touches it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await editor(page).getByRole('button', { name: 'Follow the agent' }).click();
  await expect(editor(page).getByRole('button', { name: 'Following the agent' })).toBeVisible();
  const agentReads = async (file: string): Promise<void> => {
    panel.model.queue([{ steps: [{ tool: 'read', args: { path: file } }] }, says(`I read ${file}.`)]);
    await send(page, `read ${file}`);
    await expect(answers(page).last()).toContainText(`I read ${file}.`);
  };
  await agentReads('src/app.ts');
  await expect(tab(page, 'app.ts')).toHaveAttribute('aria-selected', 'true');
  await expect(composer(page)).toBeFocused();
  await text(page).click();
  const resume = editor(page).getByRole('button', { name: 'Resume following' });
  await expect(resume).toBeVisible();
  await agentReads('src/lib/deep.ts');
  await expect(tab(page, 'app.ts')).toHaveAttribute('aria-selected', 'true');
  await resume.click();
  await expect(tab(page, 'deep.ts')).toHaveAttribute('aria-selected', 'true');
});
