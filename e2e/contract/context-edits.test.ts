// Context edits on real pi (>= 0.87): messages that pi or an extension no longer sends to the model stay in the
// conversation, live and after a restart.
import assert from 'node:assert/strict';
import type { View } from '../../shared/view/view.ts';
import { CONTEXT_OVERFLOW, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import { rowsOf, runsOf } from './summaries.ts';

/** At the end of a turn with tools it omits the user's message and replaces the results. */
const PRUNER = `
export default function (pi) {
  pi.on('turn_end', ({ toolResultEntryIds = [] }, ctx) => {
    if (toolResultEntryIds.length === 0) return;
    const asked = ctx.sessionManager.getBranch().find(({ type, message }) => type === 'message' && message.role === 'user');
    const edit = (targetId, replacement) => ({ type: 'context_edit', targetId, replacement });
    return { entries: [edit(asked.id, null), ...toolResultEntryIds.map((id) => edit(id, { content: 'pruned' }))] };
  });
}`;

const editsOf = ({ entries }: View): unknown[] => entries.map(({ edit }) => edit);

onEveryPi({ extension: PRUNER, files: { 'a.txt': 'one\n' }, versions: ['0.87.1'] }, ({ test }) => {
  test('an error that pi omits from the context without trying again stays in the conversation', async (panel) => {
    panel.model.queue([CONTEXT_OVERFLOW]);
    await panel.command({ type: 'prompt', message: 'Too much' });
    const { entries } = await panel.until('the error is omitted', (view) => editsOf(view)[1] === 'omitted');
    const last = entries.at(-1)!.message;
    assert.match((last.role === 'assistant' && last.errorMessage) || '', /maximum context length/);
    await panel.idle();
    const rows = ['You: Too much', 'Assistant:  (error)'];
    assert.deepEqual(rowsOf(panel.view), rows);
    assert.equal((await panel.restart()).status, 200);
    await panel.until('pi is back', ({ ready, exit }) => ready && !exit);
    assert.deepEqual([rowsOf(panel.view), editsOf(panel.view)], [rows, [undefined, 'omitted']]);
  });

  test('messages that an extension omits or replaces for the model are marked and stay visible', async (panel) => {
    panel.model.queue([{ steps: [{ tool: 'bash', args: { command: 'cat a.txt' } }] }, says('It says one.')]);
    await panel.command({ type: 'prompt', message: 'Read it' });
    await panel.until('both are marked', (view) => editsOf(view)[0] && runsOf(view)[0]?.edit);
    await panel.settled(3);
    const check = (view: View) => {
      assert.deepEqual(rowsOf(view), ['You: Read it', 'Assistant: ', 'Assistant: It says one.']);
      assert.deepEqual(editsOf(view), ['omitted', undefined, undefined]);
      assert.deepEqual(
        runsOf(view).map(({ state, edit }) => [state, edit]),
        [['ok', 'replaced']],
      );
    };
    check(panel.view);
    assert.equal((await panel.restart()).status, 200);
    await panel.until('pi is back', ({ ready, exit }) => ready && !exit);
    check(panel.view);
  });
});
