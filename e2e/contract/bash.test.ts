// User bash on real pi, and the settings that pi writes on its own.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BashResult } from '../../shared/pi/commands.ts';
import { gate } from '../panel/scripted.ts';
import { messagesIn, readSessionFile } from '../panel/session-files.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { rowsOf, runsOf, reasonOf } from './summaries.ts';

onEveryPi({}, ({ pi, test }) => {
  test('the output of a user bash goes to the model with the next prompt', async (panel) => {
    await panel.command({ type: 'bash', command: 'echo for-the-model' });
    await panel.converse('What was it?', 'Well.');
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /for-the-model/);
    assert.deepEqual(rowsOf(panel.view), ['bashExecution', 'You: What was it?', 'Assistant: Well.']);
  });

  test('a command excluded from the context stays out of it, or is refused', async (panel) => {
    const answer = await panel.tryCommand({
      type: 'bash',
      command: 'echo secret-word',
      excludeFromContext: true,
    });
    assert.equal(answer.body.success === true, pi.can.hideBash);
    if (!pi.can.hideBash) {
      assert.match(reasonOf(answer), /cannot keep a command from the model/);
      assert.deepEqual(panel.view.entries, []);
    }
    await panel.converse('What was it?', 'Well.');
    assert.doesNotMatch(JSON.stringify(panel.model.requests.at(-1)), /secret-word/);
  });

  test('a stopped command has no exit code and is marked as stopped', async (panel) => {
    const ended = panel.command<BashResult>({ type: 'bash', command: 'echo begun; sleep 60' });
    await panel.until(
      'it runs',
      (view) => runsOf(view)[0]?.output.tail || (!pi.can.streamBash && runsOf(view)[0]),
    );
    await panel.command({ type: 'abort_bash' });
    assert.equal((await ended).cancelled, true);
    const [run] = runsOf(panel.view);
    assert.deepEqual([run?.state, run?.exitCode], ['aborted', undefined]);
  });

  test('a command during a run is shown at once and stored when the run is over', async (panel) => {
    const held = gate();
    panel.model.queue([{ steps: [{ text: 'I ' }, { until: held.until }, { text: 'am done.' }] }]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    await panel.command({ type: 'bash', command: 'echo beside' });
    assert.deepEqual(rowsOf(panel.view), ['You: go', 'bashExecution']);
    held.open();
    await panel.settled(3);
    await panel.converse('and now?', 'Well.');
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /beside/);
    assert.deepEqual(
      panel.view.entries.map(({ message }) => message.role),
      await storedRoles(panel),
    );
  });

  test('output that pi truncates can be read in full', async (panel) => {
    const result = await panel.command<BashResult>({ type: 'bash', command: 'seq 1 40000' });
    assert.ok(result.fullOutputPath, 'pi names the file with the full output');
    const [run] = runsOf(panel.view);
    const whole = Array.from({ length: 40000 }, (_, n) => `${n + 1}\n`).join('');
    const output = await panel.fetch(`agents/${panel.agent}/calls/${run!.id}/output`);
    assert.equal(await output.text(), whole);
    // If pi neither counts nor waits for its file, the card keeps the part that the file had at that moment.
    const { bytes } = run!.output;
    assert.ok(pi.can.streamBash ? bytes === whole.length : bytes > 0 && bytes <= whole.length, `${bytes}`);
  });

  test("choosing a model changes the user's settings only in versions of pi that do so", async (panel) => {
    await panel.command({ type: 'set_model', provider: 'demo', modelId: 'demo-plain' });
    await panel.command({ type: 'new_session' });
    const text = await readFile(path.join(panel.folders.agentDir, 'settings.json'), 'utf8');
    const { defaultModel } = JSON.parse(text) as { defaultModel?: string };
    assert.equal(defaultModel, pi.can.keepSettings ? undefined : 'demo-plain');
  });
});

/** The roles of the messages in the session file that a page shows. */
async function storedRoles({ folders, view }: Lab): Promise<string[]> {
  const messages = messagesIn(await readSessionFile(folders.agentDir, view.session!.file));
  return messages.map(({ role }) => role).filter((role) => role !== 'system');
}
