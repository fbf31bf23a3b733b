// Extensions change the page itself: they paste at the caret, open all cards, draw a header above the conversation,
// change Markdown before it is shown, and say that a screen waits for the user.
import { calls, gate, ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import {
  agents,
  answers,
  button,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  open,
  prompts,
  send,
  widgetsAbove,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const EXTENSION = `
const text = (...lines) => ({ render: () => lines, invalidate() {} });
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command('paste', async (words, ctx) => ctx.ui.pasteToEditor(words));
  command('cards', async (_args, ctx) => {
    ctx.ui.setToolsExpanded(!ctx.ui.getToolsExpanded());
    ctx.ui.notify('expanded: ' + ctx.ui.getToolsExpanded(), 'info');
  });
  command('header', async (_args, ctx) => ctx.ui.setHeader(() => text('The header of an extension')));
  command('wait', async (_args, ctx) => {
    let n = 0;
    await ctx.ui.custom((tui, _theme, _keys, done) => {
      const timer = setInterval(() => { n += 1; tui.requestRender(); }, 100);
      return { render: () => ['spins ' + n], invalidate() {}, handleInput: () => { clearInterval(timer); done(); } };
    }, { blocked: { kind: 'input', message: 'Choose' } });
  });
  pi.registerTool({
    name: 'count', label: 'Count rows', description: 'counts', parameters: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: { rows: { type: 'number' }, first: { type: 'object' } } },
    execute: async () => ({
      content: [{ type: 'text', text: '2 rows' }], details: {},
      structuredContent: { rows: 2, first: { title: 'a row' } },
    }),
  });
  pi.registerVirtualModel?.({
    provider: 'router', id: 'auto', name: 'Auto',
    route: (_request, { modelRegistry }) => ({ model: modelRegistry.find('demo', 'demo-tour'), thinkingLevel: 'off' }),
  });
  pi.registerMarkdownTransformer?.((markdown) => markdown.replaceAll('ISSUE-7', '[ISSUE-7](https://example.com/7)'));
}`;

test.use({ panelOptions: { piArgs: ['-e', './acts.ts'], files: { 'acts.ts': EXTENSION } } });

test('a text is pasted where the user writes, and is then a part of the draft', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/paste and more');
  await expect(composer(page)).toHaveValue('and more');
  await composer(page).fill('one two');
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3));
  await panel.command({ type: 'prompt', message: '/paste , and a half,' });
  await expect(composer(page)).toHaveValue('one, and a half, two');
});

test('all cards are opened and closed, also those that come later', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([calls('bash', { command: 'echo a-result' }), says('Done.')]);
  await send(page, 'run');
  await expect(answers(page).last()).toContainText('Done.');
  await expectIdle(page);
  const card = entries(page, /^Tool bash/)
    .getByRole('button')
    .first();
  await expect(card).toHaveAttribute('aria-expanded', 'false');
  await send(page, '/cards');
  await expect(card).toHaveAttribute('aria-expanded', 'true');
  panel.model.queue([calls('bash', { command: 'echo another' }), says('Again.')]);
  await send(page, 'run again');
  await expect(answers(page).last()).toContainText('Again.');
  await expect(
    entries(page, /^Tool bash/)
      .last()
      .getByRole('button')
      .first(),
  ).toHaveAttribute('aria-expanded', 'true');
  await send(page, '/cards');
  await expect(card).toHaveAttribute('aria-expanded', 'false');
});

test('a header is above the first message, and scrolls away with it', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/header');
  const header = page.getByRole('region', { name: 'Extension header' });
  await expect(header).toContainText('The header of an extension');
  panel.model.queue([says(Array.from({ length: 80 }, (_, n) => `Line ${n}.`).join('\n\n'))]);
  await send(page, 'go');
  await expect(answers(page).last()).toContainText('Line 79.');
  await expectIdle(page);
  await expect(header).not.toBeInViewport();
  await header.scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport();
  await expect(conversation(page)).toContainText('The header of an extension');
});

test('the Markdown of answers and messages is changed before it is shown', async ({ page, panel }) => {
  test.skip(!isPiSince('0.87.0'), 'this pi has no Markdown transformers');
  await open(page, panel);
  await converse(page, panel, ['fix ISSUE-7', 'ISSUE-7 is fixed.']);
  await expect(answers(page).getByRole('link', { name: 'ISSUE-7' })).toHaveAttribute(
    'href',
    'https://example.com/7',
  );
  await expect(prompts(page).getByRole('link', { name: 'ISSUE-7' })).toBeVisible();
  await page.reload();
  await expect(answers(page).getByRole('link', { name: 'ISSUE-7' })).toBeVisible();
});

test('the Markdown of an answer is changed while it is written', async ({ page, panel }) => {
  test.skip(!isPiSince('0.87.0'), 'this pi has no Markdown transformers');
  await open(page, panel);
  const more = gate();
  panel.model.queue([
    { steps: [{ text: 'ISSUE-7 first, ' }, { until: more.until }, { text: 'then ISSUE-7.' }] },
  ]);
  await send(page, 'fix it');
  const link = answers(page).getByRole('link', { name: 'ISSUE-7' });
  await expect(link).toHaveCount(1);
  await expect(answers(page).last()).toHaveAttribute('aria-busy', 'true');
  more.open();
  await expect(link).toHaveCount(2);
  await expectIdle(page);
  await expect(answers(page).last()).toHaveText(/ISSUE-7 first, then ISSUE-7\./);
});

test('a screen that says so waits for the user, although it moves', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/wait');
  const screen = page.getByRole('region', { name: /^Extension screen/ });
  await expect(screen).toContainText(/spins \d\d/);
  // Its name says how many agents need the user.
  await page
    .getByRole('group', { name: 'Panels' })
    .getByRole('button', { name: /^Agents/ })
    .click();
  await expect(agents(page)).toContainText('needs you');
});

test('a virtual model is named with the model that it chose, at the answer and on the button', async ({
  page,
  panel,
}) => {
  test.skip(!isPiSince('1.5.0'), 'this pi has no virtual models, or does not name what they chose');
  await open(page, panel);
  await panel.command({ type: 'set_model', provider: 'router', modelId: 'auto' });
  const picker = button(page, 'Model: Auto');
  await expect(picker).toBeVisible();
  await converse(page, panel, ['hello', 'Here.']);
  await expect(page.getByRole('button', { name: /^Model: Auto.*demo-tour/ })).toBeVisible();
});

test('the values of a result are a readable tree on the card, under the label of the tool', async ({
  page,
  panel,
}) => {
  test.skip(!isPiSince('0.99.0'), 'this pi has no such results');
  await open(page, panel);
  panel.model.queue([calls('count', {}), says('Done.')]);
  await send(page, 'count');
  await expect(answers(page).last()).toContainText('Done.');
  const card = entries(page, /^Tool count/);
  await card.getByRole('button').first().click();
  await expect(card).toContainText('2 rows');
  await expectIdle(page);
  await button(card, 'Structured result').click();
  await expect(card).toContainText(/rows\W+2/);
  await expect(card).toContainText(/title\W+a row/);
});

test('a picture of a codemode script is shown with the file that pi saved it to', async ({ page, panel }) => {
  test.skip(!isPiSince('1.1.0'), 'this pi does not save the pictures of scripts');
  await open(page, panel);
  await panel.command({ type: 'panel_use_tools', names: ['codemode'] });
  const code = `image({ type: 'image', mimeType: 'image/png', data: '${ONE_PIXEL_PNG}' });`;
  panel.model.queue([calls('codemode', { code }), says('Done.')]);
  await send(page, 'draw');
  await expect(answers(page).last()).toContainText('Done.');
  const card = entries(page, /^Tool codemode/);
  await card.getByRole('button').first().click();
  await expect(card).toContainText(/Saved as .*pi-codemode.*\.png/);
  await expect(card.getByRole('img').first()).toBeVisible();
});

test.describe('a drawing at the start of a session', () => {
  const SIZES = `
import { appendFileSync } from 'node:fs';
export default function (pi) {
  pi.on('session_start', (_event, ctx) => ctx.ui.setWidget('sizes', (tui) => ({
    render(width) {
      appendFileSync('sizes.txt', width + ' x ' + tui.terminal.rows + '\\n');
      return ['drawn for ' + width];
    },
    invalidate() {},
  })));
}`;
  test.use({ panelOptions: { piArgs: ['-e', './sizes.ts'], files: { 'sizes.ts': SIZES } } });

  test('has the size of the page from its first line on, also when pi starts again', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const widget = widgetsAbove(page);
    const sizes = async (): Promise<string[]> => [
      ...new Set((await panel.read('sizes.txt')).trim().split('\n')),
    ];
    await expect(widget).toHaveText(/^drawn for \d+\s*$/);
    const width = Number(/\d+/.exec((await widget.textContent()) ?? '')?.[0]);
    expect(width).not.toBe(80);
    expect((await sizes())[0]).toMatch(new RegExp(`^${width} x `));
    await panel.remove('sizes.txt');
    await panel.post(`agents/${await panel.firstAgent()}/restart`);
    await expect.poll(() => sizes().catch(() => [])).not.toEqual([]);
    await expect(widget).toHaveText(`drawn for ${width}`);
    const [first = ''] = await sizes();
    expect(first).toMatch(new RegExp(`^${width} x `));
  });
});
