import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitDone, Stash } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ShipRequest } from './ship.svelte.ts';
import { StashEntries } from './stash-entries.svelte.ts';

/** A stash whose entries the test answers; `did` has what was asked for, in order. */
function setUp(done: GitDone | null = {} as GitDone) {
  const did: unknown[] = [];
  const answers: ((...ids: string[]) => void)[] = [];
  const json = (route: string): Promise<{ entries: Stash[] }> => {
    did.push(route);
    return new Promise((resolve) =>
      answers.push((...ids) => resolve({ entries: ids.map((id) => ({ id, at: 0, message: id })) })),
    );
  };
  const run = ({ body }: ShipRequest): Promise<GitDone | null> => {
    did.push(body);
    return Promise.resolve(done);
  };
  const stash = new StashEntries({ path: 'agent', api: { json } } as unknown as Agent, { run });
  const ids = (): string[] => stash.list.map(({ id }) => id);
  return { stash, did, answers, ids };
}

test('an entry that was dropped does not come back with an answer from before', async () => {
  const { stash, did, answers, ids } = setUp();
  const reading = stash.read();
  const dropped = stash.change({ drop: 'a' });
  await new Promise(setImmediate);
  assert.deepEqual(did, ['agent/git/stash', { drop: 'a' }, 'agent/git/stash']);
  answers[1]!('b');
  assert.deepEqual(await dropped, {});
  assert.deepEqual(ids(), ['b']);
  answers[0]!('a', 'b');
  await reading;
  assert.deepEqual(ids(), ['b']);
});

test('the entries are read again also after git has refused a change, as it may have applied a part', async () => {
  const { stash, answers, ids } = setUp(null);
  const applied = stash.change({ apply: 'a' });
  await new Promise(setImmediate);
  answers[0]!('a');
  assert.equal(await applied, null);
  assert.deepEqual(ids(), ['a']);
});
