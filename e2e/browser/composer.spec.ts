// The composer: nothing typed is lost, and every key does what it promises.
import type { Page } from '@playwright/test';
import { plainText } from '../../shared/view/history.ts';
import { gate, says } from '../panel/scripted.ts';
import {
  answers,
  attachedImages,
  button,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  files,
  open,
  image,
  prompts,
  queue,
  queued,
  send,
  sessions,
} from './page.ts';
import { expect, test } from './panel.ts';

test('Enter sends and Shift+Enter breaks the line', async ({ page, panel }) => {
  panel.model.queue([says('Heard.')]);
  await open(page, panel);
  await composer(page).pressSequentially('one');
  await composer(page).press('Shift+Enter');
  await composer(page).pressSequentially('two');
  await expect(composer(page)).toHaveValue('one\ntwo');
  await composer(page).press('Enter');
  await expect(conversation(page)).toContainText('Heard.');
  await expect(prompts(page)).toContainText('one\ntwo');
  await expect(composer(page)).toHaveValue('');
});

test('Enter within an input method does not send', async ({ page, panel }) => {
  await open(page, panel);
  await composer(page).fill('にほん');
  await composer(page).evaluate((field) => {
    const composing = { key: 'Enter', bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', { ...composing, isComposing: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { ...composing, keyCode: 229 }));
  });
  await expect(composer(page)).toHaveValue('にほん');
  await expect(prompts(page)).toHaveCount(0);
});

test('R-49: a draft survives a reload and belongs to its session', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['start', 'Noted.']);
  await composer(page).fill('half a thought');
  await page.reload();
  await expect(composer(page)).toHaveValue('half a thought');
});

test('a draft moves along into a new session, and is gone from both once it is sent', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('One.'), says('Two.')]);
  await open(page, panel);
  await send(page, 'start');
  await expect(conversation(page)).toContainText('One.');
  await expectIdle(page);
  await composer(page).fill('better said elsewhere');
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(entries(page, /./)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('better said elsewhere');
  await composer(page).press('Enter');
  await expect(conversation(page)).toContainText('Two.');
  await expectIdle(page);
  await button(page, 'Sessions').click();
  const rows = sessions(page).getByRole('listitem');
  await rows.filter({ hasText: 'start' }).getByRole('button').first().click();
  await expect(conversation(page)).toContainText('One.');
  await expect(composer(page)).toHaveValue('');
});

test('ArrowUp recalls sent messages, ArrowDown returns', async ({ page, panel }) => {
  panel.model.queue([says('One.'), says('Two.')]);
  await open(page, panel);
  for (const [text, answer] of [
    ['first question', 'One.'],
    ['second question', 'Two.'],
  ] as const) {
    await send(page, text);
    await expect(conversation(page)).toContainText(answer);
    await expectIdle(page);
  }
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('second question');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('first question');
  await composer(page).press('ArrowDown');
  await composer(page).press('ArrowDown');
  await expect(composer(page)).toHaveValue('');
});

test('a message that pi refuses stays in the composer, with the reason', async ({ page, panel }) => {
  await open(page, panel);
  const refusal = page.waitForResponse(/\/commands$/);
  await page.route(/\/commands$/, (route) =>
    route.fulfill({ status: 200, json: { success: false, error: 'Not now, says pi.' } }),
  );
  await send(page, 'my long prompt');
  await refusal;
  await expect(page.getByText('Not now, says pi.')).toBeVisible();
  await expect(composer(page)).toHaveValue('my long prompt');
});

test('R-13: a prompt that cannot reach the panel stays, with an error; one whose response is lost is delivered once', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('Once.')]);
  await open(page, panel);
  let isReached = false;
  await page.route(/\/commands$/, async (route) => {
    if (isReached) await route.fetch();
    await route.abort();
  });
  await send(page, 'only once');
  await expect(page.getByText(/cannot be reached/)).toBeVisible();
  await expect(composer(page)).toHaveValue('only once');
  isReached = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(composer(page)).toHaveValue('');
  await expect(page.getByText(/cannot be reached/)).toHaveCount(0);
  await expect(conversation(page)).toContainText('Once.');
  await expectIdle(page);
  await expect(prompts(page)).toHaveCount(1);
});

test('a message typed while the page loads is sent without the draft of another page', async ({
  page,
  panel,
  context,
}) => {
  panel.model.queue([says('Heard.')]);
  await open(page, panel);
  await composer(page).fill('half a thought');
  const other = await context.newPage();
  const held = gate();
  await context.route(/\/api\/events/, async (route) => {
    await held.until;
    await route.continue();
  });
  await page.reload();
  await other.goto(panel.origin);
  await composer(other).fill('a whole one');
  held.open();
  await expectIdle(other);
  await composer(other).press('Enter');
  await expect(prompts(other)).toHaveText(/^a whole one\b/);
  await expect(composer(other)).toHaveValue('');
  await page.reload();
  await expect(composer(page)).toHaveValue('half a thought');
});

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

test('images are attached, removed, sent and shown', async ({ page, panel }) => {
  panel.model.queue([says('I see a dot.')]);
  await open(page, panel);
  const pictures = attachedImages(page).getByRole('listitem');
  await page.getByLabel('Files to attach').setInputFiles(['a.png', 'b.png'].map(image));
  await expect(pictures).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove b.png' }).click();
  await expect(pictures).toHaveCount(1);
  await page.reload();
  await expect(pictures).toHaveCount(1);
  await send(page, 'what is this?');
  await expect(conversation(page)).toContainText('I see a dot.');
  await expect(prompts(page).getByRole('img')).toBeVisible();
  await expect(pictures).toHaveCount(0);
});

test.describe('with files', () => {
  test.use({ panelOptions: { files: { 'src/clock.ts': 'export {};\n' } } });

  test('a folder and a file dragged from the tree are mentioned at the caret', async ({ page, panel }) => {
    await open(page, panel);
    await composer(page).fill('compare with this');
    await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 7));
    const item = (name: string) => files(page).getByRole('treeitem', { name, exact: true });
    await item('src').dragTo(composer(page));
    await expect(composer(page)).toHaveValue('compare @src/ with this');
    await item('src').click();
    await item('clock.ts').dragTo(conversation(page));
    await expect(composer(page)).toHaveValue('compare @src/ @src/clock.ts with this');
  });
});

test('a long paste and a text file are chips that can be read, edited and removed, and are sent in full', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('Read.')]);
  await open(page, panel);
  const chips = page.getByRole('list', { name: 'Attached texts' }).getByRole('listitem');
  const log = Array.from({ length: 5000 }, (_, n) => `line ${n + 1}`).join('\n');
  await composer(page).fill('what is wrong?');
  await composer(page).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, log);
  await expect(chips).toHaveText(/Pasted 5,000 lines/);
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content, 'latin1'),
  });
  const input = page.getByLabel('Files to attach');
  await input.setInputFiles([file('notes.md', '# Notes'), file('gone.txt', 'x'), file('a.bin', '\0\xff')]);
  await expect(page.getByText(/^a\.bin is neither text nor/)).toBeVisible();
  await button(page, 'Remove gone.txt').click();
  await page.reload();
  await expect(chips).toHaveText([/Pasted 5,000 lines/, /notes\.md/]);
  await chips
    .last()
    .getByRole('button', { name: /^notes/ })
    .click();
  await page.getByRole('textbox', { name: 'notes.md' }).fill('# Better notes');
  await button(page, 'Done').click();
  await composer(page).press('Enter');
  await expect(conversation(page)).toContainText('Read.');
  await expect(chips).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
  const [message] = (await panel.storedMessages()).filter(({ role }) => role === 'user');
  const text = message?.role === 'user' ? plainText(message.content) : '';
  expect(text).toBe(`what is wrong?\n\n${log}\n\nnotes.md:\n\`\`\`\n# Better notes\n\`\`\``);
});

test('an image needs no words', async ({ page, panel }) => {
  panel.model.queue([says('A dot.')]);
  await open(page, panel);
  await page.getByLabel('Files to attach').setInputFiles(image());
  await button(page, 'Send').click();
  await expect(conversation(page)).toContainText('A dot.');
  await expect(prompts(page).getByRole('img')).toBeVisible();
  await expect(attachedImages(page).getByRole('listitem')).toHaveCount(0);
});

test('a command that only the TUI has says what to use instead, and one of the page uses its argument', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/scoped-models');
  await expect(page.getByText(/run pi in a terminal for that/)).toBeVisible();
  await expect(composer(page)).toHaveValue('/scoped-models');
  await send(page, '/debug');
  await expect(page.getByText(/the event log shows/)).toBeVisible();
  await send(page, '/thinking hard');
  await expect(page.getByText(/“hard” is not a level of this model/)).toBeVisible();
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

test('Edit queue moves the queued messages into the composer, before the draft', async ({ page, panel }) => {
  const first = gate();
  panel.model.queue([
    { steps: [{ text: 'Working. ' }, { until: first.until }, { text: 'Done.' }] },
    says('Never asked for.'),
  ]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(answers(page)).toContainText('Working.');
  await send(page, 'steer by Enter');
  await composer(page).fill('follow by Alt+Enter');
  await composer(page).press('Alt+Enter');
  await expect(queued(page)).toHaveText([/Steer.*steer by Enter/s, /Follow-up.*follow by Alt\+Enter/s]);
  await composer(page).fill('being typed');
  await queue(page).getByRole('button', { name: 'Edit queue' }).click();
  await expect(composer(page)).toHaveValue('steer by Enter\n\nfollow by Alt+Enter\n\nbeing typed');
  await expect(queue(page)).toHaveCount(0);
  first.open();
  await expectIdle(page);
  await expect(prompts(page)).toHaveCount(1);
});

test('a message sent while another is being delivered follows it, into the lane of the key that was pressed', async ({
  page,
  panel,
}) => {
  const [first, held] = [gate(), gate()];
  panel.model.queue([
    { steps: [{ text: 'Working. ' }, { until: first.until }, { text: 'Done.' }] },
    says('Steered.'),
    says('Followed.'),
  ]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(answers(page)).toContainText('Working.');
  await page.route(/\/commands$/, async (route) => {
    await held.until;
    await route.continue();
  });
  await send(page, 'steer at once');
  await composer(page).pressSequentially(' and then go on');
  await composer(page).press('Alt+Enter');
  await composer(page).pressSequentially(' and on');
  held.open();
  await expect(queued(page)).toHaveText([/Steer.*steer at once/s, /Follow-up.*and then go on/s]);
  await expect(composer(page)).toHaveValue('and on');
  first.open();
  await expect(conversation(page)).toContainText('Followed.');
  await expect(prompts(page)).toHaveText([/begin/, /steer at once/, /and then go on/]);
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

  test('what it puts there replaces what it put there before, and a reload does not double it', async ({
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

test('Ctrl+G edits the whole draft in a large editor, with what was pasted, and nothing typed is lost', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const message = composer(page);
  await message.fill('Look at this:');
  const paste = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  await message.evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, paste);
  const chip = page.getByRole('button', { name: /^Pasted 40 lines/ });
  await expect(chip).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Edit the message' });
  const monaco = dialog.locator('.monaco-editor .view-lines');
  await message.press('Control+g');
  await expect(monaco).toContainText('line 39');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(chip).toBeVisible();
  await expect(message).toHaveValue('Look at this:');

  await message.press('Control+g');
  await expect(monaco).toContainText('line 39');
  await monaco.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and more');
  await expect(monaco).toContainText('and more');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(message).toBeFocused();
  await expect(message).toHaveValue(`Look at this:\n\n${paste} and more`);
  await expect(chip).toBeHidden();
});
