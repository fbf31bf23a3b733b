import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endState } from './tool-runs.ts';

test('the last sentence, which is pi’s, decides how a run ended, not the output of the program before it', () => {
  assert.equal(endState(false, 'Command aborted'), 'ok');
  assert.equal(endState(true, 'half\n\nCommand aborted'), 'aborted');
  assert.equal(endState(true, 'half\n\nCommand timed out after 0.5 seconds'), 'timed-out');
  assert.equal(endState(true, 'Command timed out after 5 seconds\n\n\nCommand exited with code 3'), 'failed');
  assert.equal(endState(true, 'Could not find the text'), 'failed');
});
