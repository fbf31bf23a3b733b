import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endState } from './tool-runs.ts';

test('how a run ended is told by pi’s last sentence, not by what the program printed before it', () => {
  assert.equal(endState(false, 'Command aborted'), 'ok');
  assert.equal(endState(true, 'half\n\nCommand aborted'), 'aborted');
  assert.equal(endState(true, 'half\n\nCommand timed out after 0.5 seconds'), 'timed-out');
  assert.equal(endState(true, 'Command timed out after 5 seconds\n\n\nCommand exited with code 3'), 'failed');
  assert.equal(endState(true, 'Could not find the text'), 'failed');
});
