// A run as a screen reader presents it: the announcements in order, and then the articles of the conversation.
import { calls, says } from '../panel/scripted.ts';
import { listen } from './announcements.ts';
import { button, conversation, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const ASKER = `export default function (pi) {
  pi.registerTool({
    name: 'ask_user',
    label: 'Ask',
    description: 'Asks the user',
    parameters: { type: 'object', properties: {} },
    async execute(id, args, signal, onUpdate, ctx) {
      const isFine = await ctx.ui.confirm('Delete the cache?', 'It is built again.');
      return { content: [{ type: 'text', text: isFine ? 'yes' : 'no' }], details: {} };
    },
  });
}
`;
const ANSWER = '## What I found\n\nThe test **fails** because `parse` joins strings.\n';

test.use({
  panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER, 'notes.txt': 'one\n' } },
});

test('a streamed answer with two tool calls, a failed command and a dialog', async ({ page, panel }) => {
  await listen(page);
  await open(page, panel);
  await page.evaluate(() => (window.heard = []));
  panel.model.queue([
    calls('read', { path: 'notes.txt' }),
    calls('bash', { command: 'echo not ok; exit 3' }),
    calls('ask_user', {}),
    says(ANSWER),
  ]);
  await send(page, 'Why does the test fail?');
  const dialog = page.getByRole('dialog', { name: 'Delete the cache?' });
  await button(dialog, 'Yes').click();
  await expect(conversation(page)).toContainText('What I found');
  await expectIdle(page);
  const heard = await page.evaluate(() => window.heard);
  const expected = [
    /^polite: running$/,
    /^polite: Tool bash failed: Command exited with code 3$/,
    /^assertive: Waiting for you: Delete the cache\? Ctrl\+I to answer$/,
    // On a busy machine both come in one announcement.
    /^polite: Assistant: What I found/,
    /^polite: .*The test fails because parse joins strings\.$/,
    /^polite: idle$/,
  ];
  const places = expected.map((words) => heard.findIndex((said) => words.test(said)));
  expect(places, heard.join('\n')).toEqual(places.toSorted((a, b) => a - b));
  expect(places, heard.join('\n')).not.toContain(-1);
  // The conversation is then read article by article, without the announcements.
  await expect(conversation(page).getByText('Tool bash failed')).toHaveCount(0);
  await expect(conversation(page)).toMatchAriaSnapshot(`
    - log "Conversation":
      - article "You":
        - paragraph: Why does the test fail?
      - 'group "Work: 1 read, 1 command, ask_user"':
        - button "1 read, 1 command, ask_user"
        - button "1 failed"
      - article "Assistant":
        - heading "What I found" [level=4]
        - paragraph
      - list "Failed in this turn":
        - listitem:
          - button /echo not ok; exit 3/
  `);
});

test('messages that only call tools are read as their tools, not as messages around them', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  panel.model.queue([
    calls('bash', { command: 'echo one' }),
    calls('bash', { command: 'echo two' }),
    says('Both done.'),
  ]);
  await send(page, 'Run both');
  await expect(conversation(page)).toContainText('Both done.');
  await expectIdle(page);
  await expect(conversation(page)).toMatchAriaSnapshot(`
    - log "Conversation":
      - article "You"
      - 'group "Work: 2 commands"':
        - /children: equal
        - article /^Tool bash/
        - article /^Tool bash/
      - article "Assistant"
  `);
});
