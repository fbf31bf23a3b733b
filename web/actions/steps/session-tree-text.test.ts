import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import { entriesOf, treeText, type TreeNode } from './session-tree-text.ts';

const said = (id: string, parentId: string | null, text: string): SessionEntry =>
  ({ type: 'message', id, parentId, message: { role: 'user', content: text } }) as SessionEntry;
const answer = (
  id: string,
  parentId: string,
  said: { content: unknown[]; stopReason: string },
): SessionEntry =>
  ({ type: 'message', id, parentId, message: { role: 'assistant', ...said } }) as SessionEntry;
const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: {} };

test('a conversation without branches is a plain list with a mark at its current end', () => {
  const result = { role: 'toolResult', content: [], toolCallId: 'c' };
  const entries = [
    said('a', null, 'Fix\nit'),
    answer('b', 'a', { content: [{ type: 'text', text: 'I look.' }, call], stopReason: 'toolUse' }),
    { type: 'message', id: 'c', parentId: 'b', message: result } as unknown as SessionEntry,
    answer('d', 'c', { content: [], stopReason: 'aborted' }),
  ];
  assert.equal(
    treeText(entries, 'd'),
    ['You: Fix it', 'Assistant: I look. → bash', 'Assistant: (aborted)  ← now'].join('\n'),
  );
});

test('where a conversation forks, each branch is indented', () => {
  const entries = [
    said('a', null, 'one'),
    said('b', 'a', 'two'),
    said('c', 'b', 'three'),
    said('d', 'a', 'other'),
    { type: 'label', id: 'l', parentId: 'd', targetId: 'd', label: 'better' } as SessionEntry,
  ];
  assert.equal(
    treeText(entries, 'c'),
    ['You: one', '└ You: two', '  You: three  ← now', '└ You: other  [better]'].join('\n'),
  );
});

test('a nested tree of ten thousand entries does not overflow the stack', () => {
  let node: TreeNode | null = null;
  for (let n = 10_000; n > 0; n--)
    node = { entry: said(`e${n}`, n > 1 ? `e${n - 1}` : null, `${n}`), children: node ? [node] : [] };
  const lines = treeText(entriesOf([node!]), null).split('\n');
  assert.equal(lines.length, 10_000);
  assert.equal(lines.at(-1), 'You: 10000');
});

test('an entry of an unknown type is shown by its type, and one without its parent is a root', () => {
  const strange = { type: 'hologram', id: 'h', parentId: 'gone' } as unknown as SessionEntry;
  assert.equal(treeText([strange], null), 'hologram');
});
