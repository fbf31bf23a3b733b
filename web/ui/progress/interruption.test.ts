import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import { interruptionOf } from './interruption.ts';

function run(id: string, startedAt: number, more: Partial<ToolRun> = {}): ToolRun {
  const own = { excludeFromContext: false };
  const output = { bytes: 0, tail: '' };
  return { id, name: 'bash', args: {}, state: 'running', startedAt, output, user: own, ...more };
}

function of(version: string, id: string, runs: ToolRun[]): { others: string[]; obstacle: boolean } {
  const toolRuns = Object.fromEntries(runs.map((one) => [one.id, one]));
  const { others, obstacle } = interruptionOf(toolRuns[id]!, {
    can: abilitiesOf(version),
    version,
    toolRuns,
  });
  return { others: others.map((one) => one.id), obstacle: obstacle !== undefined };
}

const agents = { user: undefined as never };

test('a newer pi stops all running user bashes, but none of the agent’s', () => {
  const runs = [run('a', 1), run('over', 2, { state: 'ok', endedAt: 3 }), run('b', 4), run('c', 5, agents)];
  assert.deepEqual(of('0.87.1', 'a', runs), { others: ['b'], obstacle: false });
  assert.deepEqual(of('0.87.1', 'b', [run('b', 4)]), { others: [], obstacle: false });
});

test('an older pi can stop only the last started user bash, and only until another one ends', () => {
  const runs = [run('a', 1), run('b', 4)];
  assert.deepEqual(of('0.79.9', 'b', runs), { others: [], obstacle: false });
  assert.deepEqual(of('0.79.9', 'a', runs), { others: [], obstacle: true });
  const ended = run('a', 1, { state: 'ok', endedAt: 6 });
  assert.deepEqual(of('0.79.9', 'b', [ended, run('b', 4)]), { others: [], obstacle: true });
  assert.deepEqual(of('0.79.9', 'c', [ended, run('c', 7)]), { others: [], obstacle: false });
});
