// Commands that a person runs on real pi, and settings that pi writes by itself.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { BashResult } from '../../shared/pi/commands.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { rowsOf, runsOf, wordsOf } from './said.ts';

onEveryPi({}, (pi, lab) => {
  test('what a command printed goes to the model with the next prompt', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'bash', command: 'echo for-the-model' });
    await answered(panel, 'What was it?');
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /for-the-model/);
    assert.deepEqual(rowsOf(panel.view), ['bashExecution', 'You: What was it?', 'Assistant: Well.']);
  });

  test('what was to be kept from the model is kept from it, or not run at all', async () => {
    const panel = lab();
    await panel.startOver();
    const answer = await panel.command({
      type: 'bash',
      command: 'echo secret-word',
      excludeFromContext: true,
    });
    assert.equal(answer.body.success === true, pi.can.hideBash);
    if (!pi.can.hideBash) {
      assert.match(wordsOf(answer), /cannot keep a command from the model/);
      assert.deepEqual(panel.view.entries, []);
    }
    await answered(panel, 'What was it?');
    assert.doesNotMatch(JSON.stringify(panel.model.requests.at(-1)), /secret-word/);
  });

  test('a command that was stopped has no exit code, and says that it was', async () => {
    const panel = lab();
    await panel.startOver();
    const ended = panel.must<BashResult>({ type: 'bash', command: 'echo begun; sleep 60' });
    await panel.until(
      'it runs',
      (view) => runsOf(view)[0]?.output.tail || (!pi.can.streamBash && runsOf(view)[0]),
    );
    await panel.must({ type: 'abort_bash' });
    assert.equal((await ended).cancelled, true);
    const [run] = runsOf(panel.view);
    assert.deepEqual([run?.state, run?.exitCode], ['aborted', undefined]);
  });

  test('a command beside a run is shown at once, and is stored when the run is over', async () => {
    const panel = lab();
    await panel.startOver();
    const { promise: until, resolve: finish } = Promise.withResolvers<void>();
    panel.model.queue([{ steps: [{ text: 'I ' }, { until }, { text: 'am done.' }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    await panel.must({ type: 'bash', command: 'echo beside' });
    assert.deepEqual(rowsOf(panel.view), ['You: go', 'bashExecution']);
    finish();
    await panel.until('it is answered', ({ entries }) => entries.length === 3);
    await panel.idle();
    await answered(panel, 'and now?');
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /beside/);
    assert.deepEqual(
      panel.view.entries.map(({ message }) => message.role),
      await storedRoles(panel),
    );
  });

  test('output that pi cuts is there whole for who looks at it', async () => {
    const panel = lab();
    await panel.startOver();
    const result = await panel.must<BashResult>({ type: 'bash', command: 'seq 1 40000' });
    assert.ok(result.fullOutputPath, 'pi says where the whole is');
    const [run] = runsOf(panel.view);
    const whole = Array.from({ length: 40000 }, (_, n) => `${n + 1}\n`).join('');
    const output = await panel.ask(`agents/${panel.agent}/calls/${run!.id}/output`);
    assert.equal(await output.text(), whole);
    // Where pi counts nothing and does not wait for its file, the card knows what the file had by then.
    const { bytes } = run!.output;
    assert.ok(pi.can.streamBash ? bytes === whole.length : bytes > 0 && bytes <= whole.length, `${bytes}`);
  });

  test('choosing a model writes the settings of the person where this pi does that, and nowhere else', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'set_model', provider: 'demo', modelId: 'demo-plain' });
    await panel.must({ type: 'new_session' });
    const text = await readFile(path.join(panel.folder, 'agent', 'settings.json'), 'utf8');
    const { defaultModel } = JSON.parse(text) as { defaultModel?: string };
    assert.equal(defaultModel, pi.can.keepSettings ? undefined : 'demo-plain');
  });
});

/** What the session file has of the conversation, but for what nobody is shown. */
async function storedRoles({ folder, view }: Lab): Promise<string[]> {
  const sessions = path.join(folder, 'agent', 'sessions');
  const names = await readdir(sessions, { recursive: true });
  const file = names.find((name) => path.basename(name) === view.session?.file);
  assert.ok(file, 'pi wrote the session');
  const entries = (await readFile(path.join(sessions, file), 'utf8')).split('\n').filter(Boolean);
  const messages = entries.map((line) => (JSON.parse(line) as { message?: { role: string } }).message);
  return messages.flatMap((message) => (message && message.role !== 'system' ? [message.role] : []));
}

async function answered(panel: Lab, message: string): Promise<void> {
  const { length } = panel.view.entries;
  panel.model.queue([{ steps: [{ text: 'Well.' }] }]);
  await panel.must({ type: 'prompt', message });
  await panel.until('it is answered', ({ entries }) => entries.length >= length + 2);
  await panel.idle();
}
