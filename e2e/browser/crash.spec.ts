// The browser itself is killed. The typed text is there when it starts again.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { composer, editor, open } from './page.ts';
import { expect as soon, test } from './panel.ts';

/** The browser starts twice, each time with an empty cache. */
const expect = soon.configure({ timeout: 60_000 });

test.use({ panelOptions: { files: { 'notes.txt': 'one\ntwo\n' } } });

const DRAFT = 'a draft that took me an hour';

/** Runs in the page: the texts in IndexedDB. */
async function keptTexts({ name, store }: { name: string; store: string }): Promise<string> {
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no answer'));
    });
  const database = await asked(indexedDB.open(name));
  const all = await asked(database.transaction(store).objectStore(store).getAll());
  database.close();
  return (all as { text: string }[]).map(({ text }) => text).join('\n');
}

/** The browser process with this profile; its children end with it. */
async function browserOf(profile: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) return Number(pid);
  }
  throw new Error(`No browser has its profile in ${profile}.`);
}

test('R-49: a draft and an unsaved edit survive a crash of the browser', async ({ panel, launchOptions }) => {
  test.setTimeout(180_000);
  test.skip(process.platform !== 'linux', 'the browser is found in /proc');
  const profile = path.join(panel.folders.root, 'profile');
  const start = (): Promise<BrowserContext> => chromium.launchPersistentContext(profile, launchOptions);

  const before = await start();
  const page = before.pages()[0]!;
  await open(page, panel);
  await page.getByRole('treeitem', { name: 'notes.txt' }).dblclick();
  await editor(page).locator('.view-lines').click();
  await page.keyboard.type('an edit ');
  await expect(editor(page).getByRole('tab', { name: 'notes.txt unsaved' })).toBeVisible();
  await composer(page).fill(DRAFT);
  // The last keystrokes before a crash may be lost, so wait until the browser has stored this.
  await expect
    .poll(() => page.evaluate(keptTexts, { name: 'pi-panel-drafts', store: 'drafts' }))
    .toContain(DRAFT);
  await expect
    .poll(() => page.evaluate(keptTexts, { name: 'pi-panel', store: 'unsaved' }))
    .toContain('an edit');
  const closed = before.waitForEvent('close');
  process.kill(await browserOf(profile), 'SIGKILL');
  await closed;

  const after = await start();
  const again = after.pages()[0]!;
  await again.goto(panel.url.href);
  await expect(composer(again)).toHaveValue(DRAFT);
  // The list of open files is in localStorage, where a crash may undo the last seconds.
  await again.getByRole('treeitem', { name: 'notes.txt' }).dblclick();
  await expect(editor(again).getByRole('tab', { name: 'notes.txt unsaved' })).toBeVisible();
  await expect(editor(again).locator('.view-lines')).toContainText('an edit');
  await after.close();
});
