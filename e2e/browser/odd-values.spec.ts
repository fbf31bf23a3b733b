// An extension as people write it in plain JavaScript, with values missing or of another type, in front of a real pi.
import { button, composer, conversation, entries, expectIdle, open, send } from './page.ts';
import { calls, says } from '../panel/scripted.ts';
import { expect, test } from './panel.ts';

const ODD = `export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  const message = (more) => pi.sendMessage({ customType: 'note', display: true, ...more });
  command('odd-messages', async () => {
    message({ content: [{ type: 'text', text: undefined }] });
    message({ content: undefined });
    message({ content: 42 });
    message({ customType: undefined, content: 'no custom type' });
  });
  command('odd-show', async (_args, { ui, sessionManager }) => {
    ui.notify(undefined);
    ui.notify(new Error('boom'), 'error');
    ui.setStatus('n', 42);
    ui.setStatus('obj', { a: 1 });
    ui.setWidget('w', ['ok', 7, null, undefined, { a: 1 }]);
    ui.setWidget('w2', 'one string');
    ui.setTitle(12);
    pi.setLabel(sessionManager.getEntries().at(-1).id, 7);
    pi.appendEntry('state');
  });
  command('odd-name', async () => pi.setSessionName(42));
  pi.registerTool({
    name: 'odd_tool', label: 'Odd', description: 'odd',
    parameters: { type: 'object', properties: { how: { type: 'string' } } },
    async execute(_id, { how }) {
      if (how === 'none') return {};
      if (how === 'image') return { content: [{ type: 'image' }] };
      return { content: [{ type: 'text', text: 42 }] };
    },
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './odd.ts'], files: { 'odd.ts': ODD } } });

test('odd values of an extension are shown or named, live and after a reload, and the page goes on', async ({
  page,
  panel,
}) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await open(page, panel);
  panel.model.queue([says('Hello')]);
  await send(page, 'Begin');
  await expectIdle(page);
  for (const command of ['/odd-show', '/odd-name']) await send(page, command);
  await expectIdle(page);
  for (const how of ['none', 'image', 'number']) {
    panel.model.queue([calls('odd_tool', { how }), says(`After ${how}.`)]);
    await send(page, `Try ${how}`);
    await expect(
      conversation(page)
        .getByText(/^After|failed/)
        .last(),
    ).toBeVisible();
    await expectIdle(page);
  }

  // With such a message in its context, pi itself fails to ask the model (0.87.1), which the page shows.
  await send(page, '/odd-messages');
  const unreadable = entries(page, 'Unreadable entry').filter({ hasText: /message\.content(?!\[)/ });
  await expect(unreadable).not.toHaveCount(0);
  await button(unreadable.first(), 'Raw text').click();
  await expect(unreadable.first()).toContainText('"customType":"note"');
  await page.reload();
  await expect(unreadable).not.toHaveCount(0);
  await expect(composer(page)).toBeEditable();
  expect(failures).toEqual([]);
});
