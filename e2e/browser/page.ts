// Locators and steps of the browser tests on the page of a panel.
import { expect, type Locator, type Page } from '@playwright/test';
import { ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import type { RunningPanel } from './panel.ts';

export const region =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('region', { name, exact: true });

export const agents = region('Agents');
export const chat = region('Chat');
export const editor = region('Editor');
export const eventLog = region('Event log');
export const files = region('Files');
export const notifications = region('Notifications');
export const queue = region('Queue');
export const review = region('Review');
export const search = region('Search');
export const sessions = region('Sessions');
export const settings = region('Settings');
export const statusBar = region('Status bar');
export const terminal = region('Terminal');
export const widgetsAbove = region('Widgets above');
export const widgetsBelow = region('Widgets below');

export const agentStatus = (page: Page): Locator =>
  page.getByRole('status', { name: 'Agent status' }).first();
export const attachedImages = (page: Page): Locator => page.getByRole('list', { name: 'Images' });
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
const connection = (page: Page): Locator => page.getByRole('status', { name: 'Connection' });
export const conversation = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });
export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
export const queued = (page: Page): Locator => queue(page).getByRole('listitem');
export const sessionName = (page: Page): Locator => page.getByRole('textbox', { name: 'Session name' });
export const tabPanel = (page: Page): Locator => terminal(page).getByRole('tabpanel');

/** Entries of the conversation by their accessible name, such as `Tool bash: ls`. */
export const entries = (page: Page, name: string | RegExp): Locator =>
  conversation(page).getByRole('article', { name });
export const answers = (page: Page): Locator => entries(page, /^Assistant/);
export const prompts = (page: Page): Locator => entries(page, /^You/);

/** Opens the tool calls that are folded into one line. */
export async function openWork(page: Page): Promise<void> {
  const folded = conversation(page).locator('[role="group"] > button[aria-expanded="false"]');
  await expect(folded).not.toHaveCount(0);
  await folded.evaluateAll((all: HTMLElement[]) => all.forEach((fold) => fold.click()));
  await expect(folded).toHaveCount(0);
}

export const button = (where: Page | Locator, name: string): Locator =>
  where.getByRole('button', { name, exact: true });

/** Opens the page by the printed link, as a user does, and waits until the agent is ready. */
export async function open(page: Page, panel: RunningPanel): Promise<void> {
  await page.goto(panel.url.href);
  await expectIdle(page);
  await expectLive(page);
}

/** Starts another agent, and waits until the page has heard of it, because a key leads to it only then. */
export async function addAgent(page: Page, panel: RunningPanel, workspace?: string): Promise<void> {
  expect((await panel.post('agents', { workspace })).status).toBe(201);
  await expect(page.getByRole('button', { name: /^Agent:/ })).toBeVisible();
}

/** Unfolds the terminal, which stays open in this workspace. */
export async function openTerminal(page: Page): Promise<void> {
  const toggle = button(page, 'Terminal');
  if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
  await expect(terminal(page)).toBeVisible();
}

/**
 * Shows the event log by its key, and waits for the focus to be there, because text that is filled in earlier would
 * move it.
 */
export async function showEventLog(page: Page): Promise<void> {
  await page.keyboard.press('Alt+L');
  await expect(eventLog(page).getByRole('searchbox', { name: 'Filter by text' })).toBeFocused();
}

/** Shows a region on a phone, where "More" has some of the tabs. */
export async function showTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
  if (!(await tab.isVisible())) await button(page.locator('[data-tab-bar]'), 'More').click();
  await tab.click();
}

/** Sends a prompt with Enter. */
export async function send(page: Page, text: string): Promise<void> {
  const message = composer(page);
  await message.fill(text);
  await message.press('Enter');
}

/** Runs a whole turn: sends the prompt, which the model answers with `answer`. */
export async function converse(
  page: Page,
  panel: RunningPanel,
  [prompt, answer]: readonly [string, string],
): Promise<void> {
  panel.model.queue([says(answer)]);
  await send(page, prompt);
  await expect(answers(page).last()).toContainText(answer);
  await expectIdle(page);
}

/** Starting pi takes a second of CPU time or more, and many seconds on a busy machine. */
const START_MS = 30_000;

export async function expectIdle(page: Page): Promise<void> {
  await expect(agentStatus(page)).toHaveText('idle', { timeout: START_MS });
}

export async function expectLive(page: Page): Promise<void> {
  await expect(connection(page)).toHaveText('live');
}

export async function expectDisconnected(page: Page): Promise<void> {
  await expect(connection(page)).toHaveText(/reconnecting|offline/);
}

/** Asks for the undo of everything under review. */
export async function undoAll(page: Page): Promise<void> {
  await button(review(page), 'More').click();
  await page.getByRole('menuitem', { name: 'Undo all…' }).click();
}

/** A picture of one pixel for a file input. */
export const image = (name = 'dot.png'): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(ONE_PIXEL_PNG, 'base64'),
});

/** How far the conversation is from its end, in px. */
export function fromEnd(page: Page): Promise<number> {
  return conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
}

/** Turns the wheel over the conversation. */
export async function wheel(page: Page, delta: number): Promise<void> {
  const box = (await conversation(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, delta);
}
