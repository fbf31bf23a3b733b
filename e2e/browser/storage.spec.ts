// Browser storage that is lost, garbage, forbidden or full: the page starts and works without it.
import type { Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { composer, conversation, editor, entries, expectIdle, image, open, palette, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

/** All keys that the page uses; those that end in a colon or dot are followed by an id. */
const KEYS = [
  'pi-panel.version',
  'pi-panel.tour',
  'pi-panel.token',
  'pi-panel.token.given',
  'pi-panel.keys',
  'pi-panel.workbench',
  'pi-panel.layouts',
  'pi-panel.appearance',
  'pi-panel.favourite-models',
  'pi-panel.reviewed',
  'pi-panel.looked',
  'pi-panel.looked-at-agents',
  'pi-panel.sessions-view',
  'pi-panel.extension-text',
  'pi-panel.shown',
  'pi-panel.desktop',
  'pi-panel.sounds',
  'pi-panel.tab',
  'pi-panel.push-device',
  'pi-panel.notices-shown',
  'pi-panel.untrusted-seen',
  'pi-panel.recent',
  'pi-panel.open-files',
  'pi-panel.terminal.wrap',
  'pi-panel.terminal.places',
  'pi-panel.last-session',
  'pi-panel.left',
  'pi-panel.sent',
  'pi-panel.first-message',
  'pi-panel.draft:',
  'pi-panel.draft-images:',
  'pi-panel.asked:',
  'pi-panel.dialog.',
  'pi-panel.settings-draft:',
];

const GARBAGE = [
  '{',
  '',
  'null',
  '7',
  '"text"',
  '[null,7,{},[]]',
  '{"paths":7,"places":{},"text":[],"sizes":[]}',
];

test.use({ panelOptions: { files: { 'notes.txt': 'note\n' } } });

function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  return failures;
}

/** Uses everything that reads or writes storage. */
async function useAll(page: Page, panel: RunningPanel, text: string): Promise<void> {
  panel.model.queue([says(`Answer to ${text}`)]);
  await send(page, text);
  await expect(conversation(page)).toContainText(`Answer to ${text}`);
  await page.keyboard.press('ControlOrMeta+K');
  await palette(page).getByRole('combobox').fill('notes.txt');
  await palette(page)
    .getByRole('option', { name: /notes\.txt/ })
    .click();
  // Once its text is there, the editor takes the focus.
  await expect(editor(page).getByRole('textbox').first()).toBeFocused();
  await send(page, '!echo from the shell');
  await page.keyboard.press('ControlOrMeta+J');
  await expect(conversation(page)).toContainText('from the shell');
  await composer(page).fill(`draft after ${text}`);
  await page.locator('input[type=file]').setInputFiles(image());
  await expect(page.getByRole('img', { name: 'dot.png' })).toBeVisible();
}

test('a page with garbage in its storage starts and works as if nothing were stored', async ({
  page,
  panel,
}) => {
  test.setTimeout(120_000);
  const failures = failuresOf(page);
  await open(page, panel);
  await useAll(page, panel, 'the first message');
  for (const garbage of GARBAGE) {
    await page.evaluate(
      ({ keys, garbage }) => {
        for (const storage of [localStorage, sessionStorage])
          for (const key of new Set([...keys, ...Object.keys(storage)])) storage.setItem(key, garbage);
      },
      { keys: KEYS, garbage },
    );
    await page.goto('about:blank');
    await open(page, panel);
    await expect(conversation(page), garbage).toContainText('the first message');
    await expect(composer(page), garbage).toBeEditable();
    expect(failures, garbage).toEqual([]);
  }
  await composer(page).fill('');
  await useAll(page, panel, 'the last message');
  // The first run shows the same text.
  await expect(entries(page, /^Bash/)).toHaveCount(2);
  await expectIdle(page);
  await composer(page).fill('');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('!echo from the shell');
  expect(failures).toEqual([]);
});

test('KEYS lists every key that the page stores', async ({ page, panel }) => {
  await open(page, panel);
  await useAll(page, panel, 'a message');
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const isKnown = (key: string): boolean =>
    KEYS.some((known) => key === known || (/[:.]$/.test(known) && key.startsWith(known)));
  expect(stored.filter((key) => !isKnown(key))).toEqual([]);
});

test('a page works when the browser forbids storage, and when storage is full', async ({
  page,
  panel,
  context,
}) => {
  const failures = failuresOf(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    indexedDB.open = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    // Chromium refuses Web Locks together with storage.
    const refuse = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
    Object.assign(navigator.locks, { query: refuse, request: refuse });
  });
  await open(page, panel);
  await useAll(page, panel, 'a message without storage');
  expect(failures).toEqual([]);

  const other = await context.newPage();
  const failuresOfOther = failuresOf(other);
  await other.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await open(other, panel);
  await useAll(other, panel, 'a message on a full disk');
  expect(failuresOfOther).toEqual([]);
});
