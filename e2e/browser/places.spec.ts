// Each of pi's commands has a control on the page where users expect it.
import type { Locator, Page } from '@playwright/test';
import { sinceOf, type CommandType } from '../../shared/pi/command-facts.ts';
import { gate, says } from '../panel/scripted.ts';
import {
  composer,
  conversation,
  converse,
  eventLog,
  open,
  palette,
  queue,
  send,
  sessionName,
  sessions,
  settings,
  showEventLog,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const asked = (page: Page, name: string): Locator =>
  eventLog(page).getByRole('group', { name: 'Ask pi for' }).getByRole('button', { name });

/** The part of the page that must be open, or the activity that must run, for the control to be visible. */
type Scene =
  | 'idle'
  | 'model'
  | 'context'
  | 'thinking'
  | 'settings'
  | 'sessions'
  | 'session menu'
  | 'log'
  | 'slash'
  | 'run'
  | 'bash'
  | 'retry';

const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });

const PLACES: Record<CommandType, [Scene, (page: Page) => Locator]> = {
  prompt: ['idle', (page) => button(page, 'Send')],
  steer: ['run', (page) => button(page, 'Steer')],
  follow_up: ['run', (page) => button(page, 'Follow up')],
  abort: ['run', (page) => button(page, 'Stop')],
  clear_queue: ['run', (page) => button(page, 'Edit queue')],
  new_session: ['idle', (page) => button(page, 'New session')],
  switch_session: ['sessions', (page) => sessions(page).getByRole('listitem').getByRole('button')],
  set_session_name: ['idle', (page) => sessionName(page)],
  fork: ['session menu', (page) => item(page, 'Go back to a message (fork)')],
  clone: ['session menu', (page) => item(page, 'Clone this session')],
  compact: ['context', (page) => button(page, 'Compact')],
  export_html: ['session menu', (page) => item(page, 'Download as HTML')],
  get_session_stats: ['idle', (page) => page.getByText(/^Cost \$/)],
  get_last_assistant_text: ['idle', (page) => button(page, 'Copy answer')],
  set_model: ['idle', (page) => button(page, /^Model:/)],
  cycle_model: ['model', (page) => button(page, /^Next model/)],
  get_available_models: ['model', (page) => page.getByRole('listbox', { name: 'Model' })],
  set_thinking_level: ['idle', (page) => button(page, /^Thinking:/)],
  cycle_thinking_level: ['thinking', (page) => button(page, /^Next level/)],
  get_available_thinking_levels: ['thinking', (page) => page.getByRole('listbox', { name: 'Thinking' })],
  bash: ['idle', composer],
  abort_bash: ['bash', (page) => button(page, 'Interrupt')],
  abort_retry: ['retry', (page) => button(page, 'Stop retrying')],
  set_steering_mode: ['settings', (page) => settings(page).getByRole('group', { name: 'Steering mode' })],
  set_follow_up_mode: ['settings', (page) => settings(page).getByRole('group', { name: 'Follow-up mode' })],
  set_auto_compaction: ['settings', (page) => settings(page).getByRole('group', { name: 'Auto-compaction' })],
  set_auto_retry: ['settings', (page) => settings(page).getByRole('group', { name: 'Auto-retry' })],
  get_tree: ['session menu', (page) => item(page, 'Show the session as a tree')],
  get_entries: ['log', (page) => asked(page, 'Entries')],
  get_messages: ['log', (page) => asked(page, 'Messages')],
  get_fork_messages: ['session menu', (page) => item(page, 'Go back to a message (fork)')],
  get_state: ['log', (page) => asked(page, 'State')],
  get_commands: ['slash', (page) => page.getByRole('option', { name: /\/compact/ })],
};

// Long enough to be aborted, however busy the machine is.
test.use({ panelOptions: { settings: { retry: { enabled: true, maxRetries: 3, baseDelayMs: 60_000 } } } });

async function look(page: Page, scene: Scene): Promise<void> {
  for (const [type, [where, control]] of Object.entries(PLACES))
    if (where === scene && isPiSince(sinceOf(type as CommandType)))
      await expect(control(page).first(), type).toBeVisible();
}

test('every command has its control in the expected place', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['a question', 'An answer.']);
  await look(page, 'idle');
  await button(page, 'Context and cost').click();
  await button(page, 'System prompt').click();
  await expect(page.getByRole('dialog', { name: 'Context and cost' })).toContainText(
    isPiSince('0.86.0') ? 'Tools:' : "This pi doesn't report its system prompt: that takes 0.86.0 or newer.",
  );
  await page.keyboard.press('Escape');
  for (const [scene, name] of [
    ['model', /^Model:/],
    ['thinking', /^Thinking:/],
    ['context', 'Context and cost'],
    ['settings', /^Settings$/],
  ] as const) {
    await button(page, name).click();
    await look(page, scene);
    await page.keyboard.press('Escape');
  }
  await button(page, 'Sessions').click();
  await look(page, 'sessions');
  await sessions(page).getByRole('listitem').first().getByRole('button', { name: 'Actions' }).click();
  await look(page, 'session menu');
  await page.keyboard.press('Escape');
  await composer(page).fill('/comp');
  await look(page, 'slash');
  await composer(page).fill('');
  await showEventLog(page);
  await look(page, 'log');
  await asked(page, 'State').click();
  await expect(palette(page)).toContainText('"thinkingLevel"');
  await page.keyboard.press('Escape');
  await eventLog(page).getByRole('button', { name: 'Close event log' }).click();

  const hold = gate();
  panel.model.queue([{ steps: [{ text: 'Half. ' }, { until: hold.until }] }, says('Steered.')]);
  await send(page, 'go');
  await expect(conversation(page)).toContainText('Half.');
  await send(page, 'faster');
  await expect(queue(page)).toContainText('faster');
  if (!isPiSince(sinceOf('clear_queue'))) await expect(queue(page)).toContainText('cannot be changed');
  await composer(page).fill('more');
  await look(page, 'run');
  hold.open();
  await expect(conversation(page)).toContainText('Steered.');

  await composer(page).fill('');
  await send(page, '!sleep 60');
  await look(page, 'bash');
  await PLACES.abort_bash[1](page).first().click();
  await expect(PLACES.abort_bash[1](page)).toHaveCount(0);

  panel.model.queue([{ status: 529, body: { error: { type: 'overloaded_error', message: 'Overloaded' } } }]);
  await send(page, 'try');
  await look(page, 'retry');
  await PLACES.abort_retry[1](page).click();
  await expect(PLACES.abort_retry[1](page)).toHaveCount(0);
});

test("pi's settings say where they are stored, and survive a reload", async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/settings');
  await expect(settings(page)).toContainText('pi saves these in your settings.json');
  const retry = settings(page).getByRole('group', { name: 'Auto-retry' });
  await expect(retry.getByRole('button', { name: 'On' })).toHaveAttribute('aria-pressed', 'true');
  await retry.getByRole('button', { name: 'Off' }).click();
  await expect(retry.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
  await settings(page)
    .getByRole('group', { name: 'Steering mode' })
    .getByRole('button', { name: 'All' })
    .click();
  await page.reload();
  // The address names the page of the settings, so they open by themselves and cover their button.
  await expect(settings(page)).toBeVisible();
  await expect(retry.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
  await expect(
    settings(page).getByRole('group', { name: 'Steering mode' }).getByRole('button', { name: 'All' }),
  ).toHaveAttribute('aria-pressed', 'true');
  expect(await panel.command({ type: 'get_state' })).toMatchObject({ steeringMode: 'all' });
});
