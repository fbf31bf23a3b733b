import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './api.ts';
import { followPolls } from './follow-polls.ts';

/** Returns a poll with these outcomes, and the number of its calls. */
function pollWith(...outcomes: (boolean | Error)[]) {
  let calls = 0;
  const poll = async (): Promise<boolean> => {
    const outcome = outcomes[calls++]!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { poll, calls: () => calls };
}

test('it polls until there is nothing left to follow, also after lost polls and errors of a proxy', async () => {
  const lost = new ApiError(0, 'unreachable', "The panel can't be reached.");
  const busy = new ApiError(502, 'unknown', 'The panel answered 502.');
  const { poll, calls } = pollWith(true, lost, busy, true, false);
  await followPolls(poll);
  assert.equal(calls(), 5);
});

test('it ends with the error if the panel no longer knows what is followed, or if the page has a bug', async () => {
  for (const error of [new ApiError(404, 'unknown_run', 'No such run.'), new TypeError('a bug')]) {
    const { poll, calls } = pollWith(true, error);
    await assert.rejects(followPolls(poll), error);
    assert.equal(calls(), 2);
  }
});
