import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionContext, SessionEntry } from '@earendil-works/pi-coding-agent';
import { sessionTree } from './session-tree.ts';

type Manager = ExtensionContext['sessionManager'];

const message = (id: string, parentId: string | null, content: unknown): SessionEntry =>
  ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-01-01T00:00:00.000Z',
    message: content,
  }) as SessionEntry;

function managerOf(entries: SessionEntry[], labels: Record<string, string> = {}): Manager {
  const leaf = entries.at(-1)?.id ?? null;
  return {
    getEntries: () => entries,
    getLabel: (id: string) => labels[id],
    getLeafId: () => leaf,
  } as unknown as Manager;
}

test('each entry is a node: tools with what they were called with, calls, summaries, and changes of settings', () => {
  const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: { timeout: 5, command: 'ls\n-la' } };
  const entries = [
    { type: 'model_change', id: 'm', parentId: null, timestamp: '', provider: 'p', modelId: 'x' },
    message('u', 'm', { role: 'user', content: 'Look here', timestamp: 1 }),
    message('a', 'u', { role: 'assistant', content: [call], stopReason: 'toolUse', timestamp: 2 }),
    message('r', 'a', { role: 'toolResult', toolCallId: 'c1', toolName: 'bash', content: [], isError: true }),
    message('e', 'r', { role: 'assistant', content: [], stopReason: 'error', errorMessage: '529' }),
    { type: 'branch_summary', id: 's', parentId: 'u', timestamp: '', fromId: 'e', summary: 'It went wrong.' },
    { type: 'unheard_of', id: 'x', parentId: 's', timestamp: '' },
  ] as SessionEntry[];
  const { nodes, leafId, omitted } = sessionTree(managerOf(entries, { r: 'here it broke' }));
  assert.deepEqual(
    nodes.map(({ id, parentId, kind, text, label }) => [id, parentId, kind, text, label]),
    [
      ['m', null, 'other', 'Model: p/x', undefined],
      ['u', 'm', 'user', 'Look here', undefined],
      ['a', 'u', 'calls', 'bash', undefined],
      ['r', 'a', 'tool', 'bash ls -la (failed)', 'here it broke'],
      ['e', 'r', 'assistant', 'failed: 529', undefined],
      ['s', 'u', 'summary', 'It went wrong.', undefined],
      ['x', 's', 'other', 'unheard of', undefined],
    ],
  );
  assert.deepEqual([leafId, omitted], ['x', 0]);
});

test('a session of 60,000 entries is one answer below 15 MB that names how many it leaves out', () => {
  const entries = Array.from({ length: 60_000 }, (_, n) =>
    message(`${n}`, n === 0 ? null : `${n - 1}`, {
      role: 'user',
      content: 'word '.repeat(2000),
      timestamp: n,
    }),
  );
  const tree = sessionTree(managerOf(entries));
  assert.deepEqual([tree.nodes.length, tree.omitted, tree.leafId], [50_000, 10_000, '59999']);
  assert.ok(JSON.stringify(tree).length < 15_000_000);
});
