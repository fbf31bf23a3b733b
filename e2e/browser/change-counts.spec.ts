// The numbers of changed lines and files, which agree with the disk and with each other wherever they are shown.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button, conversation, expectIdle, open, review, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const TEXT = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');

test.use({ panelOptions: { files: { 'a.txt': TEXT, 'src/deep/b.txt': TEXT } } });

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const rows = (page: Page): Locator => changes(page).getByRole('list').first().getByRole('listitem');
/** The lines beside the name of the branch, which are git's. */
const uncommitted = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Uncommitted changes/ });
const panels = (page: Page): Locator => page.getByRole('group', { name: 'Panels' });

async function turn(page: Page, panel: RunningPanel, answers: ReturnType<typeof calls>[]): Promise<void> {
  panel.model.queue([...answers, says('It is done.')]);
  await send(page, 'go on');
  await expect(page.getByText('It is done.')).toBeVisible();
  await expectIdle(page);
}

test('the undo of a hunk, edits on disk and commits of others are counted everywhere', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  commitAll(panel);
  await open(page, panel);
  const edits = [
    { oldText: 'line 2\n', newText: 'new\nnewer\n' },
    { oldText: 'line 18\n', newText: 'last\n' },
  ];
  await turn(page, panel, [
    calls('edit', { path: 'a.txt', edits }),
    calls('bash', { command: 'echo new > src/deep/c.txt' }),
  ]);
  // The badge counts what the user has not seen.
  await panels(page).getByRole('button', { name: 'Changes 2', exact: true }).click();
  await expect(rows(page)).toHaveText([/a\.txt\s*\+3 −2/, /c\.txt.*\+1/]);
  await expect(panels(page).getByRole('button', { name: 'Changes', exact: true })).toBeVisible();
  await expect(uncommitted(page)).toHaveAccessibleName(/\+4 −2/);
  await expect(button(changes(page), 'Commit…')).toHaveAttribute('title', '2 uncommitted');

  // A hunk is undone.
  await button(changes(page), 'Review changes').click();
  await button(review(page).getByRole('group', { name: 'a.txt, change 1 of 2' }), 'Undo').click();
  await expect(rows(page)).toHaveText([/a\.txt\s*\+1 −1/, /c\.txt.*\+1/]);
  await expect(uncommitted(page)).toHaveAccessibleName(/\+2 −1/);
  await expect(conversation(page).getByText('2 files changed').locator('..')).toContainText('+2 −1');
  await expect(
    review(page).getByRole('article', { name: 'a.txt' }).getByRole('heading').locator('..'),
  ).toContainText('+1 −1');

  // The user writes to files, in a folder that the page does not show, too.
  await panel.write('src/deep/c.txt', 'new\n');
  await panel.write('src/deep/b.txt', 'mine\n');
  await panel.write('a.txt', TEXT);
  await expect(rows(page)).toHaveText([/a\.txt.*undone/, /c\.txt.*\+1/]);
  await expect(uncommitted(page)).toHaveAccessibleName(/\+2 −20/);
  await expect(button(changes(page), 'Commit…')).toHaveAttribute('title', '2 uncommitted');

  // The user commits in another terminal.
  git(panel, 'add', '-A');
  git(panel, 'commit', '-qm', 'mine');
  await expect(button(changes(page), 'Commit…')).toHaveCount(0);
  await expect(rows(page).last()).toContainText('committed');
  await expect(uncommitted(page)).toHaveCount(0);
  await expect(panels(page).getByRole('button', { name: 'Changes', exact: true })).toBeVisible();
});

test('after a commit of some lines, the number beside the branch is what git still counts, and the rest says so', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  commitAll(panel);
  // The user had changed a line before.
  await panel.write('src/deep/b.txt', `${TEXT}mine\n`);
  await open(page, panel);
  const edits = [
    { oldText: 'line 2\n', newText: 'new\nnewer\n' },
    { oldText: 'line 18\n', newText: 'last\n' },
  ];
  await turn(page, panel, [calls('edit', { path: 'a.txt', edits })]);
  await panels(page).getByRole('button', { name: 'Changes' }).click();
  await expect(uncommitted(page)).toHaveAccessibleName(/\+4 −2/);
  await panel.write('a.txt', TEXT.replace('line 2\n', 'new\nnewer\n'));
  git(panel, 'commit', '-qm', 'the first', 'a.txt');
  await panel.write('a.txt', TEXT.replace('line 2\n', 'new\nnewer\n').replace('line 18\n', 'last\n'));
  await expect(uncommitted(page)).toHaveAccessibleName(/\+2 −1/);
  await expect(rows(page)).toHaveText([/a\.txt.*partly committed.*\+3 −2/]);

  // The number leads to what it counts, where both files are.
  await uncommitted(page).click();
  await expect(review(page).getByRole('article')).toHaveCount(2);
  await expect(
    review(page).getByRole('article', { name: 'a.txt' }).getByRole('heading').locator('..'),
  ).toContainText('+1 −1');
});

test('in a narrow side bar the branch, the counts and the folders stay readable, and a long name is one word', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  await panel.write('logo.bin', 'old');
  commitAll(panel);
  git(panel, 'branch', 'upstream-of-main');
  git(panel, 'branch', '--set-upstream-to=upstream-of-main');
  await open(page, panel);
  const name = 'src/deep/a-name-of-more-than-thirty-letters.svelte.ts';
  await turn(page, panel, [
    calls('write', { path: name, content: 'text\n'.repeat(30) }),
    calls('write', { path: 'source/of/deeply/nested/files/left/index.ts', content: 'text\n'.repeat(30) }),
    calls('bash', { command: "seq 1 123456 > many.txt; printf 'a\\0b' > src/deep/logo.bin" }),
  ]);
  await panels(page).getByRole('button', { name: 'Changes' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).getByRole('button', { name: /a-name-of-more-than-thirty-letters/ })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'logo.bin' })).toContainText(/binary.*src\/deep/);
  // A name without its middle is as wide as its room, with its whole end.
  const cut = changes(page).locator('[data-cut]');
  await expect(cut).toHaveAttribute('data-cut', /^a-.*….*svelte\.ts$/);
  const spare = await cut.evaluate((element: HTMLElement) => {
    const copy = element.appendChild(document.createElement('span'));
    copy.style.cssText = 'position: absolute; white-space: pre';
    copy.textContent = element.dataset.cut ?? '';
    const { width } = copy.getBoundingClientRect();
    copy.remove();
    return element.clientWidth - width;
  });
  expect(spare).toBeGreaterThan(-1.5);
  expect(spare).toBeLessThan(16);

  const width = (await changes(page).boundingBox())!.width;
  const shown = (text: string): Locator => changes(page).getByText(text, { exact: true });
  // The end of a folder tells files of one name apart.
  const folder = shown('source/of/deeply/nested/files/left');
  const [outer, inner] = [(await folder.locator('../..').boundingBox())!, (await folder.boundingBox())!];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 1);
  const isWhole = (element: Element): boolean => element.scrollWidth <= element.clientWidth + 1;
  await expect.poll(() => button(changes(page), 'Commit…').evaluate(isWhole)).toBe(true);
  const commit = (await button(changes(page), 'Commit…').boundingBox())!;
  expect(commit.x + commit.width).toBeLessThanOrEqual(width);
  expect(await shown('main').locator('..').evaluate(isWhole)).toBe(true);
  expect(
    (await changes(page)
      .getByText(/^\s*4 files/)
      .boundingBox())!.height,
  ).toBeLessThan(60);
});
