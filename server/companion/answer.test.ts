import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionAPI, ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import { answer } from './answer.ts';
import type { TurnBoundary } from './watch/turn-boundary.ts';

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
      { pi, ctx, boundary: {} as TurnBoundary, drawn: undefined, changes: null },
    );
  for (const id of ['one', 'two', 'one']) await tell(id);
  assert.deepEqual(
    entries.slice(3).map(({ details }) => details),
    ['one', 'two'].map((id) => ({ isRedo: false, paths: ['a'], id })),
  );
});
