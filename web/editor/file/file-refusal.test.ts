import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/requests/api.ts';
import { isUnreachable, refusalOf } from './file-refusal.ts';

const refused = (status: number) => refusalOf(new ApiError(status, 'x', 'no'));

test('a binary or huge file stays one, so only other failures can be retried', () => {
  const retry = [0, 400, 403, 404, 413, 415, 500].map((status) => refused(status).canRetry);
  assert.deepEqual(retry, [true, false, true, true, false, false, true]);
  assert.equal(refusalOf(new TypeError('lost')).canRetry, true);
});

test('a file that is too large can be paged, and one that is not text can be previewed', () => {
  const kinds = [400, 413, 415].map((status) => {
    const { isBinary, isHuge } = refused(status);
    return [isBinary, isHuge];
  });
  assert.deepEqual(kinds, [
    [false, false],
    [true, true],
    [true, false],
  ]);
});

test('only a request that got no response means that the panel is out of reach', () => {
  assert.deepEqual(
    [new ApiError(0, 'x', 'x'), new ApiError(503, 'x', 'x'), new TypeError('x')].map(isUnreachable),
    [true, false, false],
  );
});
