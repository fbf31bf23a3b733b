import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { Follow, type FollowedPlace } from './follow.svelte.ts';

const run = (toolName: string) => ({ toolCallId: 'c', toolName, panel_at: 1 });
const reads = (path: string, offset?: number): ViewEvent => ({
  type: 'tool_execution_start',
  ...run('read'),
  args: { path, offset },
});
const edited = (line: number, isError = false): ViewEvent =>
  ({
    type: 'tool_execution_end',
    ...run('edit'),
    isError,
    panel_details: { firstChangedLine: line },
  }) as unknown as ViewEvent;

function setUp() {
  const shown: FollowedPlace[] = [];
  return { shown, follow: new Follow((place) => shown.push(place)) };
}

test('nothing is shown until the user turns follow mode on', () => {
  const { follow, shown } = setUp();
  follow.onEvent(reads('a.ts'), undefined);
  assert.deepEqual(shown, []);
  follow.turn(true);
  assert.deepEqual(shown, [{ path: 'a.ts' }], 'the agent’s last place is shown at once');
});

test('files that the agent reads or has edited are shown at the line; failed edits and other tools are ignored', () => {
  const { follow, shown } = setUp();
  follow.turn(true);
  follow.onEvent(reads('a.ts', 40), undefined);
  follow.onEvent(edited(7), { path: 'b.ts' });
  follow.onEvent(edited(9, true), { path: 'c.ts' });
  follow.onEvent({ type: 'tool_execution_start', ...run('bash'), args: { path: 'd' } }, undefined);
  assert.deepEqual(shown, [
    { path: 'a.ts', line: 40 },
    { path: 'b.ts', line: 7 },
  ]);
});

test('a pause stops following, and `resume` shows the newest place', () => {
  const { follow, shown } = setUp();
  follow.turn(true);
  follow.pause();
  follow.onEvent(reads('a.ts'), undefined);
  follow.onEvent(reads('b.ts', 3), undefined);
  assert.deepEqual(shown, []);
  follow.resume();
  assert.deepEqual(shown, [{ path: 'b.ts', line: 3 }]);
  assert.equal(follow.isPaused, false);
});

test('`pause` has no effect while follow mode is off', () => {
  const { follow } = setUp();
  follow.pause();
  follow.turn(true);
  assert.equal(follow.isPaused, false);
});
