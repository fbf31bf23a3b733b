// The event log: the records that pi wrote, unchanged.
import type { Locator, Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { answers, eventLog, open, send, sessionName, showEventLog } from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const NOISY = `export default function (pi) {
  pi.registerCommand('noise', {
    description: 'writes a malformed line to stdout',
    handler: async () => {
      // Bypasses pi's own guard of stdout, as a native module would.
      const { writeSync } = await import('node:fs');
      writeSync(1, 'this is <no> json\\n');
    },
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './noisy.ts'], files: { 'noisy.ts': NOISY } } });

const records = (page: Page): Locator => eventLog(page).getByRole('listitem');

test('every record of a run is listed in full and opens as JSON', async ({ page, panel }) => {
  panel.model.queue([says('An answer.')]);
  await open(page, panel);
  await showEventLog(page);
  await send(page, 'a question');
  await expect(answers(page)).toContainText('An answer.');
  await expect(
    records(page).filter({ hasText: isPiSince('0.80.4') ? 'agent_settled' : 'agent_end' }),
  ).toHaveCount(1);
  // Repetitions are missing in the event stream, but not here.
  await eventLog(page).getByRole('combobox', { name: 'Filter by type' }).selectOption('message_end');
  await expect(records(page).first()).toContainText('message_end');
  await eventLog(page).getByRole('searchbox', { name: 'Filter by text' }).fill('AN ANSWER');
  await expect(records(page)).toHaveCount(1);
  await records(page).getByRole('button').first().click();
  await expect(records(page).getByLabel(/^Record \d+$/)).toContainText('"text": "An answer."');
  // A record that is too long for the list is complete when opened.
  await panel.command({ type: 'steer', message: `${'long '.repeat(20_000)}THE END` });
  await eventLog(page).getByRole('searchbox', { name: 'Filter by text' }).fill('long long');
  await eventLog(page).getByRole('combobox', { name: 'Filter by type' }).selectOption('queue_update');
  await records(page).getByRole('button').first().click();
  await expect(records(page).getByLabel(/^Record \d+$/)).toContainText('THE END');
});

test('a malformed line is counted in the status bar, which opens the log', async ({ page, panel }) => {
  await open(page, panel);
  await panel.command({ type: 'prompt', message: '/noise' });
  await page.getByRole('button', { name: '1 unreadable' }).click();
  await eventLog(page).getByRole('combobox', { name: 'Filter by type' }).selectOption('unreadable');
  await expect(records(page)).toHaveCount(1);
  await expect(records(page)).toContainText('this is <no> json');
});

test('a paused log does not change, and shows missed records when it continues', async ({ page, panel }) => {
  await open(page, panel);
  await showEventLog(page);
  await expect(records(page).first()).toBeVisible();
  const pause = eventLog(page).getByRole('button', { name: 'Pause' });
  await pause.click();
  await panel.command({ type: 'set_session_name', name: 'while paused' });
  await expect(sessionName(page)).toHaveValue('while paused');
  await expect(records(page).filter({ hasText: 'while paused' })).toHaveCount(0);
  await pause.click();
  await expect(records(page).filter({ hasText: 'while paused' })).not.toHaveCount(0);
});

test('a closed log makes no requests', async ({ page, panel }) => {
  await page.clock.install();
  await open(page, panel);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/log?')) asked.push(request.url());
  });
  await showEventLog(page);
  await expect(records(page).first()).toBeVisible();
  // Open, it asks again with each record; only then is the silence below worth something.
  const whileOpen = asked.length;
  await panel.command({ type: 'set_session_name', name: 'while open' });
  await expect(records(page).filter({ hasText: 'while open' })).not.toHaveCount(0);
  expect(asked.length).toBeGreaterThan(whileOpen);
  await eventLog(page).getByRole('button', { name: 'Close event log' }).click();
  await expect(eventLog(page)).toBeHidden();
  const whenClosed = asked.length;
  await panel.command({ type: 'set_session_name', name: 'after closing' });
  await expect(sessionName(page)).toHaveValue('after closing');
  // Runs all timers that are due. The page makes no request after the next one.
  await page.clock.fastForward(10_000);
  await page.evaluate(() => fetch('/healthz'));
  expect(asked.length).toBe(whenClosed);
});
