import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList } from '../../../shared/changes.ts';
import { commitOffer, emptiness } from './review-offers.ts';

const PLACES = [{ path: 'a.ts', hunk: '1' }];
const SESSION = { part: { scope: 'session' }, isAgainstHead: false, differing: 1 } as const;

test('a commit is chosen among the differences from the last one, here or once they are shown', () => {
  const open = { places: PLACES, hasUncommitted: true };
  assert.equal(commitOffer(open, { ...SESSION, part: { scope: 'head' }, isAgainstHead: true }), 'here');
  assert.equal(commitOffer(open, SESSION), 'against head');
});

test('without a change that is not committed there is nothing to commit', () => {
  const open = { places: PLACES, hasUncommitted: true };
  assert.equal(commitOffer({ ...open, places: [] }, { ...SESSION, isAgainstHead: true }), null);
  assert.equal(commitOffer({ ...open, hasUncommitted: false }, SESSION), null);
  assert.equal(commitOffer(open, { ...SESSION, differing: 0 }), null, 'git has none');
  assert.equal(commitOffer(open, { ...SESSION, part: { commit: 'abc' } }), null, 'a commit is shown');
});

const LIST = { turns: [] } as unknown as ChangeList;
const FORGOTTEN = { turns: [], forgottenAt: 1 } as unknown as ChangeList;
const NONE = { details: null, failure: null };
const CHANGES = { head: null, headFailure: 'no git', list: null, failure: 'offline' };

test('an empty review says whether it is still read, and why it could not be, by what it shows', () => {
  const session = { part: { scope: 'session' }, scope: 'session' } as const;
  const head = { part: { scope: 'head' }, scope: 'head' } as const;
  const commit = { part: { commit: 'abc' }, scope: 'head' } as const;
  assert.deepEqual(emptiness(session, NONE, CHANGES), {
    isLoading: true,
    failure: 'offline',
    isForgotten: false,
  });
  assert.deepEqual(emptiness(head, NONE, CHANGES), {
    isLoading: true,
    failure: 'no git',
    isForgotten: false,
  });
  assert.deepEqual(emptiness(commit, { ...NONE, failure: 'gone' }, CHANGES).failure, 'gone');
  assert.equal(emptiness(session, NONE, { ...CHANGES, list: LIST }).isLoading, false);
  assert.equal(emptiness(head, NONE, { ...CHANGES, list: LIST }).isLoading, true);
  assert.equal(emptiness(commit, NONE, { ...CHANGES, head: LIST }).isLoading, true);
  assert.deepEqual(emptiness(session, NONE, undefined), {
    isLoading: true,
    failure: null,
    isForgotten: false,
  });
});

test('what the user has removed is said, but not of the differences from git', () => {
  const changes = { ...CHANGES, list: FORGOTTEN, head: FORGOTTEN };
  assert.equal(emptiness({ part: { scope: 'session' }, scope: 'session' }, NONE, changes).isForgotten, true);
  assert.equal(emptiness({ part: { scope: 'head' }, scope: 'head' }, NONE, changes).isForgotten, false);
});
