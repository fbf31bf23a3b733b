// Extensions on the page, with one of each kind in the real pi: notices, statuses, widgets and
// titles; tools, messages and entries; commands. dialogs.spec.ts tests their dialogs.
import type { Locator, Page } from '@playwright/test';
import { calls, gate, says, ONE_PIXEL_PNG } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  composer,
  conversation,
  entries,
  expectDisconnected,
  expectIdle,
  expectLive,
  notifications,
  open,
  prompts,
  send,
  statusBar,
  widgetsAbove,
  widgetsBelow,
} from './page.ts';
import { expect, test } from './panel.ts';

test.describe('an extension that shows', () => {
  const SHOWS = `export default function (pi) {
    const red = (text) => '\\u001b[31m' + text + '\\u001b[0m';
    pi.on('session_start', (_event, { ui, sessionManager }) => {
      ui.notify('Here is ' + sessionManager.getSessionId(), 'warning');
    });
    pi.registerCommand('show', {
      description: 'shows',
      handler: async (_args, { ui }) => {
        for (const kind of ['info', 'warning', 'error']) ui.notify(red('said') + ' as ' + kind, kind);
        for (const key of ['first', 'second', 'gone']) ui.setStatus(key, red(key) + ' status');
        for (const key of ['first', 'second', 'gone']) ui.setWidget(key, [red(key) + ' widget']);
        ui.setWidget('under', Array.from({ length: 12 }, (_, n) => red('line ') + n), { placement: 'belowEditor' });
        ui.setWidget('first', ['first widget, again']);
        ui.setStatus('first', 'first status, again');
        ui.setStatus('gone', undefined);
        ui.setWidget('gone', undefined);
        ui.setTitle(red('Entitled'));
      },
    });
  }
  `;
  test.use({ panelOptions: { piArgs: ['-e', './shows.ts'], files: { 'shows.ts': SHOWS } } });

  test('everything appears under its kind and key with ANSI colors, also in a later tab, and once after a new session', async ({
    page,
    panel,
    context,
  }) => {
    await open(page, panel);
    await send(page, '/show');
    for (const [kind, word] of [
      ['Info', 'info'],
      ['Warning', 'warning'],
      ['Error', 'error'],
    ] as const)
      await expect(
        notifications(page)
          .getByRole('group', { name: kind })
          .filter({ hasText: `said as ${word}` }),
      ).toBeVisible();
    const late = await context.newPage();
    await open(late, panel);
    for (const at of [page, late]) {
      await expect(at).toHaveTitle('Entitled');
      const above = widgetsAbove(at);
      await expect(above).toHaveText(/^\s*first widget, again\s*second widget\s*$/);
      await expect(above.locator('span[style*="color"]')).toHaveText(['second']);
      const below = widgetsBelow(at);
      await expect(below).toContainText('line 9');
      await expect(below).not.toContainText('line 10');
      await below.getByRole('button', { name: 'Show 2 more lines' }).click();
      await expect(below).toContainText('line 11');
      const status = statusBar(at);
      await expect(status.getByTitle('first', { exact: true })).toHaveText('first status, again');
      await expect(status.getByTitle('second', { exact: true })).toHaveText('second status');
      await expect(status.getByTitle('gone', { exact: true })).toHaveCount(0);
      await at.getByRole('button', { name: /notifications/i }).click();
      await expect(listed(at).filter({ hasText: 'said as' })).toHaveText([/error/, /warning/, /info/]);
      await expect(at.locator('body')).not.toContainText('[31m');
      await at.keyboard.press('Escape');
    }

    await page.getByRole('button', { name: 'New session' }).click();
    await expect(page).not.toHaveTitle('Entitled');
    await expect(widgetsAbove(page)).toHaveCount(0);
    await page.getByRole('button', { name: /notifications/i }).click();
    // pi sends the greeting of the new session twice.
    await expect(listed(page).filter({ hasText: 'Here is' })).toHaveCount(2);
    await expect(notifications(page).getByText(/\d times/)).toHaveCount(0);
  });
});

test.describe('an extension that works', () => {
  const WORKS = `import { existsSync } from 'node:fs';
  export default function (pi) {
    pi.registerTool({
      name: 'paint', label: 'Paint', description: 'paints',
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
      execute: async (_id, { what }, _signal, onUpdate, ctx) => {
        // Waits until the test has opened the card.
        while (!existsSync('opened.txt')) await new Promise((resolve) => setTimeout(resolve, 20));
        onUpdate({ content: [{ type: 'text', text: 'sketching ' + what }], details: { step: 1 } });
        pi.appendEntry('works', { secret: 'kept to itself' });
        pi.setLabel(ctx.sessionManager.getEntries().find(({ message }) => message?.role === 'user').id, 'asked here');
        pi.sendMessage({ customType: 'hush', content: 'not for the reader', display: false });
        await ctx.ui.confirm('Go on painting?', '');
        const picture = { type: 'image', mimeType: 'image/png', data: '${ONE_PIXEL_PNG}' };
        return { content: [{ type: 'text', text: 'painted ' + what }, picture], details: { step: 2 } };
      },
    });
    pi.on('tool_call', ({ toolName }) => toolName === 'bash' ? { block: true, reason: 'Not in this house.' } : undefined);
    pi.on('agent_end', () => { throw new Error('lost at the end'); });
  }
  `;
  test.use({ panelOptions: { piArgs: ['-e', './works.ts'], files: { 'works.ts': WORKS } } });

  test('its tool shows progress and an image, private entries stay hidden, and a blocked tool is blocked after a restart too', async ({
    page,
    panel,
  }) => {
    // The panel starts twice.
    test.slow();
    panel.model.queue([
      { steps: [{ tool: 'paint', args: { what: 'a horse' } }] },
      calls('bash', { command: 'rm -rf everything' }),
      says('Painted.'),
    ]);
    await open(page, panel);
    await send(page, 'Paint a horse.');
    const paint = entries(page, /^Tool paint/);
    await paint.getByRole('button').first().click();
    await expect(paint.getByRole('definition')).toHaveText('a horse');
    await panel.write('opened.txt', '');
    await expect(paint).toContainText('sketching a horse');
    await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(answers(page).last()).toContainText('Painted.');
    await expect(paint).toContainText('painted a horse');
    await expect(paint.getByRole('img', { name: /picture|image/i })).toBeVisible();
    await paint.getByRole('button', { name: 'Details' }).click();
    await expect(paint).toContainText('"step": 2');
    await expect(
      notifications(page).getByText(/works\.ts failed in agent_end: lost at the end/),
    ).toBeVisible();
    await expectTold(page);

    await panel.kill('SIGKILL');
    await expectDisconnected(page);
    await panel.start();
    await expectLive(page);
    await expectIdle(page);
    await expectTold(page);
  });

  async function expectTold(page: Page): Promise<void> {
    await expect(prompts(page)).toContainText('Paint a horse.');
    await expect(conversation(page).getByText('asked here')).toBeVisible();
    await expect(entries(page, /^Tool bash/).getByLabel('blocked')).toBeVisible();
    await expect(entries(page, /^Tool paint/).getByLabel('done')).toBeVisible();
    await expect(conversation(page)).not.toContainText('not for the reader');
    await expect(conversation(page)).not.toContainText('kept to itself');
    await expect(conversation(page).getByRole('article')).toHaveCount(4);
  }
});

test.describe('commands', () => {
  const COMMANDS = `export default function (pi) {
    const command = (name, handler) => pi.registerCommand(name, { description: 'does ' + name, handler });
    command('note', async (args, ctx) => ctx.ui.notify('noted: ' + args, 'warning'));
    command('begin', async (args) => pi.sendUserMessage('Begun with ' + args));
  }
  `;
  const files = {
    'commands.ts': COMMANDS,
    '.pi/prompts/notebook.md': '---\ndescription: Opens the notebook\n---\nOpen the notebook at $1.',
    '.pi/skills/notary/SKILL.md': '---\nname: notary\ndescription: Certifies a note\n---\nCertify it.\n',
  };
  test.use({ panelOptions: { piArgs: ['-e', './commands.ts', '--approve'], files } });

  test('commands complete with description and source, run during a run or start one, and a reload finds new ones', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await composer(page).pressSequentially('/not');
    const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    const found = [
      /^\/note .*does note.*extension/s,
      /\/notebook.*Opens the notebook.*prompt/s,
      /\/skill:notary.*Certifies a note.*skill/s,
    ];
    for (const [nth, words] of found.entries()) await expect(options.nth(nth)).toHaveText(words);

    const hold = gate();
    panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: hold.until }, { text: 'Done.' }] }]);
    await send(page, '/begin a text of mine');
    await expect(prompts(page)).toContainText('Begun with a text of mine');
    await expect(answers(page)).toContainText('Working.');
    await send(page, '/note while it works');
    await expect(notifications(page).getByText('noted: while it works')).toBeVisible();
    await expect(agentStatus(page)).toHaveText('running');
    hold.open();
    await expectIdle(page);
    await expect(entries(page, /./)).toHaveCount(2);

    await panel.write('.pi/prompts/notepad.md', 'Open the notepad.');
    await send(page, '/reload');
    await expect(notifications(page).getByText(/were reloaded/)).toBeVisible();
    await composer(page).pressSequentially('/notep');
    await expect(options).toHaveText([/\/notepad/]);
  });
});

const listed = (page: Page): Locator => notifications(page).getByRole('listitem');
