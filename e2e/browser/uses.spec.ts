// The three main uses of the panel: the agent in a tab, watching bash, steering a run.
import { gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  entries,
  expectIdle,
  open,
  prompts,
  queued,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

test('the user opens the agent in a tab, asks, and sees the answer as pi stored it', async ({
  page,
  panel,
}) => {
  panel.model.queue([{ steps: [{ think: 'A greeting. ' }, { text: 'Hello **there**, how can I help?' }] }]);
  await open(page, panel);
  await send(page, 'hi');
  await expect(composer(page)).toHaveValue('');
  await expect(prompts(page)).toContainText('hi');
  await expect(answers(page)).toContainText('Hello there, how can I help?');
  await expect(answers(page).locator('strong')).toHaveText('there');
  await expectIdle(page);
  const roles = (await panel.storedMessages()).map(({ role }) => role);
  expect(roles).toEqual(expect.arrayContaining(['user', 'assistant']));
  expect(await page.evaluate(() => location.href), 'the token leaves the address bar').not.toContain(
    panel.token,
  );
});

test('bash output arrives line by line while the command runs', async ({ page, panel }) => {
  const command =
    'for i in 1 2 3; do echo "line $i of three"; while [ ! -e go$i ]; do sleep 0.05; done; done; echo over';
  panel.model.queue([
    { steps: [{ text: 'I run it.' }, { tool: 'bash', args: { command } }] },
    says('It ran.'),
  ]);
  await open(page, panel);
  await send(page, 'run the loop');
  await expect(agentStatus(page)).toHaveText(/running/);
  for (const i of [1, 2, 3]) {
    await expect(entries(page, /^Tool bash/)).toContainText(`line ${i} of three`);
    await expect(conversation(page)).not.toContainText(`line ${i + 1} of three`);
    await panel.write(`go${i}`, '');
  }
  await expect(conversation(page)).toContainText('It ran.');
  await expectIdle(page);
});

test('a steering message is delivered before the next model call and a follow-up when the agent would stop', async ({
  page,
  panel,
}) => {
  const first = gate();
  panel.model.queue([
    {
      steps: [
        { text: 'Working. ' },
        { until: first.until },
        { tool: 'bash', args: { command: 'echo done' } },
      ],
    },
    says('I heard you while I worked.'),
    says('And this comes after.'),
  ]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(answers(page)).toContainText('Working.');

  await composer(page).fill('use the other file');
  await button(page, 'Steer').click();
  await composer(page).fill('then say goodbye');
  await button(page, 'Follow up').click();
  const queue = queued(page);
  await expect(queue).toHaveCount(2);
  await expect(queue.first()).toContainText('use the other file');
  await expect(queue.first()).toContainText('Steer');
  await expect(queue.last()).toContainText('then say goodbye');
  await expect(queue.last()).toContainText('Follow-up');

  first.open();
  await expect(conversation(page)).toContainText('And this comes after.');
  await expect(queue).toHaveCount(0);
  await expectIdle(page);
  const said = (await panel.storedMessages())
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map((message) => JSON.stringify('content' in message ? message.content : ''));
  const order = [
    'begin',
    'Working.',
    'use the other file',
    'I heard you',
    'then say goodbye',
    'And this comes after.',
  ];
  expect(said).toHaveLength(order.length);
  for (const [i, text] of order.entries()) expect(said[i]).toContain(text);
  await expect(prompts(page)).toHaveCount(3);
});

test('Stop ends the run and returns queued messages to the composer', async ({ page, panel }) => {
  panel.model.queue([{ steps: [{ text: 'I will take long. ' }, { hang: true }] }]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(answers(page)).toContainText('I will take long.');
  await composer(page).fill('first thought');
  await button(page, 'Steer').click();
  await composer(page).fill('second thought');
  await button(page, 'Follow up').click();
  await expect(queued(page)).toHaveCount(2);
  await composer(page).fill('what I was typing');
  await button(page, 'Stop').click();
  await expectIdle(page);
  const isReturned = isPiSince('0.84.4');
  await expect(composer(page)).toHaveValue(
    isReturned
      ? /first thought[^]*second thought[^]*what I was typing/
      : /^second thought[^]*what I was typing/,
  );
  // An older pi continues with what it was steered by, before it stops.
  await expect(prompts(page)).toHaveText(isReturned ? [/begin/] : [/begin/, /first thought/]);
  await expect(button(page, 'Send')).toBeVisible();
});
