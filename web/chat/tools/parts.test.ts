import assert from 'node:assert/strict';
import test from 'node:test';
import type { LiveBlock } from '../../../shared/view/conversation.ts';
import { partsOf } from './parts.ts';

const bash: LiveBlock = { type: 'toolCall', id: 'b', name: 'bash', partialArgs: '{}' };

test('blocks keep their order and index', () => {
  const parts = partsOf([{ type: 'thinking', thinking: 'Hm.' }, null, { type: 'text', text: 'So.' }, bash]);
  assert.deepEqual(
    parts.map(({ kind, at }) => `${kind} ${at}`),
    ['thinking 0', 'text 2', 'call 3'],
  );
});

test('a block of an unknown type keeps its index and all its data', () => {
  const block = { type: 'hologram', depth: 3 } as unknown as LiveBlock;
  assert.deepEqual(partsOf([{ type: 'text', text: 'So.' }, block]).at(-1), {
    kind: 'other',
    at: 1,
    type: 'hologram',
    block,
  });
});
