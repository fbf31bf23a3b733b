// Sessions whose files are damaged or hold odd values, and a session that pi itself cannot report.
import {
  button,
  chat,
  composer,
  conversation,
  entries,
  expectIdle,
  open,
  prompts,
  sessions,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { assistantMessage, storeSession, storeSessionFile } from '../panel/session-files.ts';

const AT = Date.UTC(2026, 0, 5, 10);
const iso = (n: number): string => new Date(AT + n * 1000).toISOString();
const idOf = (n: number): string => String(n).padStart(8, '0');

type Line = Record<string, unknown> & { parent?: number };

const user = (content: unknown, n: number): Line => ({
  type: 'message',
  message: { role: 'user', content, timestamp: AT + n * 1000 },
});
const answer = (text: string, n: number): Line => ({
  type: 'message',
  message: assistantMessage(text, AT + n * 1000),
});

interface Stored {
  id: string;
  entries: readonly Line[];
  /** The number of the entry whose line was begun twice. */
  torn?: number;
}

/** Stores a session, each entry the child of the one before it unless it names another. */
async function store(panel: RunningPanel, { id, entries, torn }: Stored): Promise<void> {
  const { workspace: folder } = panel;
  const header = { type: 'session', version: 3, id, timestamp: iso(0), cwd: folder };
  const lines: (object | string)[] = entries.map(({ parent, ...entry }, at) => {
    const before = parent ?? at;
    return { id: idOf(at + 1), parentId: before ? idOf(before) : null, timestamp: iso(at + 1), ...entry };
  });
  if (torn !== undefined) {
    const line = JSON.stringify({ type: 'message', ...(lines[torn] as object) });
    lines[torn] = `${line.slice(0, 80)}${line}`;
  }
  await storeSessionFile(panel.folders.agentDir, { folder, name: `${id}.jsonl`, lines: [header, ...lines] });
}

test('entries that cannot be shown are named in their place, with their raw text', async ({
  page,
  panel,
}) => {
  const thought = assistantMessage('The answer', AT + 2000) as { content: object[] };
  thought.content.unshift({ type: 'thinking' });
  await store(panel, {
    id: 'odd-values',
    entries: [
      user('First question', 1),
      { type: 'message', message: thought },
      user(null, 3),
      answer('Answer to nothing', 4),
    ],
  });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: 'odd-values' });
  await expect(prompts(page)).toContainText('First question');
  await expect(entries(page, /^Assistant/)).toContainText(['The answer', 'Answer to nothing']);
  const unreadable = entries(page, 'Unreadable entry');
  await expect(unreadable).toHaveCount(2);
  await expect(unreadable.nth(1)).toContainText('message.content');
  await button(unreadable.nth(1), 'Raw text').click();
  await expect(unreadable.nth(1)).toContainText('"content":null');
  await expectIdle(page);

  // The tree and the list of messages to fork from do not need the damaged one.
  await composer(page).fill('/tree');
  await composer(page).press('Enter');
  await expect(page.getByRole('treeitem', { name: /First question/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await composer(page).fill('/fork');
  await composer(page).press('Enter');
  await expect(page.getByRole('option', { name: /First question/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a torn line is shown in its place, with the messages that the model lost', async ({ page, panel }) => {
  await store(panel, {
    id: 'torn-line',
    entries: [
      user('Question 1', 1),
      answer('Answer 1', 2),
      user('Question 2', 3),
      answer('Answer 2', 4),
      user('Question 3', 5),
    ],
    torn: 3,
  });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: 'torn-line' });
  await expect(prompts(page)).toContainText(['Question 1', 'Question 2', 'Question 3']);
  await expect(entries(page, 'Unreadable entry')).toContainText("the model doesn't see it");
  await expect(conversation(page)).toContainText("Messages above this line that the model doesn't see: 3");
  const { messages } = await panel.command<{ messages: object[] }>({ type: 'get_messages' });
  expect(messages).toHaveLength(1);
});

test('newer messages on another branch are announced, and a button goes there', async ({ page, panel }) => {
  await store(panel, {
    id: 'two-writers',
    entries: [
      user('Root question', 1),
      answer('Root answer', 2),
      user('Live question', 3),
      answer('Live answer', 4),
      { type: 'custom', parent: 2, customType: 'session_exit', data: {} },
    ],
  });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: 'two-writers' });
  await expect(prompts(page)).toContainText('Root question');
  const note = conversation(page).getByRole('note');
  await expect(note).toContainText('Newer messages are on another branch');
  await button(note, 'Go to that branch').click();
  await expect(entries(page, /^Assistant/).last()).toContainText('Live answer');
  await expect(note).toHaveCount(0);
});

test('a session that pi cannot report shows its own failure, and takes no message', async ({
  page,
  panel,
}) => {
  const { workspace: cwd } = panel;
  await storeSession(panel.folders.agentDir, { id: 'before', cwd, texts: ['Shown before', 'Yes'] });
  await store(panel, {
    id: 'number-name',
    entries: [
      { type: 'session_info', name: 'Good name' },
      user('Own question', 2),
      answer('Own answer', 3),
      { type: 'session_info', name: 42 },
    ],
  });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: 'before' });
  await expect(prompts(page)).toContainText('Shown before');
  await button(page, 'Sessions').click();
  await sessions(page)
    .getByRole('listitem')
    .filter({ hasText: 'Good name' })
    .locator('[data-session]')
    .click();
  const alert = conversation(page).getByRole('alert');
  await expect(alert).toContainText("This session can't be used");
  await expect(prompts(page)).toHaveText(/Own question/);
  await expect(page).toHaveTitle(/Good name/);

  await composer(page).fill('Where does this go?');
  await composer(page).press('Enter');
  await expect(chat(page)).toContainText('nothing is sent to it');
  await expect(composer(page)).toHaveValue('Where does this go?');
  const { messages } = await panel.command<{ messages: object[] }>({ type: 'get_messages' });
  expect(JSON.stringify(messages)).not.toContain('Where does this go?');

  // Another name makes it usable.
  await panel.command({ type: 'set_session_name', name: 'Better name' });
  await expect(alert).toHaveCount(0);
  await expect(prompts(page)).toHaveText(/Own question/);
  await expectIdle(page);
});
