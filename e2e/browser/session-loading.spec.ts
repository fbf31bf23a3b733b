// Actions that the user starts while pi still loads a session run as soon as pi is ready.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionFolderName } from '../../server/sessions/agent-dir.ts';
import { writeLongSession } from '../bench/lab/long-session.ts';
import { storeSession } from '../panel/session-files.ts';
import { button, conversation, expectIdle, open, prompts, sessions } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const LONG = 'f0f0f0f0-0000-4000-8000-000000000002';
/** pi loads a session only once this file is gone. */
const HOLD = 'hold-pi';
const SLOW = `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export default function (pi) {
  pi.on('session_before_switch', async () => {
    while (existsSync('${HOLD}')) await setTimeout(20);
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './slow.ts'], files: { 'slow.ts': SLOW } } });

async function storeSessions(panel: RunningPanel): Promise<void> {
  const { folders, workspace } = panel;
  const folder = path.join(folders.agentDir, 'sessions', sessionFolderName(workspace));
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `2026-03-02T08-00-00-000Z_${LONG}.jsonl`);
  await writeLongSession(file, { id: LONG, cwd: workspace, messages: 60, bytes: 10e6 });
  for (const id of ['first', 'second'])
    await storeSession(folders.agentDir, {
      id: `${id}-short`,
      cwd: workspace,
      texts: [`Prompt of the ${id} one`, 'Answer'],
    });
}

test('a click on a session while pi still loads a long one opens it once pi can, and the last click counts', async ({
  page,
  panel,
}) => {
  const hold = path.join(panel.workspace, HOLD);
  await storeSessions(panel);
  await open(page, panel);
  await button(page, 'Sessions').click();
  const row = (id: string) => sessions(page).locator(`[data-session="${id}"]`).first();
  await writeFile(hold, '');
  await row(LONG).click();
  await expect(conversation(page).getByText('pi is loading this session')).toBeVisible();
  await expect(prompts(page).last()).toContainText('Prompt 19:');

  await row('first-short').click();
  await expect(page.getByText('Resume a session: follows as soon as pi is ready.').first()).toBeVisible();
  await row('second-short').click();
  await rm(hold);
  await expect(prompts(page)).toHaveText([/Prompt of the second one/]);
  await expectIdle(page);
  await expect(conversation(page).getByText('pi is loading this session')).toHaveCount(0);
});

test('a new session that is asked for while pi still loads one begins once pi can', async ({
  page,
  panel,
}) => {
  const hold = path.join(panel.workspace, HOLD);
  await storeSessions(panel);
  await open(page, panel);
  await button(page, 'Sessions').click();
  await writeFile(hold, '');
  await sessions(page).locator(`[data-session="${LONG}"]`).first().click();
  await expect(conversation(page).getByText('pi is loading this session')).toBeVisible();
  await button(page, 'New session').click();
  await rm(hold);
  await expect(prompts(page)).toHaveCount(0);
  await expectIdle(page);
});
