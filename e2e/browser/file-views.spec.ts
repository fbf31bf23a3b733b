// Files that are shown other than as text: images, sounds, videos and fonts.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { InputMethod } from './compositions.ts';
import { pdfOf } from '../panel/pdf.ts';
import { ONE_PIXEL_PNG } from '../panel/scripted.ts';
import { button, conversation, converse, editor, open } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { item, openFile, tab, text } from './editor-page.ts';

const preview = (page: Page): Locator => editor(page).getByRole('region', { name: 'Preview' });

const write = (panel: RunningPanel, name: string, bytes: Uint8Array): Promise<void> =>
  writeFile(path.join(panel.workspace, name), bytes);

const drawing = (width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle r="50"/></svg>\n`;

/** A sound of silence. */
function wav(seconds: number): Uint8Array {
  const data = 8000 * seconds;
  const bytes = Buffer.alloc(44 + data, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + data, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(data, 40);
  return bytes;
}

/** Records a video of a canvas in the page. */
async function webm(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame++) {
      context.fillStyle = `rgb(${frame * 10}, 0, 0)`;
      context.fillRect(0, 0, 64, 48);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
  return Buffer.from(base64, 'base64');
}

test('an image is zoomed by buttons and keys, and a changed one is shown at the same place', async ({
  page,
  panel,
}) => {
  await panel.write('circle.svg', drawing(4000, 3000));
  await open(page, panel);
  await openFile(page, 'circle.svg');
  await button(editor(page), 'Open preview').click();
  const image = preview(page).getByRole('img', { name: 'circle.svg' });
  const width = async (): Promise<number> => (await image.boundingBox())!.width;
  await expect(preview(page)).toContainText('4000 × 3000 px');
  await expect(button(preview(page), 'Fit')).toHaveAttribute('aria-pressed', 'true');
  const ground = preview(page).getByRole('group', { name: 'circle.svg' });
  // A table that fits has no scroll bars.
  expect(
    await ground.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]),
  ).toEqual([0, 0]);
  await button(preview(page), 'Actual size').click();
  await expect.poll(width).toBe(4000);
  await ground.press('+');
  await expect.poll(width).toBe(6000);
  await button(preview(page), 'Zoom out').click();
  await button(preview(page), 'Zoom out').click();
  await expect.poll(width).toBe(3000);

  await ground.evaluate((element) => element.scrollTo(700, 500));
  await panel.write('circle.svg', drawing(4400, 3000));
  await expect(preview(page)).toContainText('4400 × 3000 px');
  await expect.poll(width).toBe(3300);
  expect(await ground.evaluate((e) => [e.scrollLeft, e.scrollTop])).toEqual([700, 500]);

  await ground.press('0');
  await expect(button(preview(page), 'Fit')).toHaveAttribute('aria-pressed', 'true');
  await button(editor(page), 'Show text').click();
  await expect(text(page)).toContainText('<svg');
});

test('a broken image gives the reason and a download, and is shown once it is mended', async ({
  page,
  panel,
}) => {
  await write(panel, 'logo.png', Uint8Array.from([0, 1, 2, 3]));
  await open(page, panel);
  await item(page, 'logo.png').press('Enter');
  await expect(preview(page)).toContainText("The browser can't show this image.");
  const download = page.waitForEvent('download');
  await button(preview(page), 'Download').click();
  expect((await download).suggestedFilename()).toBe('logo.png');
  await expect(button(editor(page), 'Open preview')).toBeHidden();
  await write(panel, 'logo.png', Buffer.from(ONE_PIXEL_PNG, 'base64'));
  await expect(preview(page)).toContainText('1 × 1 px');
});

test('a sound plays, and a changed one continues at the same time', async ({ page, panel }) => {
  await write(panel, 'silence.wav', wav(2));
  await open(page, panel);
  await item(page, 'silence.wav').press('Enter');
  await expect(preview(page)).toBeFocused();
  const player = preview(page).locator('audio');
  const duration = (): Promise<number> => player.evaluate((element: HTMLAudioElement) => element.duration);
  await expect.poll(duration).toBe(2);
  await player.evaluate(async (element: HTMLAudioElement) => {
    const isMoved = new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    element.currentTime = 1.5;
    await isMoved;
  });
  await write(panel, 'silence.wav', wav(3));
  await expect.poll(duration).toBe(3);
  await expect.poll(() => player.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(1.5);
});

test('a video is shown with its size, and one that cannot be played gives the reason', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await write(panel, 'red.webm', await webm(page));
  await write(panel, 'broken.mp4', Uint8Array.from([0, 0, 0, 1]));
  await item(page, 'red.webm').click();
  await expect(preview(page)).toContainText('64 × 48 px');
  await item(page, 'broken.mp4').click();
  await expect(preview(page)).toContainText("The browser can't play this file.");
});

/** Resolves once all that was put off until the page is idle has begun. */
const idle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

test('a file that is not text is opened without the code editor, and fetches little more than its own view', async ({
  page,
  panel,
}) => {
  await write(panel, 'one.pdf', pdfOf(['The only page']));
  await write(panel, 'logo.png', Buffer.from(ONE_PIXEL_PNG, 'base64'));
  await write(panel, 'silence.wav', wav(1));
  await panel.write('some.ts', 'export const word = 1;\n');
  const fetched: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/assets/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize / 1000));
  });
  const ofEditor = (): string[] =>
    fetched.filter((path) => /\/(?:editor\.api|monaco|code-editor)/.test(path));
  await open(page, panel);
  // In kB as sent. pdf.js has 500 with its worker, and the editor more than 700.
  for (const [name, shown, most] of [
    ['one.pdf', '[data-page="1"][data-drawn]', 650],
    ['logo.png', 'img', 30],
    ['silence.wav', 'audio', 30],
  ] as const) {
    await idle(page);
    const before = sizes.length;
    await item(page, name).click();
    await expect(preview(page).locator(shown)).toBeVisible();
    await idle(page);
    const own = await Promise.all(sizes.slice(before));
    expect(ofEditor(), name).toEqual([]);
    expect(Math.round(own.reduce((sum, kB) => sum + kB, 0)), `kB of ${name}`).toBeLessThan(most);
  }
  await openFile(page, 'some.ts');
  expect(ofEditor()).not.toEqual([]);
});

test('a font is shown by samples in the font itself', async ({ page, panel }) => {
  const fonts = path.resolve('node_modules/@fontsource-variable/jetbrains-mono/files');
  await copyFile(
    path.join(fonts, 'jetbrains-mono-latin-wght-normal.woff2'),
    path.join(panel.workspace, 'mono.woff2'),
  );
  await write(panel, 'broken.ttf', Uint8Array.from([0, 0, 0, 1]));
  await open(page, panel);
  await item(page, 'mono.woff2').click();
  const samples = preview(page).getByRole('group', { name: 'mono.woff2' });
  await expect(samples).toContainText('The quick brown fox');
  const family = await samples.evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await page.evaluate((name) => document.fonts.check(`16px ${name}`), family)).toBe(true);
  await item(page, 'broken.ttf').click();
  await expect(preview(page)).toContainText("The browser can't read this font.");
});

const table = (page: Page): Locator => preview(page).getByRole('grid', { name: 'Table' });
/** The texts of the first rows. */
const firstCells = (page: Page, column: number): Promise<string[]> =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .evaluateAll(
      (rows, at) => rows.slice(0, 4).map((row) => row.querySelectorAll('[role="gridcell"]')[at]!.textContent),
      column,
    );

test('a CSV file is a table that is sorted, filtered and copied from by the keyboard, and keeps all that when it changes', async ({
  page,
  panel,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = Array.from(
    { length: 500 },
    (_, at) => `town ${at},${(at * 37) % 500},"a, ""quoted""\nnote ${at}"\n`,
  );
  await panel.write('towns.csv', `name,people,note\n${lines.join('')}`);
  await open(page, panel);
  await item(page, 'towns.csv').press('Enter');
  const status = preview(page).getByRole('status');
  await expect(status).toHaveText('Rows: 500 · Columns: 3');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '501');

  await table(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const people = table(page).getByRole('columnheader', { name: 'people' });
  await expect(people).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => firstCells(page, 1)).toEqual(['0', '1', '2', '3']);
  await people.click();
  await expect(people).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => firstCells(page, 1)).toEqual(['499', '498', '497', '496']);

  const filter = preview(page).getByRole('searchbox', { name: 'Filter rows' });
  const ime = await InputMethod.of(page);
  await ime.composeIn('web/preview/table/TableView.svelte', filter);
  await filter.fill('NOTE 11');
  await expect(status).toHaveText('Rows: 11 of 500 · Columns: 3');
  await table(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(preview(page).getByRole('group', { name: 'Value' })).toContainText('a, "quoted"');
  await page.keyboard.press('Control+c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^a, "quoted"\nnote 11\d?$/);
  const before = (await people.boundingBox())!.width;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(async () => (await people.boundingBox())!.width).toBe(before + 24);

  await panel.write('towns.csv', `name,people,note\nnote 11,7,x\nnote 110,9,y\nother,8,z\n`);
  await expect(status).toHaveText('Rows: 2 of 3 · Columns: 3');
  await expect.poll(() => firstCells(page, 1)).toEqual(['9', '7']);
  expect((await people.boundingBox())!.width).toBe(before + 24);
});

test('a table that is wider than the view scrolls to each of its columns', async ({ page, panel }) => {
  const cells = (word: string): string => Array.from({ length: 40 }, (_, at) => `${word} ${at}`).join(',');
  await panel.write('wide.csv', `${cells('column')}\n${cells('value')}\n`);
  await open(page, panel);
  await item(page, 'wide.csv').press('Enter');
  await table(page).focus();
  for (const [key, column] of [
    ['End', 39],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    for (const cell of [
      table(page).getByRole('columnheader', { name: `column ${column}`, exact: true }),
      table(page).getByRole('gridcell', { name: `value ${column}`, exact: true }),
    ])
      await expect(cell).toBeInViewport({ ratio: 1 });
  }
});

test('a table of a million rows and 100 MB shows its first rows at once, is read to its end, and stays in place when it grows', async ({
  page,
  panel,
}) => {
  test.setTimeout(180_000);
  const lines = Array.from({ length: 10_000 }, (_, at) => `${at % 97},${'word '.repeat(17)},x${at}\n`).join(
    '',
  );
  const header = 'number,words,end\n';
  await writeFile(path.join(panel.workspace, 'large.csv'), header + lines.repeat(100));
  await open(page, panel);
  await item(page, 'large.csv').press('Enter');
  await expect(button(editor(page), 'Open preview')).toBeVisible();
  await button(editor(page), 'Open preview').click();
  await expect.poll(() => firstCells(page, 2)).toEqual(['x0', 'x1', 'x2', 'x3']);
  const status = preview(page).getByRole('status');
  await expect(status).toContainText('Rows: 1,000,000 · Columns: 3', { timeout: 60_000 });
  await table(page).focus();
  await page.keyboard.press('Control+End');
  await expect(table(page).getByRole('gridcell', { name: 'x9999', exact: true })).toBeInViewport();
  await expect(preview(page).getByRole('group', { name: 'Value' })).toHaveText('x9999');
  const rendered = await table(page).getByRole('row').count();
  expect(rendered).toBeLessThan(120);
});

test('JSON is a tree that keeps what is open when the file changes, and while its text is wrong', async ({
  page,
  panel,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.write(
    'data.json',
    '{ "users": [{ "name": "Ada", "id": 12345678901234567890 }], "ok": true }\n',
  );
  await open(page, panel);
  await openFile(page, 'data.json');
  await button(editor(page), 'Open preview').click();
  const tree = preview(page).getByRole('tree', { name: 'JSON' });
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.getByRole('treeitem').first().focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  await expect(tree.getByRole('treeitem', { name: 'name: "Ada"' })).toBeFocused();
  await expect(tree).toContainText('12345678901234567890');
  await expect(preview(page)).toContainText('$.users[0].name');
  await button(preview(page), 'Copy value').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Ada');

  await panel.write('data.json', '{ "users": [{ "name": "Grace" }], "ok": \n');
  await expect(preview(page).getByRole('alert')).toContainText('is not valid JSON');
  await expect(tree).toContainText('Ada');
  await panel.write('data.json', '{ "users": [{ "name": "Grace" }], "ok": false }\n');
  await expect(tree.getByRole('treeitem', { name: 'name: "Grace"' })).toBeVisible();
  await expect(preview(page).getByRole('alert')).toBeHidden();
});

test('a notebook shows its texts, code, pictures and errors with their colors, and its HTML in a frame', async ({
  page,
  panel,
}) => {
  const display = (data: object): object => ({ output_type: 'display_data', metadata: {}, data });
  const notebook = (title: string): string =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', source: [`# ${title}\n`, '\n', '<script>window.ran = 1</script>'] },
        {
          cell_type: 'code',
          execution_count: 3,
          source: 'print(1)',
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['10%\r', '100%\n'] },
            display({ 'image/png': ONE_PIXEL_PNG, 'text/plain': '<Figure>' }),
            display({
              'text/html': `<b onclick="title = 'clicked'">bold</b><script>
                document.body.append('a script ran'); window.ran = 1</script>`,
              'text/plain': 'plain',
            }),
            {
              output_type: 'error',
              ename: 'E',
              evalue: 'v',
              traceback: ['\u001b[31mValueError\u001b[0m: no'],
            },
          ],
        },
      ],
    });
  await panel.write('work.ipynb', notebook('A study'));
  await panel.write('other.ipynb', '{"worksheets": []}');
  await open(page, panel);
  await item(page, 'work.ipynb').press('Enter');
  await expect(preview(page).getByRole('heading', { name: 'A study' })).toBeVisible();
  const cell = preview(page).getByRole('article', { name: 'Cell 2' });
  await expect(cell).toContainText('[3]');
  await expect(cell).toContainText('print(1)');
  await expect(cell.locator('pre').filter({ hasText: '100%' })).not.toContainText('10%\n');
  await expect(cell.getByRole('img', { name: 'Output' })).toHaveJSProperty('naturalWidth', 1);
  const output = cell.frameLocator('iframe');
  await expect(output.getByText('bold', { exact: true })).toBeVisible();
  await output.getByText('bold', { exact: true }).click();
  await expect(output.locator('body')).not.toContainText('a script ran');
  await expect(output.locator('[title="clicked"]')).toHaveCount(0);
  await expect(cell).not.toContainText('plain');
  const error = cell.getByText('ValueError', { exact: true });
  expect(await error.getAttribute('style')).toContain('color');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  await panel.write('work.ipynb', notebook('Another study'));
  await expect(preview(page).getByRole('heading', { name: 'Another study' })).toBeVisible();
  // One click lets the scripts of the outputs run, in their frame.
  await button(preview(page), 'Run scripts').click();
  await expect(output.getByText('a script ran')).toBeVisible();
  await output.getByText('bold', { exact: true }).click();
  await expect(output.locator('[title="clicked"]')).toBeVisible();
  await expect(preview(page).getByText('Network off')).toBeVisible();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  await item(page, 'other.ipynb').press('Enter');
  await expect(preview(page)).toContainText("isn't a notebook of format 4");
});

test('HTML in a notebook is as high as it needs to be, finds files beside the notebook, and is shown again when it changes', async ({
  page,
  panel,
}) => {
  const notebook = (rows: number): string => {
    const cells = Array.from({ length: rows }, (_, at) => `<tr><td>row ${at}</td></tr>`).join('');
    const html = `<img src="dot.png"><table>${cells}</table>`;
    const output = { output_type: 'execute_result', data: { 'text/html': html }, metadata: {} };
    return JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source: 'f()', outputs: [output] }] });
  };
  await mkdir(path.join(panel.workspace, 'study'));
  await panel.write('study/table.ipynb', notebook(4));
  await write(panel, 'study/dot.png', Buffer.from(ONE_PIXEL_PNG, 'base64'));
  await open(page, panel);
  await item(page, 'study').click();
  await item(page, 'table.ipynb').press('Enter');
  const frame = preview(page).locator('iframe');
  const output = frame.contentFrame();
  await expect(output.getByRole('cell')).toHaveCount(4);
  await expect(output.locator('img')).toHaveJSProperty('naturalWidth', 1);
  await expect(button(preview(page), 'Run scripts')).toBeHidden();
  const height = async (): Promise<number> => (await frame.boundingBox())!.height;
  /** Whether the document fits without scrolling. */
  const fits = (): Promise<boolean> =>
    output.locator('html').evaluate((root) => root.scrollHeight <= root.clientHeight);
  await expect.poll(fits).toBe(true);
  const before = await height();
  expect(before).toBeLessThan(300);
  await panel.write('study/table.ipynb', notebook(8));
  await expect(output.getByRole('cell')).toHaveCount(8);
  await expect.poll(fits).toBe(true);
  expect(await height()).toBeGreaterThan(before);
  await panel.write('study/table.ipynb', notebook(200));
  await expect.poll(height).toBe(640);
});

test('tables and notebooks open in their views, a key shows the text, and the next file of the kind follows', async ({
  page,
  panel,
}) => {
  await panel.write('a.csv', 'name,people\nBonn,3\n');
  await panel.write('b.tsv', 'name\tpeople\nKiel\t2\n');
  await panel.write(
    'c.ipynb',
    '{ "nbformat": 4, "cells": [{ "cell_type": "markdown", "source": "# Hi" }] }\n',
  );
  await open(page, panel);
  await item(page, 'a.csv').press('Enter');
  await expect(preview(page)).toBeFocused();
  await expect(table(page)).toContainText('Bonn');
  await page.keyboard.press('Alt+v');
  await expect(text(page)).toContainText('Bonn,3');
  await expect(editor(page).locator('.monaco-editor :focus')).toHaveCount(1);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await expect(text(page)).toContainText('xname,people');
  await item(page, 'b.tsv').press('Enter');
  await expect(text(page)).toContainText('Kiel');
  await item(page, 'c.ipynb').press('Enter');
  await expect(preview(page).getByRole('heading', { name: 'Hi' })).toBeVisible();
  await tab(page, 'b.tsv').click();
  await button(editor(page), 'Open preview').click();
  await expect(table(page)).toContainText('Kiel');

  // Unsaved text is shown as such, also after a reload, although tables open in their view again.
  await expect(tab(page, /a\.csv/)).toBeVisible();
  await page.reload();
  await expect(table(page)).toContainText('Kiel');
  await tab(page, /a\.csv/).click();
  await expect(text(page)).toContainText('xname,people');
  await page.keyboard.press('Alt+v');
  await expect(table(page).getByRole('columnheader', { name: 'xname' })).toBeVisible();
});

test('a link to a line of a table opens its text', async ({ page, panel }) => {
  await panel.write('a.csv', 'name,people\nBonn,3\n');
  await open(page, panel);
  await converse(page, panel, ['Where?', 'See a.csv:2 for it.']);
  await item(page, 'a.csv').press('Enter');
  await expect(table(page)).toContainText('Bonn');
  await button(conversation(page), 'a.csv:2').click();
  await expect(text(page)).toContainText('Bonn,3');
});

test('a PDF of 500 pages shows its first page, draws others when they are scrolled to, and is selected from and searched', async ({
  page,
  panel,
}) => {
  const lines = (word: string): string[] =>
    Array.from({ length: 500 }, (_, at) => `${word} ${at + 1}${at % 100 === 42 ? ' has the needle' : ''}`);
  await write(panel, 'long.pdf', pdfOf(lines('Page')));
  await write(panel, 'broken.pdf', Uint8Array.from([0x25, 0x50, 0, 0]));
  await open(page, panel);
  await item(page, 'long.pdf').press('Enter');
  const pages = preview(page).getByRole('group', { name: 'Pages' });
  const first = pages.locator('[data-page="1"]');
  await expect(first).toHaveAttribute('data-drawn', 'true');
  await expect(first).toContainText('Page 1');
  await expect(preview(page)).toContainText('Page 1 of 500');
  // Something is drawn, and it is not all white.
  expect(
    await first.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, at) => at % 4 === 0 && value < 100);
    }),
  ).toBe(true);
  expect(await pages.locator('canvas').count()).toBeLessThan(10);
  await first.getByText('Page 1', { exact: true }).selectText();
  expect(await page.evaluate(() => String(getSelection()))).toBe('Page 1');

  await pages.press('Control+f');
  const field = preview(page).getByRole('searchbox', { name: 'Find in PDF' });
  await expect(field).toBeFocused();
  const ime = await InputMethod.of(page);
  await ime.composeIn('web/preview/pdf/PdfPages.svelte', field);
  await field.fill('needle');
  await expect(preview(page)).toContainText('1 of 5');
  await expect(pages.locator('[data-page="43"]')).toBeInViewport();
  await field.press('Enter');
  await expect(preview(page)).toContainText('2 of 5');
  await expect(pages.locator('[data-page="143"]')).toBeInViewport();

  await field.fill('');
  await write(panel, 'long.pdf', pdfOf(lines('Sheet')));
  await expect(pages.locator('[data-page="143"]')).toContainText('Sheet 143');
  await expect(pages.locator('[data-page="143"]')).toBeInViewport();

  await item(page, 'broken.pdf').click();
  await expect(button(preview(page), 'Download')).toBeVisible();
});
