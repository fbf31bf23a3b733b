// The announcements of a screen reader: text that appears in a live region that existed before.
import type { Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { listen } from './announcements.ts';
import {
  agents,
  agentStatus,
  button,
  composer,
  converse,
  expectIdle,
  notifications,
  open,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';

const ASKER = `export default function (pi) {
  pi.registerCommand('name', {
    description: 'asks for a name',
    handler: async (args, ctx) => ctx.ui.notify('answer: ' + (await ctx.ui.input('Branch name'))),
  });
  pi.registerCommand('save', {
    description: 'saves',
    handler: async (args, ctx) => ctx.ui.notify('all of it is saved', 'success'),
  });
}
`;
const RETRIES = { retry: { enabled: true, maxRetries: 2, baseDelayMs: 60_000 } };
const OVERLOADED = { status: 529, body: { error: { message: 'Overloaded' } } };

test.use({
  panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER }, settings: RETRIES },
});

async function expectHeard(page: Page, words: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.heard), { message: `heard: ${words}` })
    .toContainEqual(expect.stringMatching(words));
}

test('a screen reader announces answers, dialogs, toasts, unsent messages and what Enter does, and reads the meters', async ({
  page,
  panel,
}) => {
  await listen(page);
  await open(page, panel);
  await converse(page, panel, ['a question', 'An answer.']);
  await expectHeard(page, /^polite: .*An answer\./);
  await converse(page, panel, ['and another', 'Another answer.']);
  await expectHeard(page, /^polite: .*Another answer\./);
  // The rows are not read as they change: the answer would be heard twice, and word by word.
  expect(await page.evaluate(() => window.heard)).not.toContainEqual(expect.stringContaining('and another'));
  const meter = page.getByRole('meter', { name: 'Context' });
  await expect(meter).toHaveAttribute('aria-valuetext', /^1\S+ of 128k tokens, \d+ %$/);
  const [percent] = /\d+(?= %)/.exec((await meter.getAttribute('aria-valuetext'))!)!;
  await expect(meter).toHaveAttribute('aria-valuenow', percent);

  const asked = panel.command({ type: 'prompt', message: '/name' });
  await expectHeard(page, /^assertive: Waiting for you: Branch name Ctrl\+I to answer$/);
  const answer = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await answer.fill('fix');
  await answer.press('Enter');
  await asked;
  await expectHeard(page, /^polite: .*answer: fix/);
  // The kind of a notice is a word, too, not only a color and a sign.
  await send(page, '/save');
  await expectHeard(page, /^polite: .*Success all of it is saved/);
  await expect(notifications(page).getByRole('group', { name: 'Success' })).toHaveText(/all of it is saved/);

  await send(page, '/import y');
  await expectHeard(page, /^polite: .*the button to import a file/);
  await expect(composer(page)).toHaveValue('/import y');
  await composer(page).fill('!ls');
  await expectHeard(page, /^polite: Your shell$/);

  panel.model.queue([OVERLOADED, says('Never asked for.')]);
  await send(page, 'again');
  await expect(agentStatus(page)).toHaveText('retrying');
  await expect(page.getByText(/^Retry 1 of 2 in \d+ s$/)).toHaveAttribute('title', /Overloaded/);
  await page.getByRole('button', { name: 'Stop retrying' }).click();
  await expectIdle(page);
});

test('a screen reader announces that an agent which the page does not show waits for the user', async ({
  page,
  panel,
}) => {
  await listen(page);
  await open(page, panel);
  const { id } = (await (await panel.post('agents', { workspace: panel.workspace })).json()) as {
    id: string;
  };
  await panel.command({ type: 'set_session_name', name: 'Other task' }, id);
  if (!(await agents(page).isVisible())) await button(page, 'Agents').click();
  const row = agents(page).getByRole('listitem', { name: /Other task/ });
  await expect(row).toBeVisible();
  const asked = panel.command({ type: 'prompt', message: '/name' }, id);
  await expectHeard(page, /^polite: Waiting for you · Other task$/);
  expect(await page.evaluate(() => window.heard)).not.toContainEqual(expect.stringMatching(/^assertive/));
  const answer = row.getByRole('textbox');
  await answer.fill('fix');
  await answer.press('Enter');
  await asked;
  await expect(row).not.toHaveAccessibleName(/needs you/);
});
