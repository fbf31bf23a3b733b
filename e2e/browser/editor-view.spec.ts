// The look of the editor: its menus and theme, before it is loaded, on a phone, and while it follows the agent.
import type { Locator } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { addAgent, answers, composer, editor, expectIdle, files, open, send } from './page.ts';
import { expect, test } from './panel.ts';
import { FILES, item, tab, text, CODE, openFile } from './editor-page.ts';

test.use({ panelOptions: { files: FILES } });

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

test('menus and widgets of Monaco are opaque, and its theme is the same before and after forced colors', async ({
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

test('when the theme changes, no frame shows code without colors', async ({ page, panel }) => {
  await panel.write('twice.ts', CODE);
  await open(page, panel);
  await openFile(page, 'twice.ts');
  const colors = (): Promise<number> =>
    text(page).evaluate(
      (lines) => new Set([...lines.querySelectorAll('span > span')].map((e) => e.className)).size,
    );
  await expect.poll(colors).toBeGreaterThan(3);
  const before = await colors();
  // A promise of the lowest number of colors in any frame, until the new theme was shown for a while.
  const lowest = await text(page).evaluateHandle((lines) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isDark = () => lines.closest('.monaco-editor')!.classList.contains('vs-dark');
    const watch = async (): Promise<number> => {
      let least = Infinity;
      for (let framesAfter = 0; framesAfter < 30; framesAfter += isDark() ? 1 : 0) {
        await frame();
        const names = [...lines.querySelectorAll('span > span')].map((each) => each.className);
        least = Math.min(least, new Set(names).size);
      }
      return least;
    };
    return { least: watch() };
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await lowest.evaluate(({ least }) => least)).toBe(before);
});

test('the lines that the agent changed are marked, follow what is typed, and a key goes from one to the next', async ({
  page,
  panel,
}) => {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`);
  await panel.write('lines.txt', lines.join(''));
  await open(page, panel);
  await openFile(page, 'lines.txt');
  panel.model.queue([
    calls('edit', {
      path: 'lines.txt',
      edits: [
        { oldText: 'line 3\n', newText: 'line three\n' },
        { oldText: 'line 5\n', newText: '' },
        { oldText: 'line 50\n', newText: 'line 50\nline 50 and a half\n' },
      ],
    }),
    says('Changed.'),
  ]);
  await send(page, 'change the lines');
  await expect(answers(page).last()).toContainText('Changed.');
  await expectIdle(page);
  const marks = editor(page).locator('.changed-lines');
  await expect(marks).toHaveCount(2);
  await expect(editor(page).locator('.changed-lines.modified')).toHaveCount(1);
  await expect(editor(page).locator('.changed-lines.removed')).toHaveCount(1);

  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+F5');
  await page.keyboard.press('Alt+F5');
  await page.keyboard.press('Alt+F5');
  await expect(editor(page).locator('.changed-lines.added')).toHaveCount(1);
  await page.keyboard.type('// ');
  await expect(text(page)).toContainText('// line 50 and a half');

  await page.keyboard.press('Control+Home');
  await page.keyboard.type('mine\n');
  await expect(editor(page).locator('.changed-lines.added')).toHaveCount(1);
});

test('text typed before Monaco is ready is kept, and the text does not move', async ({ page, panel }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/monaco-setup.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, panel);
  await item(page, 'src').click();
  await item(page, 'app.ts').dblclick();
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

test('a file keeps its place when another agent of the folder is shown for a while', async ({
  page,
  panel,
}) => {
  await panel.write('long.txt', Array.from({ length: 400 }, (_, n) => `line ${n + 1}\n`).join(''));
  await open(page, panel);
  await page.getByRole('treeitem', { name: 'long.txt' }).dblclick();
  await expect(text(page)).toContainText('line 1');
  await text(page).click();
  await page.keyboard.press('Control+End');
  await expect(text(page)).toContainText('line 400');
  await addAgent(page, panel);
  for (const key of ['Control+2', 'Control+1']) {
    await page.keyboard.press(key);
    await expect(text(page)).toContainText('line 400');
  }
});
