// The facts that pi's session file adds to rows seen live, on real pi: the ids of their entries, the place of a
// compaction's boundary, and the branches of the conversation. It is the same after a restart.
import assert from 'node:assert/strict';
import type { Branches } from '../../shared/view/conversation.ts';
import type { View } from '../../shared/view/view.ts';
import { EARLY_COMPACTION, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

const settings = { compaction: EARLY_COMPACTION };
const isIdentified = ({ entries }: View): boolean => entries.every(({ id }) => id !== undefined);

onEveryPi({ settings }, ({ test }) => {
  test('after a run each row has the id of its entry', async (panel) => {
    await panel.converse('One', 'First.');
    await panel.until('the rows have ids', isIdentified);
    const ids = panel.view.entries.map(({ id }) => id);
    assert.equal((await panel.restart()).status, 200);
    await panel.until('pi is back', ({ ready, exit, entries }) => ready && !exit && entries.length > 0);
    assert.deepEqual(
      panel.view.entries.map(({ id }) => id),
      ids,
    );
  });

  test('the summary of a compaction knows from which row on the model still sees the conversation', async (panel) => {
    await panel.converse('One', 'A long first answer. '.repeat(40).trim());
    await panel.converse('Two', 'The second answer.');
    panel.model.queue([1, 2].map(() => says('What was said.')));
    await panel.command({ type: 'compact' });
    const boundary = (view: View): number => {
      const summary = view.entries.find(({ message }) => message.role === 'compactionSummary');
      return view.entries.findIndex(({ id }) => id !== undefined && id === summary?.keptFrom);
    };
    await panel.until('the boundary is known', (view) => boundary(view) > 0);
    const live = boundary(panel.view);
    assert.ok(live < panel.view.entries.length - 1, 'the model still sees something above the summary');
    assert.equal((await panel.restart()).status, 200);
    await panel.until('pi is back', ({ ready, exit, entries }) => ready && !exit && entries.length > 0);
    assert.deepEqual(boundary(panel.view), live);
  });

  test('a message that was sent again after going back is the second of two branches', async (panel) => {
    await panel.converse('One', 'First.');
    await panel.until('the rows have ids', isIdentified);
    const [asked, answered] = panel.view.entries.map(({ id }) => id!);
    await panel.command({ type: 'panel_navigate', entryId: asked!, summarize: false });
    await panel.until('the conversation is empty', ({ entries }) => entries.length === 0);
    await panel.converse('One, better', 'Second.');
    await panel.until('the rows have ids', isIdentified);
    const expected: Branches = { at: 2, count: 2, previous: answered };
    assert.deepEqual(panel.view.entries[0]?.branches, expected);
    await goTo(panel, answered!);
    assert.equal(panel.view.entries[0]?.branches?.at, 1);
    assert.equal(panel.view.entries[0]?.branches?.count, 2);
    await goTo(panel, panel.view.entries[0].branches.next!);
    assert.deepEqual(panel.view.entries[0]?.branches, expected);
  });
});

async function goTo(panel: Lab, entryId: string): Promise<void> {
  const before = panel.view.entries[0]?.id;
  await panel.command({ type: 'panel_navigate', entryId, summarize: false });
  await panel.until('the other branch is shown', ({ entries }) => entries[0] && entries[0].id !== before);
}
