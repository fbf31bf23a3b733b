import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stderrNotice } from './live-stderr.ts';

test('a warning or an error of pi is one, and does not say so twice', () => {
  assert.deepEqual(stderrNotice('Warning: model x is gone'), {
    kind: 'warning',
    message: 'pi: model x is gone',
  });
  assert.deepEqual(stderrNotice('Error: an extension failed'), {
    kind: 'error',
    message: 'pi: an extension failed',
  });
  assert.deepEqual(stderrNotice('Something else: x'), { kind: 'warning', message: 'pi: Something else: x' });
});
