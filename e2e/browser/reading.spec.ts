// The conversation for those who read it by ear: message by message, with positions and headings, and as plain text.
import type { Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { listen } from './announcements.ts';
import {
  button,
  composer,
  conversation,
  converse,
  expectIdle,
  open,
  palette,
  prompts,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? null);

test('keys go from the composer to the newest message, from message to message, and back', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['first question', 'First answer.']);
  panel.model.queue([
    calls('bash', { command: 'echo one' }),
    calls('bash', { command: 'echo two' }),
    says('Second answer.'),
  ]);
  await send(page, 'second question');
  await expect(conversation(page)).toContainText('Second answer.');
  await expectIdle(page);
  await expect(composer(page)).toBeFocused();
  const steps: (string | null)[] = [];
  for (let at = 0; at < 5; at++) {
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect.poll(() => focusedName(page)).not.toBe(steps.at(-1) ?? 'Message');
    steps.push(await focusedName(page));
  }
  expect(steps).toEqual(['Assistant', 'Work: 2 commands', 'You', 'Assistant', 'You']);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect.poll(() => focusedName(page)).toBe('Assistant');
  await page.keyboard.press('Alt+End');
  await expect(conversation(page).getByRole('article', { name: 'Assistant' }).last()).toBeFocused();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(composer(page)).toBeFocused();
});

test('each message has its position and, if it has text, a heading, which is not part of the text', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  panel.model.queue([says('# A title\n\nFirst answer.')]);
  await send(page, 'first question');
  await expectIdle(page);
  await expect(conversation(page)).toContainText('First answer.');
  await expect(prompts(page)).toHaveAttribute('aria-posinset', '1');
  await expect(prompts(page)).toHaveAttribute('aria-setsize', '2');
  await expect(conversation(page).getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(conversation(page)).toMatchAriaSnapshot(`
    - log "Conversation":
      - article "You":
        - heading "You" [level=3]
      - article "Assistant":
        - heading "Assistant" [level=3]
        - heading "A title" [level=3]
  `);
  await expect(prompts(page)).toHaveText(/^first question/);
});

test('a message and a tool call are read as plain text', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([calls('bash', { command: 'echo shown' }), says('See **this**:\n\n```\na  b\n```')]);
  await send(page, 'a question');
  await expect(conversation(page)).toContainText('See this');
  await expectIdle(page);
  await page.keyboard.press('Alt+F2');
  await expect(palette(page).getByLabel('Assistant')).toHaveText('See **this**:\n\n```\na  b\n```');
  await expect(palette(page).getByLabel('Assistant')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await conversation(page)
    .getByRole('article', { name: /^Tool bash/ })
    .getByRole('button')
    .first()
    .focus();
  await page.keyboard.press('Alt+F2');
  await expect(palette(page).getByLabel('Tool bash')).toHaveText('command: echo shown\n\nshown');
});

test('the user chooses how much is announced', async ({ page, panel }) => {
  await listen(page);
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Panel', exact: true }).click();
  await button(page, 'Answers and tools')
    .or(page.getByRole('radio', { name: 'Answers and tools' }))
    .click();
  await page.keyboard.press('Escape');
  panel.model.queue([calls('bash', { command: 'echo shown' }), says('Done.')]);
  await send(page, 'a question');
  await expect(conversation(page)).toContainText('Done.');
  await expect.poll(() => page.evaluate(() => window.heard)).toContain('polite: Running bash echo shown');
});
