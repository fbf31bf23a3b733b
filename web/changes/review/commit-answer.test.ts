import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedTurn, ChangeList } from '../../../shared/changes.ts';
import { commitAnswer } from './commit-answer.ts';
import type { Part, ReviewedFile } from './review.svelte.ts';

const head = (...turns: object[]): ChangeList => ({ turns: turns as ChangedTurn[] }) as unknown as ChangeList;
const FULL = { coverage: 'full' };
const filesOf = (count: number): ReviewedFile[] => Array.from({ length: count }, () => ({}) as ReviewedFile);

const answer = (
  count: number,
  more: {
    isLoaded?: boolean;
    part?: Part;
    files?: number;
    head?: ChangeList | null;
    headFailure?: string;
  } = {},
) =>
  commitAnswer(
    count,
    {
      isLoaded: more.isLoaded ?? true,
      part: more.part ?? { scope: 'head' },
      files: filesOf(more.files ?? count),
    },
    { head: more.head === undefined ? head(FULL) : more.head, headFailure: more.headFailure ?? null },
  );

test('the dialog opens only over what it commits: all differences from the last commit, read and shown', () => {
  assert.equal(answer(2), 'open');
  assert.equal(answer(2, { isLoaded: false }), null);
  assert.equal(answer(2, { head: null }), null);
  assert.equal(answer(2, { files: 1 }), null);
  assert.equal(answer(2, { part: { scope: 'session' } }), null);
  assert.equal(answer(2, { part: { turn: 'user-1' } }), null);
});

test('without a difference it says so, unless git could not tell', () => {
  assert.deepEqual(answer(0), { kind: 'info', sentence: 'Nothing differs from the last commit.' });
  const partial = head(FULL, { coverage: 'partial', why: 'git failed.' });
  assert.deepEqual(answer(0, { head: partial }), { kind: 'warning', sentence: 'git failed.' });
  assert.equal(answer(1, { head: partial }), 'open');
  assert.deepEqual(answer(0, { head: head({ coverage: 'none' }) }), {
    kind: 'warning',
    sentence: 'Partially recorded.',
  });
});

test('differences that could not be read are said, whatever was known before', () => {
  assert.deepEqual(answer(2, { headFailure: 'lost' }), { kind: 'warning', sentence: 'lost' });
});
