// The review of changes in bytes that nobody sees, with real pi, real files and real git.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button, conversation, expectIdle, open, review, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const change = (page: Page, file: string, of = '1 of 1'): Locator =>
  review(page).getByRole('group', { name: `${file}, change ${of}`, exact: true });

async function turn(page: Page, panel: RunningPanel, answer: ReturnType<typeof calls>): Promise<void> {
  panel.model.queue([answer, says('It is done.')]);
  await send(page, 'go on');
  await expect(conversation(page)).toContainText('It is done.');
  await expectIdle(page);
}

async function openReview(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await button(changes(page), 'Review changes').click();
  await expect(review(page)).toBeVisible();
}

test.describe('bytes that differ and look alike', () => {
  test.use({
    // Far from the viewport, changes have no elements.
    viewport: { width: 1280, height: 1400 },
    panelOptions: {
      files: {
        'bom.yml': 'name: x\nkey: y\n',
        'eof.txt': 'one\ntwo\n',
        'eol.txt': 'a\nb\nc\n',
        'hidden.js': 'if (isAdmin) {\n',
        'space.py': 'if x:\n    go()\n\n\n\n\n\n\n\n\nstop = 1\n',
      },
    },
  });

  test('are named in words, can be ignored where they are white space, and are undone byte by byte', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const command = [
      `sed -i 's/$/\\r/' eol.txt`,
      `printf 'one\\ntwo' > eof.txt`,
      `printf '\\357\\273\\277name: x\\nkey: y\\n' > bom.yml`,
      `printf 'if (is\\342\\200\\213Admin) {\\n' > hidden.js`,
      `printf 'if x:\\n\\tgo() \\n\\n\\n\\n\\n\\n\\n\\n\\nstop = 2\\n' > space.py`,
    ].join('; ');
    await turn(page, panel, calls('bash', { command }));
    await openReview(page);
    await expect(change(page, 'eol.txt')).toContainText('line endings: LF to CRLF, 3 lines');
    await expect(change(page, 'eof.txt')).toContainText('no newline at end of file');
    await expect(change(page, 'bom.yml')).toContainText('byte order mark added');
    await expect(change(page, 'hidden.js')).toContainText('invisible characters added: U+200B');
    await expect(change(page, 'hidden.js')).toContainText('if (is\\u200bAdmin) {');
    await expect(change(page, 'space.py', '1 of 2')).toContainText('white space only');
    await expect(change(page, 'space.py', '1 of 2')).toContainText('go()');

    const progress = review(page).getByRole('status', { name: 'Review progress' });
    const toggle = review(page).getByRole('button', { name: 'Ignore white space' });
    await expect(progress).toHaveText('6 of 6 left');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(change(page, 'space.py', '1 of 2')).not.toContainText('go()');
    await expect(change(page, 'space.py', '1 of 2')).toContainText('white space only');
    await expect(change(page, 'space.py', '2 of 2')).toContainText('stop = 2');
    await expect(review(page)).toContainText('White space is ignored: 3 changes have no other difference.');
    // They are still there to be kept or undone.
    await expect(progress).toHaveText('6 of 6 left');
    await button(change(page, 'space.py', '1 of 2'), 'Undo').click();
    await expect(change(page, 'space.py')).toContainText('stop = 2');
    expect(await panel.read('space.py')).toBe('if x:\n    go()\n\n\n\n\n\n\n\n\nstop = 2\n');
    await button(change(page, 'eol.txt'), 'Undo').click();
    await expect(change(page, 'eol.txt')).toHaveCount(0);
    expect(await panel.read('eol.txt')).toBe('a\nb\nc\n');

    // Both sides of a file beside each other show no line endings either.
    await button(change(page, 'eof.txt').locator('xpath=ancestor::article'), 'Whole file').click();
    await expect(change(page, 'eof.txt')).toHaveCount(0);
    await expect(review(page).getByRole('article', { name: 'eof.txt' })).toContainText(
      'no newline at end of file',
    );

    await page.reload();
    await openReview(page);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  });
});

test.describe('line endings that git converts', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}\r\n`).join('');
  test.use({
    panelOptions: {
      files: { 'app.py': lines, 'run.bat': 'a\r\nb\r\n', '.gitattributes': '*.bat text eol=crlf\n' },
    },
  });

  test('are no changed lines against the last commit, and a note names them', async ({ page, panel }) => {
    test.skip(!HAS_GIT, NO_GIT);
    git(panel, 'init', '-q', '-b', 'main');
    git(panel, 'config', 'core.autocrlf', 'true');
    commitAll(panel);
    await open(page, panel);
    const written = lines.replaceAll('\r', '').replace('line 20\n', 'line 20 changed\n');
    await turn(page, panel, calls('write', { path: 'app.py', content: written }));
    await panel.write('run.bat', 'a\nb changed\n');
    await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
    await changes(page).getByRole('combobox', { name: 'Scope' }).selectOption({ label: 'Against git HEAD' });
    await expect(changes(page).getByRole('listitem')).toHaveText([
      /app\.py\s*\+1\s*−1/,
      /run\.bat\s*\+1\s*−1/,
    ]);
    await button(changes(page), 'Review changes').click();
    const article = (name: string): Locator => review(page).getByRole('article', { name });
    for (const name of ['app.py', 'run.bat']) {
      await expect(article(name)).toContainText('line endings on disk: CRLF to LF, which git ignores');
      await expect(article(name).getByRole('heading').locator('..')).toContainText(/\+1\s*−1/);
    }
    await expect(change(page, 'app.py')).toContainText('line 20 changed');
  });
});

test('a line of 3 MB is cut with its size, and more of it can be opened', async ({ page, panel }) => {
  await open(page, panel);
  const command = `node -e "require('fs').writeFileSync('long.json', 'abcdefghi '.repeat(300000) + '\\n')"`;
  await turn(page, panel, calls('bash', { command }));
  await openReview(page);
  await expect(change(page, 'long.json')).toContainText('3 MB line, the first 2 kB');
  const length = (): Promise<number> =>
    change(page, 'long.json').evaluate((element) => element.textContent.length);
  expect(await length()).toBeLessThan(10_000);
  await button(change(page, 'long.json'), 'Show more of the line').click();
  await expect(change(page, 'long.json')).toContainText('3 MB line, the first 102 kB');
  await button(change(page, 'long.json'), 'Show all of the line').click();
  await expect.poll(length).toBeGreaterThan(3_000_000);
  // The page still answers.
  await button(change(page, 'long.json'), 'Keep').click();
  await expect(review(page).getByRole('status', { name: 'Review progress' })).toHaveText('0 of 1 left');
});
