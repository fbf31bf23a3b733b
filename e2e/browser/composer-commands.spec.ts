// Commands in the composer: completion, those of the TUI, and those of extensions.
import type { Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { button, composer, conversation, open, prompts, queue, send } from './page.ts';
import { expect, test } from './panel.ts';

test.describe('completion', () => {
  const template = '---\ndescription: Fix the failing tests\n---\nFix the tests in $1';
  test.use({
    panelOptions: {
      files: { '.pi/prompts/fix-tests.md': template, 'src/server/clock.ts': 'export {};\n' },
      piArgs: ['--approve'],
    },
  });

  test('a slash offers commands with descriptions, and works by keyboard alone', async ({ page, panel }) => {
    await open(page, panel);
    await composer(page).pressSequentially('/fix');
    const list = page.getByRole('listbox', { name: 'Commands' });
    await expect(list.getByRole('option').first()).toContainText('Fix the failing tests');
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await composer(page).press('Tab');
    await expect(composer(page)).toHaveValue('/fix-tests ');
    await expect(list).toHaveCount(0);
  });

  test('an at sign offers workspace files; Escape closes the list and keeps the text', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await composer(page).pressSequentially('look at @clo');
    const list = page.getByRole('listbox', { name: 'Files' });
    await expect(list.getByRole('option').first()).toContainText('src/server/clock.ts');
    await composer(page).press('Escape');
    await expect(list).toHaveCount(0);
    await expect(composer(page)).toHaveValue('look at @clo');
    await composer(page).pressSequentially('c');
    await expect(list).toBeVisible();
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('look at @src/server/clock.ts ');
  });
});

test('a command that only the TUI has says what to use instead, and a command of the page uses its argument', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/scoped-models');
  await expect(page.getByText(/Settings, Models: choose what pi cycles through/)).toBeVisible();
  await expect(composer(page)).toHaveValue('/scoped-models');
  await send(page, '/debug');
  await expect(page.getByText(/the event log shows/)).toBeVisible();
  await send(page, '/thinking hard');
  await expect(page.getByText(/This model has no level “hard”/)).toBeVisible();
  await expect(composer(page)).toHaveValue('/thinking hard');
  await send(page, '/thinking high');
  await expect(button(page, 'Thinking: high')).toBeVisible();
  await send(page, '/model plain');
  const filter = page.getByRole('combobox', { name: 'Filter model' });
  await expect(filter).toHaveValue('plain');
  await expect(filter).toBeFocused();
  // It counts even before pi has listed its models.
  await filter.press('Enter');
  await expect(button(page, 'Model: Demo plain')).toBeVisible();
  await expect(prompts(page)).toHaveCount(0);
});

test.describe('an extension', () => {
  const WRITER = `export default function (pi) {
    pi.registerCommand('write', {
      description: 'writes into the composer',
      handler: async (args, ctx) => ctx.ui.setEditorText('from the extension'),
    });
    pi.registerCommand('ask', {
      description: 'asks and reports',
      handler: async (args, ctx) => {
        if (args === 'put') for (const text of ['one', 'two', 'three']) ctx.ui.setEditorText(text);
        const isSure = await ctx.ui.confirm('Sure?', args);
        if (isSure && args === 'and die') process.exit(3);
        ctx.ui.notify(isSure ? 'Told yes' : 'Told no', 'info');
      },
    });
  }
  `;
  const running = (page: Page) => page.getByRole('status', { name: 'Running command' });
  const question = (page: Page) => page.getByRole('dialog', { name: 'Sure?' });

  test.use({ panelOptions: { piArgs: ['-e', './writer.ts'], files: { 'writer.ts': WRITER } } });

  test('puts text into the composer without replacing the draft', async ({ page, panel, context }) => {
    await open(page, panel);
    await composer(page).fill('my own words');
    const other = await context.newPage();
    await other.goto(panel.origin);
    await send(other, '/write');
    await expect(composer(page)).toHaveValue('my own words\n\nfrom the extension');
  });

  test('its text replaces the text that it put there before, and a reload does not repeat it', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/ask put');
    await expect(composer(page)).toHaveValue('three');
    await page.reload();
    await expect(question(page)).toBeVisible();
    await expect(composer(page)).toHaveValue('three');
  });

  test('a command that waits in a dialog leaves the composer at once and is shown as running, also after a reload and in another tab', async ({
    page,
    panel,
    context,
  }) => {
    panel.model.queue([says('Done meanwhile.')]);
    await open(page, panel);
    await composer(page).pressSequentially('/ask about it');
    await composer(page).press('Enter');
    await composer(page).pressSequentially('and now do X');
    await composer(page).press('Enter');
    await expect(conversation(page)).toContainText('Done meanwhile.');
    await expect(prompts(page)).toHaveText(/^and now do X\b/);
    await expect(composer(page)).toHaveValue('');
    await expect(running(page)).toContainText('/ask about it');
    const other = await context.newPage();
    await other.goto(panel.origin);
    await expect(running(other)).toContainText('/ask about it');
    await composer(page).fill('half a thought');
    await page.reload();
    await expect(question(page)).toBeVisible();
    await expect(composer(page)).toHaveValue('half a thought');
    await button(running(page), 'Cancel').click();
    await expect(page.getByText('Told no').first()).toBeVisible();
    await expect(running(page)).toHaveCount(0);
    await expect(running(other)).toHaveCount(0);
    await expect(question(other)).toHaveCount(0);
    await expect(composer(page)).toHaveValue('half a thought');
  });

  test('a command that runs when pi dies comes back into the composer', async ({ page, panel }) => {
    await open(page, panel);
    await send(page, '/ask and die');
    await expect(question(page)).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    await button(question(page), 'Yes').click();
    await expect(button(page, 'Restart')).toBeVisible();
    await expect(composer(page)).toHaveValue('/ask and die');
    await expect(running(page)).toHaveCount(0);
    await expect(queue(page)).toHaveCount(0);
  });
});
