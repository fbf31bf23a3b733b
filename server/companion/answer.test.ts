import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionAPI, ExtensionCommandContext, SessionEntry } from '@earendil-works/pi-coding-agent';
import { answer } from './answer.ts';
import type { Children } from './children/watch-children.ts';
import type { SwitchedTools } from './switched-tools.ts';
import type { PanelTools } from './panel-tools.ts';
import type { ContextEdits } from './context/edits.ts';
import type { TerminalTools } from './terminal-tools.ts';
import type { Quotas } from './watch/quotas.ts';
import type { TurnBoundary } from './watch/turn-boundary.ts';
import type { Navigated } from '../../shared/session-tree.ts';

test('a line that is sent again, because the panel did not see the answer, is in the conversation once', async () => {
  const entries: { type: string; details?: unknown }[] = [
    { type: 'message' },
    { type: 'custom_message', details: null },
    { type: 'custom_message' },
  ];
  const pi = {
    sendMessage: ({ details }: { details: unknown }) => entries.push({ type: 'custom_message', details }),
  } as unknown as ExtensionAPI;
  const ctx = { sessionManager: { getEntries: () => entries } } as unknown as ExtensionCommandContext;
  const tell = (id: string): Promise<unknown> =>
    answer(
      { ask: 'tell', id, text: 'text', undo: { isRedo: false, paths: ['a'] } },
      {
        pi,
        ctx,
        boundary: {} as TurnBoundary,
        drawn: undefined,
        changes: null,
        tools: {} as PanelTools,
        terminals: {} as TerminalTools,
        switched: {} as SwitchedTools,
        edits: {} as ContextEdits,
        children: {} as Children,
        quotas: {} as Quotas,
      },
    );
  for (const id of ['one', 'two', 'one']) await tell(id);
  assert.deepEqual(
    entries.slice(3).map(({ details }) => details),
    ['one', 'two'].map((id) => ({ isRedo: false, paths: ['a'], id })),
  );
});

for (const { last, behind } of [
  { last: { type: 'message', message: { role: 'assistant' } }, behind: 0 },
  { last: { type: 'message', message: { role: 'user', content: 'And now?' } }, behind: 1 },
  { last: { type: 'custom_message', customType: 'undo' }, behind: 1 },
  { last: { type: 'custom', customType: 'state' }, behind: 0 },
])
  test(`the way back leads behind the last entry of the branch: ${JSON.stringify(last)}`, async () => {
    const entries = [
      { id: '0', type: 'message', message: { role: 'user', content: 'Hello' } },
      { id: '1', ...last },
    ] as SessionEntry[];
    let leafId = '1';
    const pi = {
      appendEntry: (customType: string) => {
        leafId = String(entries.length);
        entries.push({ id: leafId, type: 'custom', customType } as SessionEntry);
      },
    } as unknown as ExtensionAPI;
    const ctx = {
      sessionManager: { getLeafId: () => leafId, getEntry: (id: string) => entries[Number(id)] },
      navigateTree: async () => ({ cancelled: false }),
    } as unknown as ExtensionCommandContext;
    const { cameFrom } = (await answer(
      { ask: 'navigate', entryId: '0', summarize: false },
      {
        pi,
        ctx,
        boundary: {} as TurnBoundary,
        drawn: undefined,
        changes: null,
        tools: {} as PanelTools,
        terminals: {} as TerminalTools,
        switched: {} as SwitchedTools,
        edits: {} as ContextEdits,
        children: {} as Children,
        quotas: {} as Quotas,
      },
    )) as Navigated;
    assert.equal(entries.length, 2 + behind);
    assert.equal(cameFrom, String(1 + behind));
  });
