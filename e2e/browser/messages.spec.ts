// The actions of a message: a failed answer can be tried again, a message can be edited and sent again, and the branches
// that this makes can be switched; the end of a turn lists what it changed.
import { calls, CONTEXT_OVERFLOW, gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  converse,
  entries,
  expectIdle,
  open,
  prompts,
  send,
} from './page.ts';
import type { Locator } from '@playwright/test';
import { storeSession } from '../panel/session-files.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

test('a failed answer stays, explains what happened, and can be retried without being sent twice', async ({
  page,
  panel,
}) => {
  panel.model.queue([{ status: 400, body: { error: { message: 'No such thing', code: 'x' } } }]);
  await open(page, panel);
  await send(page, 'do it');
  const card = answers(page).getByRole('group', { name: 'Error' });
  await expect(card).toContainText('The model failed');
  await expect(card).not.toContainText('{');
  // pi 0.79.9 says only the message of an error, so there is nothing more to show.
  if (isPiSince('0.84.4')) {
    await button(card, 'Details').click();
    await expect(card.locator('pre')).toContainText('"code":"x"');
  }
  await expectIdle(page);
  await expect(button(prompts(page), 'Edit and resend')).toHaveCount(1);
  panel.model.queue([says('Done now.')]);
  await button(card, 'Retry').click();
  await expect(answers(page)).toContainText('Done now.');
  await expect(prompts(page)).toHaveCount(1);
  await expect(conversation(page)).not.toContainText('No such thing');
});

test('an error that pi takes out of the conversation stays with its next steps, also after a reload', async ({
  page,
  panel,
}) => {
  panel.model.queue([CONTEXT_OVERFLOW]);
  await open(page, panel);
  await send(page, 'too much');
  for (const again of [false, true]) {
    if (again) await page.reload();
    const card = answers(page).getByRole('group', { name: 'Error' });
    await expect(card).toContainText('too long for this model');
    await expect(button(card, 'Compact and retry')).toBeVisible();
    // Older versions of pi do not record that they take the error out.
    if (isPiSince('0.87.0')) await expect(conversation(page)).toContainText('Hidden from the model');
  }
  const help = page.getByRole('dialog', { name: 'Help' });
  await button(answers(page).getByRole('group', { name: 'Error' }), 'Help').click();
  await expect(help.getByRole('heading', { name: 'The model fails' })).toBeVisible();
  await expect(help).toContainText('The conversation is too long');
  await help.getByRole('button', { name: 'Extensions' }).click();
  await expect(help.getByRole('region', { name: 'Extensions' })).toContainText('pi --no-extensions');
  await page.keyboard.press('Escape');
  await expect(button(answers(page), 'Help')).toBeFocused();
  await button(answers(page), 'Choose another model').click();
  await expect(page.getByRole('listbox').first()).toBeVisible();
});

test('context and cost grow during a run, and the usage of each answer is one click away', async ({
  page,
  panel,
}) => {
  const rest = gate();
  const used = (prompt_tokens: number, completion_tokens: number) => ({
    usage: { prompt_tokens, completion_tokens },
  });
  panel.model.queue([
    { steps: [{ text: 'One.' }], ...used(1000, 10) },
    { steps: [{ text: 'Looking.' }, { tool: 'bash', args: { command: 'true' } }], ...used(9000, 50) },
    { steps: [{ text: 'Two.' }, { until: rest.until }], ...used(9100, 60) },
  ]);
  await open(page, panel);
  await send(page, 'first');
  await expect(conversation(page)).toContainText('One.');
  await expectIdle(page);
  await send(page, 'second');
  await expect(conversation(page)).toContainText('Two.');
  const meter = page.getByRole('meter', { name: 'Context' });
  await expect(meter).toHaveAttribute('aria-valuetext', /^9\S*k of /);
  await expect(page.getByText(/^Cost \$0\.03$/)).toBeVisible();
  await expect(agentStatus(page)).toHaveText('running');
  rest.open();
  await expectIdle(page);
  for (const [words, usage] of [
    ['One.', '1k in · 10 out'],
    ['Two.', '9.1k in · 60 out'],
  ] as const) {
    const answer = answers(page).filter({ hasText: words });
    await answer.hover();
    await button(answer, 'Usage').click();
    await expect(answer).toContainText(usage);
  }
  await expect(conversation(page).getByText('9k in')).toHaveCount(0);
  const call = conversation(page).getByRole('article', { name: 'Tool bash: true' });
  await call.getByRole('button').first().click();
  await expect(call).toContainText('9k in · 50 out');
});

test('a message that is edited and sent again begins a branch, and both branches can be shown', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['First **question**', 'First answer.']);
  await expect(prompts(page).locator('strong')).toHaveText('question');
  await prompts(page).hover();
  await button(prompts(page), 'Edit and resend').click();
  await expect(composer(page)).toHaveValue('First **question**');
  await expect(composer(page)).toBeFocused();
  await expect(answers(page)).toHaveCount(0);
  await composer(page).fill('');
  await converse(page, panel, ['Better question', 'Better answer.']);
  const branches = conversation(page).getByRole('group', { name: /^Branch/ });
  await expect(branches).toHaveAttribute('aria-label', 'Branch 2 of 2');
  await button(branches, 'Previous branch').click();
  await expect(answers(page)).toContainText('First answer.');
  await expect(branches).toHaveAttribute('aria-label', 'Branch 1 of 2');
  await button(branches, 'Next branch').click();
  await expect(answers(page)).toContainText('Better answer.');

  // A good answer can be tried again, too: the one before stays as a branch.
  panel.model.queue([says('Best answer.')]);
  await button(answers(page), 'Retry answer').click();
  await expect(answers(page)).toContainText('Best answer.');
  await expect(prompts(page)).toHaveText(/Better question/);
  await expect(branches).toHaveAttribute('aria-label', 'Branch 3 of 3');
});

test('an edited message can be given up: the conversation and the draft are as before', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['First question', 'First answer.']);
  await composer(page).fill('my draft');
  await prompts(page).hover();
  await button(prompts(page), 'Edit and resend').click();
  await expect(composer(page)).toHaveValue('First question\n\nmy draft');
  await expect(answers(page)).toHaveCount(0);
  await button(page.getByRole('region', { name: 'Composer' }), 'Cancel').click();
  await expect(answers(page)).toContainText('First answer.');
  await expect(composer(page)).toHaveValue('my draft');

  await prompts(page).hover();
  await button(prompts(page), 'Edit and resend').click();
  await expect(composer(page)).toHaveValue('First question\n\nmy draft');
  await composer(page).press('Escape');
  await expect(answers(page)).toContainText('First answer.');
  await expect(composer(page)).toHaveValue('my draft');
});

test('the note about an undo comes back when an edit is given up, for the user and for the model', async ({
  page,
  panel,
}) => {
  await panel.write('a.txt', 'one\n');
  await open(page, panel);
  panel.model.queue([calls('write', { path: 'a.txt', content: 'two\n' }), says('Changed.')]);
  await send(page, 'Change it');
  await expect(answers(page).last()).toContainText('Changed.');
  await expectIdle(page);
  await converse(page, panel, ['And now?', 'Nothing.']);
  const first = prompts(page).filter({ hasText: 'Change it' });
  await first.hover();
  await button(first, 'Undo files from here').click();
  await page.getByRole('dialog', { name: 'Undo changes' }).getByRole('button', { name: /^Undo/ }).click();
  const note = conversation(page).getByText('You undid changes in a.txt');
  await expect(note).toBeVisible();
  const second = prompts(page).filter({ hasText: 'And now?' });
  await second.hover();
  await button(second, 'Edit and resend').click();
  await expect(note).toHaveCount(0);
  const cancel = button(page.getByRole('region', { name: 'Composer' }), 'Cancel');
  await cancel.click();
  await expect(second).toBeVisible();
  await expect(note).toBeVisible();

  await second.hover();
  await button(second, 'Edit and resend').click();
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(composer(page)).toHaveValue('And now?');
  await cancel.click();
  await expect(cancel).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
  await expect(second).toBeVisible();
  await expect(note).toBeVisible();
  await expect(note).toBeVisible();
  await converse(page, panel, ['Go on', 'Yes.']);
  expect(JSON.stringify(panel.model.requests.at(-1))).toContain('a.txt');
  expect(JSON.stringify(panel.model.requests.at(-1))).toMatch(/undid/i);
});

test('with an edited message, the files that changed after it can be undone', async ({ page, panel }) => {
  await panel.write('a.txt', 'one\n');
  await open(page, panel);
  await converse(page, panel, ['First question', 'First answer.']);
  panel.model.queue([calls('write', { path: 'a.txt', content: 'two\n' }), says('Changed.')]);
  await send(page, 'Change it');
  await expect(answers(page).last()).toContainText('Changed.');
  await expectIdle(page);
  const prompt = prompts(page).filter({ hasText: 'Change it' });
  await prompt.hover();
  await expect(button(prompt, 'Undo files from here')).toBeVisible();
  await button(prompt, 'Edit and resend').click();
  await expect(composer(page)).toHaveValue('Change it');
  const note = page.getByRole('region', { name: 'Composer' });
  await expect(note).toContainText('Files stay as they are.');
  const undo = button(note, 'Also undo 1 file…');
  // It is the same after a reload.
  await page.reload();
  await undo.click();
  await page.getByRole('dialog', { name: 'Undo changes' }).getByRole('button', { name: /^Undo/ }).click();
  await expect(undo).toHaveCount(0);
  await expect(note).not.toContainText('stay as they are');
  await expect.poll(() => panel.read('a.txt')).toBe('one\n');
  await expect(composer(page)).toHaveValue('Change it');
  await composer(page).fill('');
  await converse(page, panel, ['Change nothing', 'Nothing changed.']);
});

test('the reader stays in place when an edit is given up, and when another branch is shown', async ({
  page,
  panel,
}) => {
  const texts = Array.from({ length: 40 }, (_, n) =>
    `${n % 2 === 0 ? 'Question' : 'Answer'} ${n}\n\n`.repeat(4),
  );
  await storeSession(panel.folders.agentDir, { id: 'long', cwd: panel.workspace, texts });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: 'long' });
  const question = prompts(page).filter({ hasText: 'Question 20' });
  await question.scrollIntoViewIfNeeded();
  const placeOf = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())!.y);
  await question.hover();
  const before = await placeOf(question);
  await button(question, 'Edit and resend').click();
  await expect(composer(page)).toHaveValue(/^Question 20/);
  await expect(question).toHaveCount(0);
  await button(page.getByRole('region', { name: 'Composer' }), 'Cancel').click();
  await expect(question).toBeVisible();
  await expect.poll(() => placeOf(question)).toBe(before);
  await expect(page.getByRole('button', { name: /new below/ })).toHaveCount(0);

  await question.hover();
  await button(question, 'Edit and resend').click();
  // pi has moved there.
  await expect(composer(page)).toHaveValue(/^Question 20/);
  await composer(page).fill('');
  panel.model.queue([says(`Better answer.\n\n${'More.\n\n'.repeat(30)}`)]);
  await send(page, 'Better question');
  await expect(answers(page).last()).toContainText('Better answer.');
  await expectIdle(page);
  const branches = conversation(page).getByRole('group', { name: /^Branch/ });
  await branches.scrollIntoViewIfNeeded();
  const at = await placeOf(branches);
  await button(branches, 'Previous branch').click();
  await expect(branches).toHaveAttribute('aria-label', 'Branch 1 of 2');
  await expect.poll(() => placeOf(branches)).toBe(at);
  await button(branches, 'Next branch').click();
  await expect(branches).toHaveAttribute('aria-label', 'Branch 2 of 2');
  await expect.poll(() => placeOf(branches)).toBe(at);
});

test('a message too long for the page is shown, copied and edited as a whole', async ({
  page,
  panel,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const long = Array.from(
    { length: 6000 },
    (_, n) => `line ${n} of a pasted log, GET /api/items/${n} 200 OK`,
  ).join('\n');
  panel.model.queue([says('I have read it.')]);
  await open(page, panel);
  await panel.command({ type: 'prompt', message: long });
  await expect(answers(page)).toContainText('I have read it.');
  await expectIdle(page);
  const message = prompts(page);
  await expect(message).not.toContainText('more characters');
  await button(message, 'Show all').click();
  await expect(message).toContainText('/api/items/5999 200 OK');
  await expect(message).not.toContainText('more characters');
  await button(message, 'Show less').click();
  await message.hover();
  await button(message, 'Copy message').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(long);
  await button(message, 'Edit and resend').click();
  const attached = page
    .getByRole('list', { name: 'Attached texts' })
    .getByRole('button', { name: /^Pasted 6,000 lines/ });
  await attached.click();
  await expect(page.getByRole('textbox', { name: /6,000 lines/ })).toHaveValue(long);
});

test.describe('a turn with tools', () => {
  test.use({ panelOptions: { files: { 'src/app.ts': 'export const a = 1;\n' } } });

  test('ends with the files that it changed and their lines; a file opens from there', async ({
    page,
    panel,
  }) => {
    const edits = [{ oldText: 'a = 1', newText: 'a = 10' }];
    panel.model.queue([calls('edit', { path: 'src/app.ts', edits }), says('Changed.')]);
    await open(page, panel);
    await send(page, 'change it');
    await expect(answers(page).last()).toContainText('Changed.');
    await expect(entries(page, 'Tool edit: src/app.ts')).toBeVisible();
    const foot = conversation(page).getByRole('button', { name: /1 file changed/ });
    await expect(foot).toContainText('+1');
    await foot.click();
    const file = conversation(page).getByRole('button', { name: /^app\.ts src/ });
    // Below its line, not beside it.
    const [line, row] = [(await foot.boundingBox())!, (await file.boundingBox())!];
    expect(row.y).toBeGreaterThanOrEqual(line.y + line.height);
    await file.click();
    await expect(page.getByRole('tablist', { name: 'Open files' })).toContainText('app.ts');
  });
});

test(
  'what is copied from answers is Markdown, without the labels of the page; code and single words are copied as they are',
  { tag: '@chromium' },
  async ({ page, panel, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const text = [
      '## Steps *now*',
      'Use **bold** and `a|b`, see [the guide](https://example.org/a), ~~not~~ $x^2$.',
      '3. three\n5. five\n   - nested',
      '> quoted',
      '```ts\nconst a = 1;\n\nif (a) {\n  b();\n}\n```',
      '| a | b |\n| --- | --- |\n| 1 | `x` |',
    ].join('\n\n');
    panel.model.queue([{ steps: [{ text }] }]);
    await open(page, panel);
    await send(page, 'copy me');
    const answer = answers(page).last();
    await expect(answer.locator('.katex-html')).toBeVisible();
    await expect(answer.locator('table')).toBeVisible();
    const copy = async (from: string, to: string): Promise<string> => {
      await answer.evaluate(
        (element, [first, last]) => {
          const [begin, end] = [element.querySelector(first!)!, [...element.querySelectorAll(last!)].at(-1)!];
          document.getSelection()!.setBaseAndExtent(begin, 0, end, end.childNodes.length);
        },
        [from, to],
      );
      await expect(
        page.getByRole('button', { name: 'Ask' }).or(page.getByRole('toolbar')).first(),
      ).toBeVisible();
      await page.keyboard.press('ControlOrMeta+C');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copy('.heading', 'tr:last-child td:last-child')).toBe(text);
    expect(await copy('strong', 'strong')).toBe('bold');
    expect(await copy('pre code .line', 'pre code .line')).toContain('const a = 1;\n\nif (a) {\n  b();');
  },
);

// Playwright warns in the console of Firefox that it blocks the service worker.
const RICH =
  'math, diagrams, footnotes and images of the workspace are shown, and nothing breaks the page’s policy';
test(RICH, { tag: '@chromium' }, async ({ page, panel }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await panel.write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>');
  const text =
    'Sum $x^2$ in src/app.ts:3 [^1], <kbd>Ctrl</kbd>.\n\n![Logo](logo.svg)\n\n' +
    '```mermaid\nflowchart LR\n  A[Start]-->B;B-->终点\n```\n\n[^1]: The note.\n';
  panel.model.queue([{ steps: [{ text, chunk: 9 }] }]);
  await open(page, panel);
  await send(page, 'show');
  const answer = answers(page);
  await expect(answer.locator('.katex-html .msupsub')).toBeVisible();
  await expect(answer.locator('math msup')).toBeAttached();
  await expect(button(answer, 'src/app.ts:3')).toBeVisible();
  await expect(answer.getByRole('img', { name: 'Logo' })).toBeVisible();
  const diagram = answer.getByRole('figure', { name: 'Diagram' });
  await expect(diagram.locator('svg text')).toHaveText(['Start', 'B', '终点']);
  await button(answer, 'Show the source').click();
  await expect(diagram).toHaveCount(0);
  await expect(answer).toContainText('A[Start]-->B;B-->终点');
  await answer.locator('sup a').first().click();
  await expect(answer.locator('[data-footnote="1"]')).toBeFocused();
  await expect(answer.locator('kbd')).toHaveText('Ctrl');
  expect(problems).toEqual([]);
});

test('turns are equally far apart, and the hidden buttons of an answer hold no room', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['one', 'The first answer.']);
  panel.model.queue([calls('bash', { command: 'true' })]);
  await converse(page, panel, ['two', 'The second answer.']);
  await converse(page, panel, ['three', 'The third answer.']);
  const gaps = await conversation(page).evaluate((log) =>
    [...log.querySelectorAll('[data-own]')].slice(1).map((own) => {
      const answers = [...log.querySelectorAll('[data-answer]')];
      const before = answers.findLast(
        (answer) => answer.compareDocumentPosition(own) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      return Math.round(own.getBoundingClientRect().top - before!.getBoundingClientRect().bottom);
    }),
  );
  expect(gaps).toEqual([32, 32]);
  // The buttons are in that room.
  const first = answers(page).first();
  await first.hover();
  const copy = button(first, 'Copy answer');
  await expect.poll(() => copy.evaluate((each) => getComputedStyle(each.parentElement!).opacity)).toBe('1');
  await copy.click({ trial: true });
});
