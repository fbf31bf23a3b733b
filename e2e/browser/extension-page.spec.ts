// Extensions change the page itself: they paste at the caret, open all cards, draw a header above the conversation,
// change Markdown before it is shown, and say that a screen waits for the user.
import { calls, ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import {
  agents,
  answers,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  open,
  prompts,
  send,
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
