import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SetupReport } from '../../../shared/setup-protocol.ts';
import { Interaction } from './interaction.ts';

const QUESTION = { type: 'text', message: 'Name?' } as const;

function begin() {
  const sent: SetupReport[] = [];
  return { sent, interaction: new Interaction('n1', (report) => sent.push(report)) };
}

test('each question gets its own answer, in whatever order they come', async () => {
  const { sent, interaction } = begin();
  const [first, second] = [interaction.prompt(QUESTION), interaction.prompt(QUESTION)];
  assert.deepEqual(sent, [
    { type: 'prompt', n: 'n1', id: 1, prompt: QUESTION },
    { type: 'prompt', n: 'n1', id: 2, prompt: QUESTION },
  ]);
  interaction.enter(2, 'two');
  interaction.enter(1, 'one');
  assert.deepEqual(await Promise.all([first, second]), ['one', 'two']);
  interaction.enter(1, 'late');
});

test('a user who answers with nothing, or cancels the sign-in, ends what waits', async () => {
  const { interaction } = begin();
  const answered = interaction.prompt(QUESTION);
  interaction.enter(1, null);
  await assert.rejects(answered, { message: 'Login cancelled' });
  const waiting = [interaction.prompt(QUESTION), interaction.prompt(QUESTION)];
  interaction.cancel();
  for (const one of waiting) await assert.rejects(one, { message: 'Login cancelled' });
  assert.equal(interaction.signal.aborted, true);
});

test('a question whose answer came in another way is taken back on the page', async () => {
  const { sent, interaction } = begin();
  const aborter = new AbortController();
  const asked = interaction.prompt(QUESTION, aborter.signal);
  aborter.abort();
  await assert.rejects(asked, { message: 'This step is over.' });
  assert.deepEqual(sent.at(-1), { type: 'withdrawn', n: 'n1', id: 1 });
});

test('a question that was answered is not taken back afterwards', async () => {
  const { sent, interaction } = begin();
  const aborter = new AbortController();
  const asked = interaction.prompt(QUESTION, aborter.signal);
  interaction.enter(1, 'code');
  aborter.abort();
  assert.equal(await asked, 'code');
  assert.deepEqual(
    sent.map(({ type }) => type),
    ['prompt'],
  );
});

test('a question that is over before it is asked is never shown', async () => {
  const { sent, interaction } = begin();
  await assert.rejects(interaction.prompt(QUESTION, AbortSignal.abort()), { message: 'This step is over.' });
  assert.equal(
    sent.some(({ type }) => type === 'prompt'),
    false,
  );
});
