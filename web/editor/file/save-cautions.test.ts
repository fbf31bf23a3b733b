import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/requests/api.ts';
import { SaveCautions } from './save-cautions.svelte.ts';

const caution = (code: string): ApiError => new ApiError(409, code, `it is ${code}`);

test('a caution counts as confirmed only once the user has confirmed it', () => {
  const cautions = new SaveCautions();
  assert.equal(cautions.onFailure(caution('runs_code')), true);
  assert.deepEqual([cautions.pending?.code, cautions.confirmed.size], ['runs_code', 0]);
  cautions.clear();
  cautions.confirm();
  assert.equal(cautions.confirmed.size, 0, 'nothing is pending');
  cautions.onFailure(caution('hardlinked'));
  cautions.confirm();
  assert.deepEqual([...cautions.confirmed], ['hardlinked']);
});

test('any other failure is no caution', () => {
  const cautions = new SaveCautions();
  for (const error of [caution('changed'), new ApiError(412, 'runs_code', 'changed'), new Error('lost')])
    assert.deepEqual([cautions.onFailure(error), cautions.pending], [false, null]);
});
