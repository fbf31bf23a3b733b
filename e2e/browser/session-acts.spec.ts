// Actions on the open session: a new one from it, a download, the foot of a run, and extensions that cancel a new session
// or write the summary of a compaction.
import { readFile } from 'node:fs/promises';
import { calls, EARLY_COMPACTION, says } from '../panel/scripted.ts';
import {
  answers,
  button,
  conversation,
  converse,
  entries,
  expectIdle,
  notifications,
  open,
  send,
  sessions,
} from './page.ts';
import { expect, test } from './panel.ts';

test('a new session from this one names it as its parent', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['the first', 'Here.']);
  const { sessionId: parent } = await panel.command<{ sessionId: string }>({ type: 'get_state' });
  await button(page, 'Sessions').click();
  await button(sessions(page).getByRole('listitem'), 'Actions').click();
  await page.getByRole('menuitem', { name: 'New from this one' }).click();
  await expect(entries(page, /./)).toHaveCount(0);
  await expectIdle(page);
  await converse(page, panel, ['the second', 'There.']);
  const { sessionFile = '' } = await panel.command<{ sessionFile?: string }>({ type: 'get_state' });
  const [head = ''] = (await readFile(sessionFile, 'utf8')).split('\n');
  expect((JSON.parse(head) as { parentSession: string }).parentSession).toContain(parent);
});

test('/export with a name that ends in .jsonl downloads the session file', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['the first', 'Here.']);
  const download = page.waitForEvent('download');
  await send(page, '/export mine.jsonl');
  const file = await download;
  expect(file.suggestedFilename()).toBe('mine.jsonl');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('message');
  expect(lines.join('\n')).toContain('the first');
});

test('the foot of a run counts its turns', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([
    calls('bash', { command: 'echo one' }),
    calls('bash', { command: 'echo two' }),
    says('Done.'),
  ]);
  await send(page, 'run');
  await expect(answers(page).last()).toContainText('Done.');
  await expectIdle(page);
  await expect(conversation(page)).toContainText('3 turns');
});

test.describe('an extension that cancels a new session', () => {
  const GUARD = `export default function (pi) { pi.on('session_before_switch', () => ({ cancel: true })); }`;
  test.use({ panelOptions: { piArgs: ['-e', './guard.ts'], files: { 'guard.ts': GUARD } } });

  test('is named as the reason, not as a failure', async ({ page, panel }) => {
    await open(page, panel);
    await converse(page, panel, ['the first', 'Here.']);
    await send(page, '/new');
    const notice = notifications(page).getByText('Canceled by an extension.');
    await expect(notice).toBeVisible();
    await expect(notifications(page)).not.toContainText('failed');
    await expect(conversation(page)).toContainText('the first');
  });
});

test.describe('an extension that writes the summary of a compaction', () => {
  const WRITER = `
export default function (pi) {
  pi.on('session_before_compact', ({ preparation: { firstKeptEntryId, tokensBefore } }) => ({
    compaction: { summary: 'Written by hand.', firstKeptEntryId, tokensBefore },
  }));
}`;
  test.use({
    panelOptions: {
      settings: { compaction: EARLY_COMPACTION },
      piArgs: ['-e', './writer.ts'],
      files: { 'writer.ts': WRITER },
    },
  });

  test('is named as its author, also after a reload', async ({ page, panel }) => {
    await open(page, panel);
    await converse(page, panel, ['one', 'An answer. '.repeat(60)]);
    await converse(page, panel, ['two', 'Another answer. '.repeat(60)]);
    await panel.command({ type: 'compact' });
    const summary = entries(page, 'Summary');
    await expect(summary).toContainText('by an extension');
    await page.reload();
    await expect(summary).toContainText('by an extension');
    await summary.getByRole('button').first().click();
    await expect(summary).toContainText('Written by hand.');
  });
});
