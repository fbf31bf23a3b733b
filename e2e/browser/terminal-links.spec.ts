// The effects of output on the page: links, places in files, and sequences that a terminal obeys.
import type { Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { answers, button, chat, composer, editor, send, tabPanel, terminal } from './page.ts';
import { expect, test } from './panel.ts';
import { follow, open, run, wheel, LONG } from './terminal-page.ts';

test('S-51, S-53, S-54: output can neither capture the wheel, nor set the clipboard or the title, nor cause replies', async ({
  page,
  panel,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, panel);
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  const title = await page.title();
  const hostile = `printf '\\033]52;c;ZXZpbA==\\007\\033]0;evil title\\007\\033[?1000h\\033[?1003h\\033[?1049h'
printf '\\033[c\\033[6n\\033]10;?\\007'
${LONG}`;
  const posts: string[] = [];
  await run(panel, page, { 'hostile.sh': hostile });
  await expect(tabPanel(page)).toContainText('end of rows');
  page.on('request', (request) => request.method() === 'GET' || posts.push(request.url()));
  await wheel(page, -3);
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false');
  await follow(page).click();
  await panel.write('go', '');
  await expect(tabPanel(page)).toContainText('after the end');
  expect(posts).toEqual([]);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine');
  await expect(page).not.toHaveTitle(/evil/);
  expect(title).not.toContain('evil');
});

test('S-52: a link shows its address before it opens, and only web addresses are links', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const link = (url: string, text: string): string =>
    `\\033]8;;${url}\\033\\\\\\\\${text}\\033]8;;\\033\\\\\\\\`;
  await panel.write(
    'links.sh',
    `printf '${link('https://example.org/real', 'bank.example')}\\n${link('javascript:alert(1)', 'script link')}\\n'`,
  );
  panel.model.queue([calls('bash', { command: 'sh links.sh' }), says('Done.')]);
  await send(page, 'print links');
  await expect(tabPanel(page)).toContainText('bank.example');
  const card = page.getByRole('dialog', { name: 'Open link' });
  await clickText(page, 'script link');
  await expect(card).toBeHidden();
  // Since Chromium 156 a click closes what was opened on its mouseup.
  await page.evaluate(() => {
    const mark = (): void => {
      const isOpen = document.querySelector('[role="dialog"]:popover-open') !== null;
      document.documentElement.toggleAttribute('data-early', isOpen);
    };
    addEventListener('click', mark, { capture: true, once: true });
  });
  await clickText(page, 'bank.example');
  await expect(card).toContainText('https://example.org/real');
  await expect(page.locator('[data-early]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});

/** Hovers first, so that xterm detects the link, then clicks. */
async function clickText(page: Page, text: string): Promise<void> {
  const word = tabPanel(page).getByText(text).last();
  // The layer above the rows takes the pointer, and a row that is being redrawn has no position for a moment.
  await word.hover({ position: { x: 5, y: 5 }, force: true });
  await word.click({ position: { x: 8, y: 5 }, force: true });
}

test('a place in a file is a link into the editor, and selected lines are asked about or commented on', async ({
  page,
  panel,
}) => {
  await panel.write('app.ts', 'one\ntwo\nthree\n');
  await open(page, panel);
  await run(panel, page, {
    'check.sh': 'echo "app.ts:2:1 - error: two is not three"; echo "Found 1 error."',
  });
  await expect(tabPanel(page)).toContainText('Found 1 error.');
  const row = tabPanel(page).locator('.xterm-rows > div', { hasText: 'app.ts:2' });
  const { x, y, height } = (await row.boundingBox())!;
  await page.mouse.click(x + 200, y + height / 2, { clickCount: 3 });
  await terminal(page).getByRole('button', { name: 'Ask about this selection' }).click();
  await expect(chat(page).getByText('Output of sh check.sh')).toBeVisible();
  await expect(composer(page)).toBeFocused();

  // Comments on the output, the file and the answer wait together at the composer.
  const pending = chat(page).getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await page.mouse.click(x + 200, y + height / 2, { clickCount: 3 });
  await button(terminal(page), 'Comment').click();
  const onOutput = terminal(page).getByRole('textbox', { name: 'Comment on these lines of output' });
  await onOutput.fill('Is that all?');
  await onOutput.press('Control+Enter');
  await expect(pending).toHaveText([/Output of sh check\.sh\s*Is that all\?/]);

  await page.mouse.move(x + 20, y + height / 2);
  await expect(tabPanel(page).locator('.xterm-cursor-pointer')).toBeVisible();
  await page.mouse.click(x + 20, y + height / 2);
  await expect(editor(page).getByRole('tab', { name: 'app.ts' })).toHaveAttribute('aria-selected', 'true');
  await expect(editor(page).locator('.monaco-editor .line-numbers.active-line-number')).toHaveText('2');

  const text = editor(page).getByRole('textbox', { name: 'app.ts', exact: true });
  await text.press('Shift+ArrowDown');
  await expect(button(editor(page), 'Ask about this selection')).toBeVisible();
  await text.press('Control+Alt+m');
  const onLines = editor(page).getByRole('textbox', { name: 'Comment on app.ts:2' });
  await expect(onLines).toBeFocused();
  await onLines.fill('Make it four.');
  await onLines.press('Control+Enter');
  await expect(onLines).toBeHidden();

  await button(answers(page).last(), 'Comment on answer').click();
  const onAnswer = answers(page).last().getByRole('textbox');
  await onAnswer.fill('Shorter.');
  await onAnswer.press('Control+Enter');
  await expect(pending).toHaveText([/Is that all/, /app\.ts:2\s*Make it four\./, /Answer “.+”\s*Shorter\./]);
  await button(
    pending.last(),
    (await pending.last().getByRole('button').first().textContent()) ?? '',
  ).click();
  await expect(answers(page).last()).toBeFocused();
});
