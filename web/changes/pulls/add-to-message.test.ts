import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewComment } from '../../state/workbench/comment.ts';
import { addToMessage } from './add-to-message.ts';

test('everything that was said is in the next message, in its order, and nothing is sent', () => {
  const did: unknown[] = [];
  const composer = { addComment: (comment: NewComment) => void did.push(comment.title) };
  const toasts = { show: (kind: string) => void did.push(kind) };
  const comments = [{ title: 'first' }, { title: 'second' }] as NewComment[];
  addToMessage({ composer: { get: () => composer } } as never, toasts as never, comments);
  assert.deepEqual(did, ['first', 'second', 'info']);
});
