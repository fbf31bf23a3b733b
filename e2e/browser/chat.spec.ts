// The conversation: it shows what the agent says and does, and does not move the user's scroll position.
import type { Locator } from '@playwright/test';
import { gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  entries,
  expectIdle,
  fromEnd,
  open,
  openWork,
  send,
  statusBar,
  wheel,
} from './page.ts';
import { expect, test } from './panel.ts';

const MARKED = `# A title

Some **strong** words, \`src/app.ts:2\`, [a place](https://example.org/there) and [a trap](javascript:alert(1)).

<img src="https://tracker.test/raw.png" onerror="document.title='owned'">

![a picture](https://tracker.test/picture.png) and [by name][later].

| left | right |
|------|------:|
| one  |     2 |

- [x] done
- [ ] to do

\`\`\`ts
const answer: number = 42;
\`\`\`

[later]: https://example.org/later
`;

test('an answer is rendered as Markdown, without raw HTML or requests to other hosts', async ({
  page,
  panel,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(panel.origin)) elsewhere.push(request.url());
  });
  panel.model.queue([{ steps: [{ text: MARKED, chunk: 7 }] }]);
  await open(page, panel);
  await send(page, 'show');
  const answer = answers(page);
  await expect(answer.getByRole('heading', { name: 'A title' })).toBeVisible();
  await expectIdle(page);
  await expect(answer.locator('strong').first()).toHaveText('strong');
  await expect(answer.getByRole('cell', { name: '2' })).toBeVisible();
  await expect(answer.getByRole('checkbox')).toHaveCount(2);
  await expect(answer).toContainText('<img src="https://tracker.test/raw.png"');
  await expect(answer.locator('img')).toHaveCount(0);
  await expect(answer).toContainText('(javascript:alert(1))');
  const links = answer.getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'https://example.org/there',
    'https://tracker.test/picture.png',
    'https://example.org/later',
  ]);
  await expect(links.first()).toHaveAttribute('rel', /noopener/);
  await expect(answer.locator('pre')).toHaveText('const answer: number = 42;');
  await expect(answer.locator('pre span[style*="color"]').first()).toHaveText('const');
  expect(elsewhere).toEqual([]);
});

test('while an answer streams, finished paragraphs are not rendered again, so a selection survives, and neither changes nor git are read again', async ({
  page,
  panel,
}) => {
  const [rest, end] = [gate(), gate()];
  panel.model.queue([
    {
      steps: [
        { text: 'First paragraph.\n\nSecond one.\n\nThird' },
        { until: rest.until },
        { text: ' and last'.repeat(40), chunk: 9, every: 20 },
        { text: ' one.' },
        { until: end.until },
      ],
    },
  ]);
  await open(page, panel);
  await send(page, 'go');
  const paragraphs = answers(page).locator('p');
  await expect(paragraphs).toHaveCount(3);
  await paragraphs.evaluateAll((all) => all.forEach((paragraph, i) => (paragraph.dataset.seen = String(i))));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  rest.open();
  await expect(paragraphs.last()).toHaveText(/^Third( and last){40} one\.$/);
  // Each may still be read once after the start of the run.
  expect(fetched.filter((path) => /\/(changes|git)$/.test(path)).length).toBeLessThan(3);
  end.open();
  await expectIdle(page);
  expect(await paragraphs.evaluateAll((all) => all.map(({ dataset }) => dataset.seen))).toEqual([
    '0',
    '1',
    '2',
  ]);
});

test.describe('tools', () => {
  test.use({ panelOptions: { files: { 'src/app.ts': 'export const a = 1;\nexport const b = 2;\n' } } });

  test('an edit is one line that opens as a diff of all characters, with a button to open the file', async ({
    page,
    panel,
  }) => {
    const edits = [
      { oldText: 'a = 1', newText: 'a = 10' },
      { oldText: 'b = 2', newText: 'b = 2\u200b' },
    ];
    panel.model.queue([{ steps: [{ tool: 'edit', args: { path: 'src/app.ts', edits } }] }, says('Changed.')]);
    await open(page, panel);
    await send(page, 'change it');
    const card = entries(page, 'Tool edit: src/app.ts');
    await expect(card).toContainText('+2');
    await expect(card).toContainText('−2');
    await expect(card.getByRole('group', { name: 'Changes' })).toHaveCount(0);
    await card.getByRole('button').first().click();
    const diff = card.getByRole('group', { name: 'Changes' });
    await expect(diff).toContainText('export const a = 10;');
    await expect(diff).toContainText('export const b = 2\\u200b;');
    await card.getByRole('button', { name: 'Open file' }).click();
    await expect(page.getByRole('tablist', { name: 'Open files' })).toContainText('app.ts');
  });

  test('tool arguments are shown while they stream', async ({ page, panel }) => {
    const rest = gate();
    panel.model.queue([
      {
        steps: [
          { text: 'I write it. ' },
          { tool: 'write', args: '{"path": "notes.md", "content": "first line\\nsecond' },
          { until: rest.until },
          { hang: true },
        ],
      },
    ]);
    await open(page, panel);
    await send(page, 'write');
    const card = entries(page, 'Tool write: notes.md');
    await expect(card).toContainText('2 lines');
    await expect(card).toContainText('second');
    await expect(statusBar(page)).toContainText(/running\s*\d+ s/);
    await expect(conversation(page)).toContainText(/Preparing write\s*\d+ s/);
    await button(page, 'Stop').click();
    // pi 1.6 does not keep the arguments of a call that was cut off.
    await expect(entries(page, /^Tool write/)).toContainText('never ran');
    rest.open();
  });

  test('tool calls between two texts are one line once they are done', async ({ page, panel }) => {
    const read = { steps: [{ tool: 'read', args: { path: 'src/app.ts' } }] };
    panel.model.queue([...Array.from({ length: 10 }, () => read), says('Read.')]);
    await open(page, panel);
    await send(page, 'read');
    await expect(conversation(page)).toContainText('Read.');
    const work = conversation(page).getByRole('group', { name: 'Work: 10 reads' });
    // The end of the turn has its duration, and how often the model was asked.
    await expect(conversation(page).getByTitle('The model was asked this often')).toHaveText('11 turns');
    await expect(work.getByRole('button')).toHaveText('10 reads');
    await expect(work.getByTitle(/^Worked for .* s$/)).toHaveCount(1);
    await openWork(page);
    await expect(entries(page, 'Tool read: src/app.ts')).toHaveCount(10);
  });

  test('a failed step in folded work is counted on its line, which leads to it, and named at the end of the turn', async ({
    page,
    panel,
  }) => {
    const read = { tool: 'read', args: { path: 'src/app.ts' } };
    const check = { tool: 'bash', args: { command: 'echo "Error: two is not three"; expr 40 + 2; exit 3' } };
    panel.model.queue([{ steps: [read, read, check] }, says('One check fails.')]);
    await open(page, panel);
    await send(page, 'check');
    await expect(conversation(page)).toContainText('One check fails.');
    const card = entries(page, /^Tool bash/);
    await expect(card).toHaveCount(0);
    const work = conversation(page).getByRole('group', { name: 'Work: 2 reads, 1 command' });
    await button(work, '1 failed').click();
    await expect(card.getByRole('button').first()).toBeFocused();
    await expect(card).toContainText('Error: two is not three');
    await expect(card).not.toContainText('42');
    await work.getByRole('button', { name: /^2 reads/ }).click();
    await expect(card).toHaveCount(0);
    const failures = conversation(page).getByRole('list', { name: 'Failed in this turn' });
    await failures.getByRole('button', { name: /exit 3/ }).click();
    await expect(card.getByRole('button').first()).toBeFocused();
  });

  test('a failure that a later turn gets past is said to have been one at first, and a group names what it edited', async ({
    page,
    panel,
  }) => {
    const check = { tool: 'bash', args: { command: 'sh check.sh' } };
    const edit = {
      tool: 'edit',
      args: {
        path: 'src/app.ts',
        edits: [{ oldText: 'export const a = 1;', newText: 'export const a = 10;' }],
      },
    };
    await panel.write('check.sh', 'grep -q "a = 11" src/app.ts');
    panel.model.queue([
      { steps: [edit, check, check] },
      says('It still fails.'),
      { steps: [{ tool: 'write', args: { path: 'src/app.ts', content: 'export const a = 11;\n' } }] },
      { steps: [check] },
      says('It passes.'),
    ]);
    await open(page, panel);
    await send(page, 'check');
    await expect(conversation(page)).toContainText('It still fails.');
    await expectIdle(page);
    const work = conversation(page).getByRole('group', { name: 'Work: 1 edit, 2 commands' });
    await expect(work.getByRole('button', { name: /1 edit, 2 commands/ })).toContainText('app.ts');
    await expect(button(work, '2 failed')).toBeVisible();
    const failures = conversation(page).getByRole('list', { name: 'Failed in this turn' });
    await expect(failures).toBeVisible();

    await send(page, 'and now');
    await expect(conversation(page)).toContainText('It passes.');
    await expect(button(work, '2 failed at first')).toBeVisible();
    await expect(failures).toHaveCount(0);
  });

  test('a long command that failed stays in the column, and leaves the changed files and their buttons their place', async ({
    page,
    panel,
  }) => {
    const read = { tool: 'read', args: { path: 'src/app.ts' } };
    const write = { tool: 'write', args: { path: 'made.txt', content: 'made\n' } };
    const check = { tool: 'bash', args: { command: `: ${'a-long-argument '.repeat(20)}; exit 1` } };
    panel.model.queue([{ steps: [read, write, check] }, says('One check fails.')]);
    await open(page, panel);
    await send(page, 'check');
    const foot = conversation(page).locator('[data-turn-foot]');
    const undo = button(foot, 'Undo');
    await expect(undo).toBeVisible();
    const edges = async (part: Locator) => {
      const { x, width } = (await part.boundingBox())!;
      return { left: x, right: x + width };
    };
    const [files, review, all] = await Promise.all(
      [foot.getByText('1 file changed'), button(foot, 'Review'), foot].map(edges),
    );
    expect(review!.left).toBeGreaterThan(files!.right);
    expect((await edges(undo)).left).toBeGreaterThan(review!.right - 0.5);
    const failure = await edges(foot.getByRole('list', { name: 'Failed in this turn' }).getByRole('button'));
    expect(failure.right).toBeLessThanOrEqual(all!.right + 1);
  });
});

test('a provider error appears in the conversation, and the prompt can be edited again', async ({
  page,
  panel,
}) => {
  panel.model.queue([{ status: 400, body: { error: { message: 'No such thing' } } }]);
  await open(page, panel);
  await send(page, 'do it');
  await expect(answers(page)).toContainText('No such thing');
  await expect(statusBar(page)).toContainText('failed');
  await button(answers(page), 'Edit and resend').click();
  await expect(composer(page)).toHaveValue('do it');
});

test('thinking is one line that opens', async ({ page, panel }) => {
  panel.model.queue([{ steps: [{ think: 'I weigh the options.' }, { text: 'Decided.' }] }]);
  await open(page, panel);
  await send(page, 'think');
  await expect(conversation(page)).toContainText('Decided.');
  await expect(conversation(page)).not.toContainText('I weigh the options.');
  await page.getByRole('button', { name: /^Thought/ }).click();
  await expect(conversation(page)).toContainText('I weigh the options.');
});

test('after scrolling up, the position stays while the answer continues, until the user goes to the end', async ({
  page,
  panel,
}) => {
  const rest = gate();
  const paragraph = 'A paragraph of the answer, long enough to be worth a line or two of the conversation. ';
  panel.model.queue([
    {
      steps: [
        { text: `${paragraph.repeat(3)}\n\n`, repeat: 30 },
        { until: rest.until },
        { text: `${paragraph}\n\n`, repeat: 30 },
      ],
    },
    says('The next answer.'),
  ]);
  await open(page, panel);
  await send(page, 'tell me all');
  const answer = answers(page);
  await expect(answer.locator('p')).toHaveCount(30);
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  await wheel(page, -600);
  await expect.poll(() => fromEnd(page)).toBeGreaterThan(500);
  const toEnd = page.getByRole('button', { name: /^Go to the end/ });
  await expect(toEnd).toBeVisible();
  const seen = answer.locator('p').nth(20);
  const before = await seen.boundingBox();
  rest.open();
  await expect(answer.locator('p')).toHaveCount(60);
  await expectIdle(page);
  expect(await seen.boundingBox()).toEqual(before);
  await toEnd.click();
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  await send(page, 'and then?');
  await expect(conversation(page)).toContainText('The next answer.');
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
});

test('a screen reader announces an answer once, as a whole, also if the code of the rows comes later', async ({
  page,
  panel,
}) => {
  const [hold, rest] = [gate(), gate()];
  await page.route(/\/Transcript-[^/]*\.js$/, async (route) => {
    await hold.until;
    await route.continue();
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    Object.assign(Element.prototype, { ariaNotify: (text: string) => heard.push(text) });
  });
  panel.model.queue([{ steps: [{ text: 'One. Two. Three.', chunk: 3 }, { until: rest.until }] }]);
  await open(page, panel);
  await send(page, 'count');
  await expect(agentStatus(page)).toHaveText('running');
  rest.open();
  await expectIdle(page);
  hold.open();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['Assistant: One. Two. Three.']);
});

test('a table that is wider than its room can be opened in the window', async ({ page, panel }) => {
  const columns = Array.from({ length: 14 }, (_, n) => `column ${n}`);
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |\n`;
  const rule = row(columns.map(() => '---'));
  const wide = `${row(columns)}${rule}${row(columns.map((name) => `${name} has a value`))}`;
  panel.model.queue([says(`Narrow:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nWide:\n\n${wide}\nThat is all.`)]);
  await open(page, panel);
  await send(page, 'compare');
  await expect(conversation(page)).toContainText('That is all.');
  await expect(conversation(page).getByRole('table')).toHaveCount(2);
  const enlarge = button(conversation(page), 'Enlarge');
  await expect(enlarge).toHaveCount(1);
  await enlarge.click();
  const dialog = page.getByRole('dialog', { name: 'Table' });
  await expect(dialog.getByRole('cell', { name: 'column 13 has a value' })).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Table' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(enlarge).toBeFocused();
});
