// Files of git-lfs in a folder that nobody trusted, where its filter does not run.
import { openFile } from './editor-page.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button, editor, open, review } from './page.ts';
import { expect, test } from './panel.ts';

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12000000\n`;

test.use({ panelOptions: { files: { 'photo.txt': POINTER, 'film.bin': POINTER, 'a.txt': 'one\n' } } });

test('a pointer of git-lfs is shown as one, with the size of its file', async ({ page, panel }) => {
  test.skip(!HAS_GIT, NO_GIT);
  await panel.write('.gitattributes', 'photo.txt filter=lfs\n*.bin filter=lfs -text\n');
  commitAll(panel);
  await panel.write('photo.txt', POINTER.replace('12000000', '34000000'));
  await panel.write('film.bin', 'a film\0');
  git(panel, 'config', 'filter.lfs.clean', 'false');
  git(panel, 'config', 'filter.lfs.required', 'true');
  await open(page, panel);

  await openFile(page, 'photo.txt');
  await expect(editor(page).getByText("Git LFS pointer, 34 MB. The file itself isn't here.")).toBeVisible();

  const changes = page.getByRole('region', { name: 'Changes' });
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await changes.getByRole('combobox', { name: 'Scope' }).selectOption('Against git HEAD');
  await button(changes, 'Review changes').click();
  const files = review(page).getByRole('article');
  await expect(files.filter({ hasText: 'photo.txt' })).toContainText('Before: Git LFS pointer, 12 MB');
  await expect(files.filter({ hasText: 'photo.txt' })).toContainText('After: Git LFS pointer, 34 MB');
  await expect(files.filter({ hasText: 'film.bin' })).toContainText('Before: Git LFS pointer, 12 MB');
  await expect(files.filter({ hasText: 'film.bin' })).toContainText('Not a text file.');
  await button(review(page), 'Commit…').click();
  const commit = page.getByRole('dialog', { name: 'Commit changes' });
  await commit.getByRole('textbox', { name: 'Commit message' }).fill('Photos');
  await button(commit, 'Commit 2 files').click();
  const question = page.getByRole('dialog', { name: 'Run the programs of this folder?' });
  await expect(question).toContainText('filter.lfs.clean');
});
